import * as accounts from '../identity/accounts/repo.ts';
import type { Billing } from './context.ts';
import { cardToCharge, deactivationChange, type SubscriptionFacts } from './policy.ts';
import * as repo from './repo.ts';
import { cardHash, emailHash } from './trials.ts';

/** Each address and each card has one trial; a second one is ended before anything is charged. */
async function refuseSecondTrial(
  { app, stripe }: Billing,
  user: accounts.UserRow,
  { status, id: subscriptionId, startedAt, ownCard, customerCard }: SubscriptionFacts,
): Promise<boolean> {
  if (status !== 'trialing') return false;
  const fingerprint = (ownCard ?? customerCard)?.fingerprint ?? null;
  const isFirst = await repo.claimTrial(app.db, {
    userId: user.id,
    subscriptionId,
    startedAt,
    emailHash: emailHash(app, user.email),
    cardHash: fingerprint === null ? null : cardHash(app, fingerprint),
  });
  if (isFirst) return false;
  await repo.noteTrialUsed(app.db, user.id);
  await stripe.refuse(subscriptionId);
  return true;
}

/** A subscription keeps the card of its purchase, while the portal changes the customer’s. */
async function followCard(
  { stripe }: Billing,
  { customerId, subscriptionId }: repo.BillingRow,
  facts: SubscriptionFacts,
): Promise<void> {
  const card = cardToCharge(facts, subscriptionId !== facts.id);
  if (card) await stripe.chargeDefaultCard(customerId, facts.id, card.id);
}

async function followDeactivation(
  { stripe }: Billing,
  user: accounts.UserRow,
  facts: SubscriptionFacts,
): Promise<boolean> {
  const change = deactivationChange(facts, user.deactivatedAt !== null);
  // Nothing was paid for the period of a payment that is overdue, so it is not collected any more.
  if (change === 'cancel' && facts.status === 'past_due') await stripe.end(facts.id);
  else if (change === 'cancel') await stripe.cancelAtPeriodEnd(facts.id, { isDeactivation: true });
  if (change === 'resume') await stripe.reactivate(facts.id);
  return change !== null;
}

/** Changes at Stripe what must not stay. Returns what makes the facts outdated. */
export async function correct(
  billing: Billing,
  account: repo.BillingRow,
  facts: SubscriptionFacts,
): Promise<'trial_refused' | 'changed' | null> {
  const user = await accounts.find(billing.app.db, account.userId);
  if (!user) return null;
  if (await refuseSecondTrial(billing, user, facts)) return 'trial_refused';
  await followCard(billing, account, facts);
  return (await followDeactivation(billing, user, facts)) ? 'changed' : null;
}
