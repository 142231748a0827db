import type { User } from '@stagelink/shared/contracts/accounts';
import { describe, expect, test } from 'vitest';
import { ada } from '../../testing/server.ts';
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
  const said = (more: Partial<User>) => describePlan(whose(more)).text;

  test('names the day where there is one', () => {
    expect(said({ subscriptionStatus: 'trial', trialEndsAt: date })).toContain('14 December 2026');
    expect(said({ subscriptionStatus: 'active', nextBillingDate: date })).toContain('14 December 2026');
    expect(said({ subscriptionStatus: 'cancelled', nextBillingDate: date })).toContain('14 December 2026');
    expect(said({ subscriptionStatus: 'cancelled', trialEndsAt: date })).toContain('14 December 2026');
  });

  test('makes none up', () => {
    expect(said({ subscriptionStatus: 'cancelled' })).toBe('You keep Pro until the billing period ends.');
  });
});

test('only the states that can be bought out of offer a way to the prices', () => {
  const offered = (state: Parameters<typeof planActions>[0]) => planActions(state).map(({ label }) => label);
  expect(offered('none')).toEqual(['Upgrade to Pro']);
  expect(offered('cancelled')).toEqual(['Reactivate Pro']);
  for (const state of ['trial', 'active', 'past_due', 'superadmin', 'self-hosted'] as const) {
    expect(offered(state)).toEqual([]);
  }
});
