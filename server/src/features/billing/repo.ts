import type { BillingPlan } from '@stagelink/shared/contracts/billing';
import { uuidv7 } from 'uuidv7';
import type { Db, Tx } from '../../platform/db/db.ts';
import type { Standing, StripeStatus, SubscriptionFacts } from './policy.ts';

/** A superadmin ends a trial: what to note when Stripe has ended it. */
export interface TrialEndRequest {
  subscriptionId: string;
  actorId: string;
  actor: string;
  reason: string;
}

export interface BillingRow {
  userId: string;
  customerId: string;
  subscriptionId: string | null;
  price: BillingPlan | null;
  stripeStatus: StripeStatus | null;
  cancelAt: Date | null;
  cancelledAt: Date | null;
  periodEnd: Date | null;
  appliedSeq: string;
  trialEndRequest: TrialEndRequest | null;
  /** Stripe has announced the end of the trial, and the user was not reminded yet. */
  isTrialEnding: boolean;
}

const columns = {
  userId: 'user_id',
  customerId: 'customer_id',
  subscriptionId: 'subscription_id',
  price: 'price',
  stripeStatus: 'stripe_status',
  cancelAt: 'cancel_at',
  cancelledAt: 'cancelled_at',
  periodEnd: 'period_end',
  appliedSeq: 'applied_seq',
  trialEndRequest: 'trial_end_request',
  isTrialEnding: 'is_trial_ending',
} satisfies Record<keyof BillingRow, string>;

export const find = (db: Db, userId: string): Promise<BillingRow | undefined> =>
  db('billing_accounts').where({ user_id: userId }).first(columns);

export const findByCustomer = (db: Db, customerId: string): Promise<BillingRow | undefined> =>
  db('billing_accounts').where({ customer_id: customerId }).first(columns);

export const lockForUpdate = (tx: Tx, userId: string): Promise<BillingRow | undefined> =>
  tx('billing_accounts').where({ user_id: userId }).forUpdate().first(columns);

/** Keeps the first customer of an account. */
export async function insert(db: Db, userId: string, customerId: string): Promise<void> {
  await db('billing_accounts').insert({ user_id: userId, customer_id: customerId }).onConflict().ignore();
}

/** Gives an account whose customer Stripe does not have another one, unless another request has done so. */
export async function replaceCustomer(
  db: Db,
  userId: string,
  before: string,
  customerId: string,
): Promise<void> {
  await db('billing_accounts')
    .where({ user_id: userId, customer_id: before })
    .update({ customer_id: customerId });
}

/** Longer than all requests of a purchase, so that a server that stops does not block the account for long. */
const PURCHASE_SECONDS = 180;

/** Reserves the account for one purchase. Returns what ends it, or undefined while another one runs. */
export async function beginPurchase(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { until: string }[] }>(
    `update billing_accounts set purchasing_until = now() + make_interval(secs => :seconds)
     where user_id = :userId and coalesce(purchasing_until <= now(), true)
     returning purchasing_until::text as until`,
    { userId, seconds: PURCHASE_SECONDS },
  );
  return rows[0]?.until;
}

export async function endPurchase(db: Db, userId: string, until: string): Promise<void> {
  await db('billing_accounts')
    .where({ user_id: userId })
    .whereRaw('purchasing_until = ?::timestamptz', [until])
    .update({ purchasing_until: null });
}

/** Notes that the user is to be reminded of the end of the trial. */
export async function noteTrialEnding(db: Db, customerId: string): Promise<void> {
  await db('billing_accounts').where({ customer_id: customerId }).update({ is_trial_ending: true });
}

/** Orders reads of Stripe: take the number before asking, write only what is newer. */
export async function nextSeq(db: Db): Promise<string> {
  const { rows } = await db.raw<{ rows: { seq: string }[] }>(`select nextval('billing_seq') as seq`);
  return rows[0]?.seq ?? '0';
}

