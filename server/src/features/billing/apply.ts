import type { EventType } from '@stagelink/shared/contracts/analytics';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import * as analytics from '../analytics/service.ts';
import { mailAccount } from '../identity/accounts/emailGuards.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { effectEmail } from './emails.ts';
import { type Effect, effectsOf, standingOf, type SubscriptionFacts } from './policy.ts';
import * as repo from './repo.ts';
import type { StripeApi } from './stripe.ts';
import { completeTrialEnd } from './trialEnd.ts';
import { cardHash, emailHash } from './trials.ts';

export interface Billing {
  app: App;
  stripe: StripeApi;
}

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
  if (email) await mailAccount(app, tx, user, email);
}

/** Each address and each card has one trial; a second one is cancelled before anything is charged. */
async function refuseSecondTrial(
  { app, stripe }: Billing,
  userId: string,
  facts: SubscriptionFacts,
): Promise<boolean> {
  if (facts.status !== 'trialing') return false;
  const user = await accounts.find(app.db, userId);
  if (!user) return false;
  const { id: subscriptionId, startedAt, cardFingerprint } = facts;
  const isFirst = await repo.claimTrial(app.db, {
    userId,
    subscriptionId,
    startedAt,
    emailHash: emailHash(app, user.email),
    cardHash: cardFingerprint === null ? null : cardHash(app, cardFingerprint),
  });
  if (isFirst) return false;
  await repo.noteTrialUsed(app.db, userId);
  await stripe.refuseTrial(subscriptionId);
  return true;
}

async function writeFacts(
  app: App,
  userId: string,
  seq: string,
  facts: SubscriptionFacts | null,
  isTrialEnding: boolean,
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const user = await accounts.lockForUpdate(tx, userId);
    const before = user && (await repo.lockForUpdate(tx, userId));
    if (!user || !before || BigInt(before.appliedSeq) >= BigInt(seq)) return;
    await repo.write(tx, userId, seq, facts, standingOf(facts));
    for (const effect of effectsOf(facts, before, isTrialEnding)) {
      if (facts) await carryOut(app, tx, user, facts, effect);
    }
    const { trialEndRequest } = before;
    if (trialEndRequest) await completeTrialEnd(app, tx, user, trialEndRequest, facts);
    await publish(tx, [userChannel(userId)], { type: 'lists_changed' });
  });
}

/**
 * Reads the customer’s subscription from Stripe and writes it: the only writer of billing state. The number is taken
 * before Stripe is asked, so that a slow read never overwrites a newer one, and no lock is held meanwhile.
 */
export async function apply(
  billing: Billing,
  customerId: string,
  { isTrialEnding = false }: { isTrialEnding?: boolean } = {},
): Promise<Applied> {
  const { app, stripe } = billing;
  const account = await repo.findByCustomer(app.db, customerId);
  if (!account) return 'applied';
  const seq = await repo.nextSeq(app.db);
  const facts = await stripe.readSubscription(customerId);
  if (facts && (await refuseSecondTrial(billing, account.userId, facts))) {
    await apply(billing, customerId); // reads what counts without the refused trial
    return 'card_used';
  }
  await writeFacts(app, account.userId, seq, facts, isTrialEnding);
  return 'applied';
}
