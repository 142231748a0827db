import type { Plan, SubscriptionStatus } from '@stagelink/shared/contracts/accounts';
import type { BillingPlan } from '@stagelink/shared/contracts/billing';

export type StripeStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused';

export interface PaymentFacts {
  invoiceId: string;
  cents: number;
  isPaid: boolean;
  /** The card was charged and refused, and Stripe will try again. */
  isRefused: boolean;
  isRenewal: boolean;
  at: Date;
  receiptUrl: string | null;
}

export interface CardFacts {
  id: string;
  addedAt: Date;
  fingerprint: string | null;
}

/** The subscription of a customer as Stripe has it. */
export interface SubscriptionFacts {
  id: string;
  status: StripeStatus;
  plan: BillingPlan;
  startedAt: Date;
  periodEnd: Date | null;
  trialEnd: Date | null;
  /** When it will end, if it is cancelled. */
  cancelAt: Date | null;
  /** When it was cancelled. */
  cancelledAt: Date | null;
  /** Because the account was deactivated. */
  isCancelledByDeactivation: boolean;
  next: { at: Date; cents: number } | null;
  /** Charged before the customer’s. */
  ownCard: CardFacts | null;
  customerCard: CardFacts | null;
  /** Where Stripe sends its receipts. */
  billingEmail: string | null;
  payments: PaymentFacts[];
  /** Younger subscriptions that run and charge as well. */
  duplicateIds: string[];
}

/** What the account shows and may do. */
export interface Standing {
  plan: Plan;
  status: Exclude<SubscriptionStatus, 'superadmin'>;
  proEndsAt: Date | null;
  next: SubscriptionFacts['next'];
  trialEndsAt: Date | null;
}

const WITHOUT_PRO = { plan: 'free', proEndsAt: null, next: null, trialEndsAt: null } as const;

const RUNNING: ReadonlySet<StripeStatus> = new Set(['trialing', 'active', 'past_due']);
/** Whether the subscription gives Pro until a day. */
const isScheduled = ({ status, cancelAt }: SubscriptionFacts) => RUNNING.has(status) && cancelAt !== null;

/** The state of the account, from what Stripe says alone. */
export function standingOf(facts: SubscriptionFacts | null): Standing {
  if (!facts || facts.status === 'incomplete' || facts.status === 'incomplete_expired') {
    return { ...WITHOUT_PRO, status: 'none' };
  }
  const { status, cancelAt, next } = facts;
  if (status === 'canceled' || status === 'paused') return { ...WITHOUT_PRO, status: 'cancelled' };
  if (status === 'unpaid') return { ...WITHOUT_PRO, status: 'past_due' };
  const trialEndsAt = status === 'trialing' ? facts.trialEnd : null;
  const pro = { plan: 'pro', proEndsAt: null, next: null, trialEndsAt } as const;
  if (status === 'past_due') return { ...pro, status: 'past_due', proEndsAt: cancelAt };
  if (isScheduled(facts)) return { ...pro, status: 'cancelled', proEndsAt: cancelAt };
  return { ...pro, status: status === 'trialing' ? 'trial' : 'active', next };
}

/** The card to charge from now on as the customer’s; null if that is the case already. */
export function cardToCharge(
  { status, ownCard, customerCard }: SubscriptionFacts,
  isNew: boolean,
): CardFacts | null {
  if (ownCard === null || !RUNNING.has(status)) return null;
  // The card of a purchase is the last one that the person chose; later that is the one added last.
  const wasChanged = !isNew && customerCard !== null && customerCard.addedAt >= ownCard.addedAt;
  return wasChanged ? customerCard : ownCard;
}

/** What must change at Stripe so that a deactivated account is not charged, and an activated one goes on. */
export function deactivationChange(
  facts: SubscriptionFacts,
  isDeactivated: boolean,
): 'cancel' | 'resume' | null {
  if (!RUNNING.has(facts.status)) return null;
  if (isDeactivated) return facts.cancelAt === null ? 'cancel' : null;
  return facts.isCancelledByDeactivation ? 'resume' : null;
}

/** What changed that the user or the figures must learn. `key` is unique per subscription and occurrence. */
export interface Effect {
  key: string;
  type:
    | 'trial_started'
    | 'trial_ends_soon'
    | 'trial_ended'
    | 'subscription_started'
    | 'subscription_cancelled'
    | 'reactivated'
    | 'pro_ended'
    | 'payment_succeeded'
    | 'payment_failed';
  converted?: boolean;
  payment?: PaymentFacts;
}

/** The part of the stored row that shows what is new. */
export interface Before {
  /** Stripe has announced the end of the trial, and the user was not reminded yet. */
  isTrialEnding: boolean;
  subscriptionId: string | null;
  cancelAt: Date | null;
  cancelledAt: Date | null;
}

const epoch = (date: Date | null) => (date === null ? 0 : Math.floor(date.getTime() / 1000));

function trialEffects(facts: SubscriptionFacts, isTrialEnding: boolean): Effect[] {
  const { id, status, trialEnd, payments } = facts;
  if (trialEnd === null) return [];
  const effects: Effect[] = [{ key: `trial_started:${id}`, type: 'trial_started' }];
  if (isTrialEnding && status === 'trialing' && !isScheduled(facts)) {
    effects.push({ key: `trial_ends_soon:${id}`, type: 'trial_ends_soon' });
  }
  const converted = payments.some(({ isRenewal, isPaid }) => isRenewal && isPaid);
  // An active subscription has not paid yet during the first hour after its trial.
  if (converted || (status !== 'trialing' && status !== 'active')) {
    effects.push({ key: `trial_ended:${id}`, type: 'trial_ended', converted });
  }
  return effects;
}

function paymentEffects({ payments }: SubscriptionFacts): Effect[] {
  return payments.flatMap((payment): Effect[] => {
    const { invoiceId, cents, isPaid, isRefused } = payment;
    if (isPaid && cents > 0) {
      return [{ key: `payment_succeeded:${invoiceId}`, type: 'payment_succeeded', payment }];
    }
    return isRefused ? [{ key: `payment_failed:${invoiceId}`, type: 'payment_failed', payment }] : [];
  });
}

function cancellationEffects(facts: SubscriptionFacts, before: Before): Effect[] {
  const { id, status, cancelledAt } = facts;
  if (status === 'canceled') return [{ key: `pro_ended:${id}`, type: 'pro_ended' }];
  if (isScheduled(facts)) {
    return [{ key: `cancelled:${id}:${epoch(cancelledAt)}`, type: 'subscription_cancelled' }];
  }
  const wasScheduled = before.subscriptionId === id && before.cancelAt !== null;
  return wasScheduled && RUNNING.has(status)
    ? [{ key: `reactivated:${id}:${epoch(before.cancelledAt)}`, type: 'reactivated' }]
    : [];
}

/** Everything that has happened to this subscription; what was reported before is recognized by its key. */
export function effectsOf(facts: SubscriptionFacts | null, before: Before): Effect[] {
  if (!facts || facts.status === 'incomplete' || facts.status === 'incomplete_expired') return [];
  const started: Effect[] =
    facts.trialEnd === null
      ? [{ key: `subscription_started:${facts.id}`, type: 'subscription_started' }]
      : [];
  return [
    ...started,
    ...trialEffects(facts, before.isTrialEnding),
    ...paymentEffects(facts),
    ...cancellationEffects(facts, before),
  ];
}
