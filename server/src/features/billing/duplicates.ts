import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { reportOf } from '../../platform/errorReports.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { Billing } from './context.ts';
import { duplicateEmail } from './emails.ts';
import * as repo from './repo.ts';

/** Refunds and ends one subscription. Each step can be repeated, because the server may stop after any of them. */
async function endDuplicate(
  { app, stripe }: Billing,
  user: accounts.UserRow,
  email: string,
  subscriptionId: string,
): Promise<void> {
  const cents = await stripe.refundAll(subscriptionId);
  const isNew = await app.db.transaction(async (tx) => {
    if (!(await repo.claimEffect(tx, user.id, `duplicate:${subscriptionId}`))) return false;
    const message = duplicateEmail(app.config.appUrl, user.name, cents);
    await enqueueEmail(app, tx, { to: { name: user.name, email }, ...message });
    return true;
  });
  if (isNew) {
    const problem = new Error(
      'Two subscriptions of one account were running; the younger one is refunded and ended',
    );
    app.log.error({ subscriptionId, cents, err: problem }, 'a duplicate subscription');
    app.errorReports.report(reportOf(problem, 'billing'));
  }
  await stripe.refuse(subscriptionId);
}

/** Leaves a customer with one running subscription, the oldest. */
export async function endDuplicates(billing: Billing, customerId: string): Promise<void> {
  const { app, stripe } = billing;
  const account = await repo.findByCustomer(app.db, customerId);
  const user = account && (await accounts.find(app.db, account.userId));
  if (!user) return;
  const facts = await stripe.readSubscription(customerId);
  for (const id of facts?.duplicateIds ?? [])
    await endDuplicate(billing, user, facts?.billingEmail ?? user.email, id);
}
