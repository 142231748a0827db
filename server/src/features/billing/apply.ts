import type { EventType } from '@stagelink/shared/contracts/analytics';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import * as analytics from '../analytics/service.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { Billing } from './context.ts';
import { correct } from './corrections.ts';
import { effectEmail } from './emails.ts';
import { type Effect, effectsOf, standingOf, type SubscriptionFacts } from './policy.ts';
import * as repo from './repo.ts';
import { completeTrialEnd } from './trialEnd.ts';

/** How often what was corrected at Stripe is read again. */
const ROUNDS = 3;

/** `card_used`: the trial was cancelled because its card, or its address, already had one. */
export type Applied = 'applied' | 'card_used';

const RECORDED: Partial<Record<Effect['type'], EventType>> = {
  trial_started: 'trial_started',
  trial_ended: 'trial_ended',
  subscription_started: 'subscription_started',
  subscription_cancelled: 'subscription_cancelled',
  payment_succeeded: 'payment_succeeded',
  payment_failed: 'payment_failed',
};

function dataOf(facts: SubscriptionFacts, { payment, converted }: Effect): Record<string, string> {
  return {
    plan: facts.plan,
    ...(payment && { amount: String(payment.cents) }),
    ...(converted !== undefined && { converted: String(converted) }),
  };
}

async function carryOut(
  app: App,
  tx: Tx,
  user: accounts.UserRow,
  facts: SubscriptionFacts,
  effect: Effect,
): Promise<void> {
  if (!(await repo.claimEffect(tx, user.id, effect.key))) return;
  const type = RECORDED[effect.type];
  if (type) await analytics.record(tx, { type, userId: user.id, data: dataOf(facts, effect) });
  if (effect.type === 'trial_ended') await repo.endTrial(tx, facts.id, effect.converted === true);
  const email = effectEmail(app.config.appUrl, user.name, facts, effect);
  // A person who pays is reached where Stripe sends the receipts, also if the account’s address is not confirmed.
  const to = { name: user.name, email: facts.billingEmail ?? user.email };
  if (email) await enqueueEmail(app, tx, { to, ...email });
}

async function writeFacts(
  app: App,
  { userId, customerId }: repo.BillingRow,
  seq: string,
  facts: SubscriptionFacts | null,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const user = await accounts.lockForUpdate(tx, userId);
    const before = user && (await repo.lockForUpdate(tx, userId));
    if (!user || !before || BigInt(before.appliedSeq) >= BigInt(seq)) return;
    await repo.write(tx, userId, seq, facts, standingOf(facts));
    for (const effect of effectsOf(facts, before)) {
      if (facts) await carryOut(app, tx, user, facts, effect);
    }
    const { trialEndRequest } = before;
    if (trialEndRequest) await completeTrialEnd(app, tx, user, trialEndRequest, facts);
    if (facts && facts.duplicateIds.length > 0) await app.jobs.enqueue(tx, 'end_duplicates', { customerId });
    await publish(tx, [userChannel(userId)], { type: 'lists_changed', part: 'account' });
  });
}

/**
 * Reads the customer’s subscription from Stripe and writes it: the only writer of billing state. The number is taken
 * before Stripe is asked, so that a slow read never overwrites a newer one, and no lock is held meanwhile.
 * See docs/decisions/0185.
 */
export async function apply(
  billing: Billing,
  customerId: string,
  { isTrialEnding = false }: { isTrialEnding?: boolean } = {},
): Promise<Applied> {
  const { app, stripe } = billing;
  const account = await repo.findByCustomer(app.db, customerId);
  if (!account) return 'applied';
  // On the row, because a newer read may overtake this one and is then the one that writes.
  if (isTrialEnding) await repo.noteTrialEnding(app.db, customerId);
  let isTrialRefused = false;
  for (let round = 1; ; round += 1) {
    const seq = await repo.nextSeq(app.db);
    const facts = await stripe.readSubscription(customerId);
    const corrected = facts && (await correct(billing, account, facts));
    isTrialRefused ||= corrected === 'trial_refused';
    if (corrected && round < ROUNDS) continue;
    await writeFacts(app, account, seq, facts);
    return isTrialRefused ? 'card_used' : 'applied';
  }
}
