import { describe, expect, test } from 'vitest';
import { planOf } from '../identity/accounts/plan.ts';
import {
  cardToCharge,
  deactivationChange,
  standingOf,
  type StripeStatus,
  type SubscriptionFacts,
} from './policy.ts';

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
  isCancelledByDeactivation: false,
  ownCard: null,
  customerCard: null,
  billingEmail: null,
  payments: [],
  duplicateIds: [],
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
  ['past_due', true, { ...PRO, status: 'past_due', proEndsAt: END }],
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

describe('the card that is charged', () => {
  const card = (id: string, day: number) => ({ id, addedAt: new Date(2026, 10, day), fingerprint: null });
  const cardOf = (isNew: boolean, own: number | null, customers: number | null) =>
    cardToCharge(
      {
        ...facts('active', false),
        ownCard: own === null ? null : card('own', own),
        customerCard: customers === null ? null : card('customer’s', customers),
      },
      isNew,
    )?.id;

  test('is that of the purchase, also where the customer had another one', () => {
    expect(cardOf(true, 2, null)).toBe('own');
    expect(cardOf(true, 2, 3)).toBe('own');
  });

  test('is later the one that was added last, and then that of the customer without any further change', () => {
    expect(cardOf(false, 2, 3)).toBe('customer’s');
    expect(cardOf(false, 3, 2)).toBe('own');
    expect(cardOf(false, null, 3)).toBeUndefined();
  });
});

describe('a deactivated account', () => {
  test('has its subscription cancelled once, and what its person cancelled stays cancelled', () => {
    expect(deactivationChange(facts('active', false), true)).toBe('cancel');
    expect(deactivationChange(facts('active', true), true)).toBeNull();
    expect(deactivationChange(facts('active', true), false)).toBeNull();
    expect(deactivationChange({ ...facts('active', true), isCancelledByDeactivation: true }, false)).toBe(
      'resume',
    );
    expect(deactivationChange(facts('canceled', false), true)).toBeNull();
  });
});