/** Writes what Stripe says. Only `apply` calls this. */
export async function write(
  tx: Tx,
  userId: string,
  seq: string,
  facts: SubscriptionFacts | null,
  standing: Standing,
): Promise<void> {
  const lastPayment = facts?.payments.find(({ isPaid, cents }) => isPaid && cents > 0);
  await tx('billing_accounts')
    .where({ user_id: userId })
    .update({
      subscription_id: facts?.id ?? null,
      price: facts?.plan ?? null,
      stripe_status: facts?.status ?? null,
      cancel_at: facts?.cancelAt ?? null,
      cancelled_at: facts?.cancelledAt ?? null,
      period_end: facts?.periodEnd ?? null,
      trial_end: facts?.trialEnd ?? null,
      started_at: facts?.startedAt ?? null,
      last_payment_at: lastPayment?.at ?? null,
      is_trial_ending: false,
      applied_seq: seq,
      applied_at: tx.fn.now(),
    });
  await tx('users')
    .where({ id: userId })
    .update({
      plan: standing.plan,
      subscription_status: standing.status,
      trial_ends_at: standing.trialEndsAt,
      next_billing_at: standing.next?.at ?? null,
      next_billing_cents: standing.next?.cents ?? 0,
      pro_ends_at: standing.proEndsAt,
      billing_plan: facts?.plan ?? null,
      ...(facts?.trialEnd && { had_trial: true }),
    });
}

/** Returns whether this has not been done before. */
export async function claimEffect(tx: Tx, userId: string, key: string): Promise<boolean> {
  const inserted = await tx('billing_effects')
    .insert({ key, user_id: userId })
    .onConflict('key')
    .ignore()
    .returning('key');
  return inserted.length === 1;
}

/** Returns whether the event is new. */
export async function claimEvent(
  tx: Tx,
  { id, type, created }: { id: string; type: string; created: Date },
): Promise<boolean> {
  const inserted = await tx('stripe_events')
    .insert({ id, type, created })
    .onConflict('id')
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** When Stripe made the newest event that arrived. */
export async function newestEvent(db: Db): Promise<Date | null> {
  const row: { created: Date } | undefined = await db('stripe_events')
    .orderBy('created', 'desc')
    .first('created');
  return row?.created ?? null;
}

export const removeEventsBefore = (db: Db, moment: Date): Promise<number> =>
  db('stripe_events').where('received_at', '<', moment).delete();

/** Customers whose period has ended without news, or who are behind with a payment. */
export const overdueCustomers = (db: Db): Promise<string[]> =>
  db('billing_accounts')
    .whereIn('stripe_status', ['trialing', 'active', 'past_due'])
    .where('period_end', '<', db.fn.now())
    .pluck('customer_id');

interface TrialClaim {
  userId: string;
  subscriptionId: string;
  emailHash: Buffer;
  cardHash: Buffer | null;
  startedAt: Date;
}

/** Returns whether the trial is this subscription’s: each address and each card has one. */
export async function claimTrial(db: Db, claim: TrialClaim): Promise<boolean> {
  await db('trials')
    .insert({
      id: uuidv7(),
      user_id: claim.userId,
      subscription_id: claim.subscriptionId,
      email_hash: claim.emailHash,
      card_hash: claim.cardHash,
      started_at: claim.startedAt,
    })
    .onConflict()
    .ignore();
  const row: unknown = await db('trials').where({ subscription_id: claim.subscriptionId }).first('id');
  return row !== undefined;
}

export async function requestTrialEnd(db: Db, userId: string, request: TrialEndRequest): Promise<void> {
  await db('billing_accounts')
    .where({ user_id: userId })
    .update({ trial_end_request: JSON.stringify(request) });
}

export async function removeTrialEndRequest(tx: Tx, userId: string): Promise<void> {
  await tx('billing_accounts').where({ user_id: userId }).update({ trial_end_request: null });
}

export async function hasHadTrial(db: Db, userId: string, emailHash: Buffer): Promise<boolean> {
  const row: unknown = await db('trials')
    .where({ user_id: userId })
    .orWhere({ email_hash: emailHash })
    .first('id');
  return row !== undefined;
}

export async function noteTrialUsed(db: Db, userId: string): Promise<void> {
  await db('users').where({ id: userId }).update({ had_trial: true });
}

export async function endTrial(tx: Tx, subscriptionId: string, converted: boolean): Promise<void> {
  await tx('trials')
    .where({ subscription_id: subscriptionId })
    .whereNull('ended_at')
    .update({ ended_at: tx.fn.now(), converted, cancelled_early: !converted });
}
