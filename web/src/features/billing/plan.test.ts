import type { User } from '@stagelink/shared/contracts/accounts';
import { ada } from '@stagelink/shared/testing/builders';
import { describe, expect, test } from 'vitest';
import { planActions } from './planActions.ts';
import { describePlan, planState } from './planState.ts';

const whose = (more: Partial<User>): User => ({ ...ada, ...more });
const date = '2026-12-14T12:00:00.000Z';

describe('the state of a plan', () => {
  test('is what the subscription is', () => {
    for (const subscriptionStatus of ['none', 'trial', 'active', 'cancelled', 'past_due'] as const) {
      const canAccessPro = subscriptionStatus !== 'none';
      expect(planState(whose({ subscriptionStatus, canAccessPro }))).toBe(subscriptionStatus);
    }
  });

  test('without a subscription, Pro comes from the installation or the role', () => {
    expect(planState(whose({ canAccessPro: true }))).toBe('self-hosted');
    expect(planState(whose({ canAccessPro: true, role: 'superadmin' }))).toBe('superadmin');
  });
});

describe('its description', () => {
  const textOf = (more: Partial<User>) => describePlan(whose(more)).text;

  test('names the day where there is one', () => {
    expect(textOf({ subscriptionStatus: 'trial', trialEndsAt: date })).toContain('14 December 2026');
    expect(textOf({ subscriptionStatus: 'active', nextBillingDate: date })).toContain('14 December 2026');
    const running = { subscriptionStatus: 'cancelled', canAccessPro: true } as const;
    expect(textOf({ ...running, willCancelAt: date })).toBe('You keep Pro until 14 December 2026.');
  });

  test('makes none up', () => {
    const running = { subscriptionStatus: 'cancelled', canAccessPro: true } as const;
    expect(textOf(running)).toBe('You keep Pro until the billing period ends.');
  });

  test('says when Pro is over', () => {
    expect(textOf({ subscriptionStatus: 'cancelled' })).toContain('Nothing was deleted.');
    expect(textOf({ subscriptionStatus: 'past_due' })).toContain('Pro has ended.');
  });
});

test('cancelled while a payment is overdue, Pro has a last day and can be reactivated', () => {
  const overdue = whose({ subscriptionStatus: 'past_due', canAccessPro: true, willCancelAt: date });
  expect(describePlan(overdue).text).toBe(
    'You cancelled and keep Pro until 14 December 2026. The payment is retried until then.',
  );
  expect(planActions('past_due', overdue).map(({ label }) => label)).toContain('Reactivate Pro');
});

const INVOICES = 'Billing and invoices';

test.each([
  ['none', false, null, ['Upgrade to Pro', 'Start free trial']],
  ['none', true, null, ['Upgrade to Pro']],
  ['trial', true, 'monthly', ['Change Payment Method', INVOICES, 'Cancel Subscription']],
  ['active', false, 'annual', ['Change Payment Method', INVOICES, 'Cancel Subscription']],
  ['cancelled', true, 'monthly', ['Reactivate Pro', INVOICES]],
  ['past_due', true, 'monthly', ['Update Payment Method', INVOICES]],
  ['superadmin', false, null, []],
  ['superadmin', false, 'monthly', [INVOICES]],
  ['self-hosted', false, null, []],
] as const)('%s, trial used: %s, %s, offers %j', (state, hasHadTrial, billingPlan, labels) => {
  const offered = planActions(state, { hasHadTrial, billingPlan, willCancelAt: null });
  expect(offered.map(({ label }) => label)).toEqual(labels);
});
