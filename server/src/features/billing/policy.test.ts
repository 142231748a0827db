import { describe, expect, test } from 'vitest';
import { planOf } from '../identity/accounts/plan.ts';
import { standingOf, type StripeStatus, type SubscriptionFacts } from './policy.ts';

const END = new Date('2026-12-30T10:00:00Z');
const NEXT = { at: END, cents: 600 };

const facts = (status: StripeStatus, isScheduled: boolean): SubscriptionFacts => ({
  id: 'sub_1',
  status,
  plan: 'monthly',
  startedAt: new Date('2026-11-30T10:00:00Z'),
  periodEnd: END,
  trialEnd: END,
  cancelAt: isScheduled ? END : null,
  cancelledAt: isScheduled ? new Date('2026-12-01T10:00:00Z') : null,
  next: isScheduled ? null : NEXT,
  cardFingerprint: null,
  payments: [],
});

const WITHOUT_PRO = { plan: 'free', proEndsAt: null, next: null, trialEndsAt: null };
const PRO = { plan: 'pro', proEndsAt: null, next: null, trialEndsAt: null };

/** Every status that Stripe has, with and without a scheduled cancellation. */
const TABLE: [status: StripeStatus, isScheduled: boolean, standing: object][] = [
  ['incomplete', false, { ...WITHOUT_PRO, status: 'none' }],
  ['incomplete', true, { ...WITHOUT_PRO, status: 'none' }],
  ['incomplete_expired', false, { ...WITHOUT_PRO, status: 'none' }],
  ['incomplete_expired', true, { ...WITHOUT_PRO, status: 'none' }],
  ['trialing', false, { ...PRO, status: 'trial', next: NEXT, trialEndsAt: END }],
  ['trialing', true, { ...PRO, status: 'cancelled', proEndsAt: END, trialEndsAt: END }],
  ['active', false, { ...PRO, status: 'active', next: NEXT }],
  ['active', true, { ...PRO, status: 'cancelled', proEndsAt: END }],
  ['canceled', false, { ...WITHOUT_PRO, status: 'cancelled' }],
  ['canceled', true, { ...WITHOUT_PRO, status: 'cancelled' }],
  ['paused', false, { ...WITHOUT_PRO, status: 'cancelled' }],
  ['paused', true, { ...WITHOUT_PRO, status: 'cancelled' }],
  ['past_due', false, { ...PRO, status: 'past_due' }],
  ['past_due', true, { ...PRO, status: 'past_due' }],
  ['unpaid', false, { ...WITHOUT_PRO, status: 'past_due' }],
  ['unpaid', true, { ...WITHOUT_PRO, status: 'past_due' }],
];

describe('the state of an account', () => {
  test.each(TABLE)(
    'with a subscription that is %s, scheduled to end: %s',
    (status, isScheduled, standing) => {
      expect(standingOf(facts(status, isScheduled))).toEqual(standing);
    },
  );

  test('without a subscription', () => {
    expect(standingOf(null)).toEqual({ ...WITHOUT_PRO, status: 'none' });
  });

  test('has Pro whatever Stripe says, for a superadmin and on a server without a key', () => {
    for (const plan of ['free', 'pro'] as const) {
      expect(planOf({ isSelfHosted: false }, { plan, role: 'superadmin' })).toBe('pro');
      expect(planOf({ isSelfHosted: true }, { plan, role: 'user' })).toBe('pro');
      expect(planOf({ isSelfHosted: false }, { plan, role: 'user' })).toBe(plan);
    }
  });
});
