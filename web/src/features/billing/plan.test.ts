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

test.each([
  ['none', false, ['Upgrade to Pro', 'Start Free Trial']],
  ['none', true, ['Upgrade to Pro']],
  ['trial', true, ['Change Payment Method', 'Cancel Subscription']],
  ['active', false, ['Change Payment Method', 'Cancel Subscription']],
  ['cancelled', true, ['Reactivate Pro']],
  ['past_due', true, ['Update Payment Method']],
  ['superadmin', false, []],
  ['self-hosted', false, []],
] as const)('%s, trial used: %s, offers %j', (state, hasHadTrial, labels) => {
  expect(planActions(state, { hasHadTrial }).map(({ label }) => label)).toEqual(labels);
});
