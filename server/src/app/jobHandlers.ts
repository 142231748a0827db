import { returnSilent } from '../features/agentWork/service.ts';
import { rollUp } from '../features/admin/rollupRepo.ts';
import { deleteClosedAccounts } from '../features/identity/accounts/deletion.ts';
import { apply } from '../features/billing/apply.ts';
import { endDuplicates } from '../features/billing/duplicates.ts';
import { reconcile } from '../features/billing/reconcile.ts';
import { updateCustomer } from '../features/billing/service.ts';
import type { App } from '../platform/context.ts';
import type { Composition } from './compose.ts';
import { sweep } from '../platform/blobs/sweep.ts';
import { makeVariants } from '../platform/blobs/variants.ts';
import { recordSystemEvent } from '../features/analytics/service.ts';
import { deliver } from '../platform/mail/outbox.ts';
import { mailBatches } from '../features/notifications/batches.ts';
import { readIssueStates } from '../features/issues/states.ts';
import { sendPush } from '../features/push/send.ts';
import { announce } from '../features/comments/announce.ts';
import { sendDigests } from '../features/notifications/digests.ts';
import { mailReplies } from '../features/replyEmails/send.ts';
import { proveImmutable } from '../features/immutableFiles/service.ts';
import { noteUndeliverable } from '../features/reviews/undeliverable.ts';
import { announceOverdue } from '../features/reviews/webhooks.ts';
import { remindReviewers } from '../features/reviews/reminders.ts';
import * as bulkChanges from '../features/snapshots/bulkChanges.ts';
import { announceExpired } from '../features/snapshots/webhooks.ts';
import { removeExpired, warnOfExpiry } from '../features/snapshots/expiry.ts';
import { deliver as deliverWebhook } from '../features/webhooks/deliver.ts';
import { mailResetLink } from '../features/identity/passwords/service.ts';
import { prune } from './prune.ts';
import { JOB_NAMES, type JobHandlers, type JobName } from '../platform/jobs/jobs.ts';

/** Processes without a mail server leave these jobs to others on the same database. */
const NEED_MAIL: readonly JobName[] = ['send_mail', 'mail_reset_link', 'send_digests', 'mail_comments'];

/** The same for servers without billing. */
const NEED_STRIPE: readonly JobName[] = [
  'apply_billing',
  'end_duplicates',
  'update_customer',
  'delete_customer',
  'reconcile_billing',
];

export const workedBy = ({ mail, stripe }: Pick<Composition, 'mail' | 'stripe'>): readonly JobName[] =>
  JOB_NAMES.filter(
    (name) => (mail.canSend || !NEED_MAIL.includes(name)) && (stripe !== null || !NEED_STRIPE.includes(name)),
  );

function billingOf(app: App, { stripe }: Pick<Composition, 'stripe'>) {
  if (!stripe) throw new Error('Billing is not configured');
  return { app, stripe };
}

export function jobHandlers(served: Composition): JobHandlers {
  const app: App = { ...served, db: served.jobDb };
  return {
    async make_variants(payload, signal) {
      await proveImmutable(app, payload, signal);
      await makeVariants(app, payload, signal);
    },
    announce_comment: (payloads) => announce(app, payloads),
    async sweep(_, signal) {
      const swept = await sweep(app, { signal, ...app.config.trash });
      if (swept) await recordSystemEvent(app.db, 'swept');
      app.log.info({ swept }, swept ? 'swept' : 'another process is sweeping');
    },
    async send_digests(_, signal) {
      const posted = await sendDigests(app, new Date(), signal);
      app.log.info({ posted }, 'digests sent');
    },
    async mail_comments(_, signal) {
      const now = new Date();
      const mailed = await mailBatches(app, now, signal);
      const replied = await mailReplies(app, now, signal);
      if (mailed + replied > 0) app.log.info({ mailed, replied }, 'comment emails sent');
    },
    async warn_of_expiry(_, signal) {
      const warned = await warnOfExpiry(app, new Date(), signal);
      app.log.info({ warned }, 'owners warned of expiry');
    },
    async remove_expired(_, signal) {
      const removed = await removeExpired(app, new Date(), signal);
      app.log.info({ removed }, 'expired snapshots removed');
    },
    async remind_reviewers(_, signal) {
      const reminded = await remindReviewers(app, new Date(), signal);
      app.log.info({ reminded }, 'reviewers reminded');
    },
    async return_threads(_, signal) {
      const returned = await returnSilent(app, signal);
      if (returned > 0) app.log.info({ returned }, 'threads of silent agents returned');
    },
    async roll_up_analytics() {
      const hours = await rollUp(app.jobDb);
      app.log.info({ hours }, 'analytics rolled up');
    },
    async forget_old(_, signal) {
      const forgotten = await prune(app, signal);
      await recordSystemEvent(app.db, 'pruned');
      app.log.info({ forgotten }, 'old rows pruned');
    },
    async delete_accounts(_, signal) {
      const deleted = await deleteClosedAccounts(app, signal);
      app.log.info({ deleted }, 'closed accounts deleted');
    },
    async apply_billing({ customerId, isTrialEnding }) {
      await apply(billingOf(app, served), customerId, { isTrialEnding });
    },
    end_duplicates: ({ customerId }) => endDuplicates(billingOf(app, served), customerId),
    update_customer: ({ userId }) => updateCustomer(billingOf(app, served), userId),
    delete_customer: ({ customerId }) => billingOf(app, served).stripe.deleteCustomer(customerId),
    async reconcile_billing(_, signal) {
      const read = await reconcile(billingOf(app, served), new Date(), signal);
      await recordSystemEvent(app.db, 'billing_reconciled');
      app.log.info({ read }, 'billing reconciled');
    },
    deliver_webhook: (payload, signal) => deliverWebhook({ ...app, sender: served.sender }, payload, signal),
    async read_issue_states(_, signal) {
      const changed = await readIssueStates(app, new Date(), signal);
      if (changed > 0) app.log.info({ changed }, 'states of issues read');
    },
    send_push: (payload, signal) => sendPush({ ...app, sender: served.sender }, payload, signal),
    async announce_lateness(_, signal) {
      const now = new Date();
      const expired = await announceExpired(app, now, signal);
      const overdue = await announceOverdue(app, now, signal);
      if (expired + overdue > 0) app.log.info({ expired, overdue }, 'webhooks of passed dates queued');
    },
    change_snapshots: ({ changeId }, signal) => bulkChanges.runToEnd(app, changeId, signal),
    mail_reset_link: ({ sealed }) => mailResetLink(app, sealed),
    async send_mail(payload) {
      const isAccepted = await deliver(app, payload);
      if (!isAccepted && payload.reviewerId) await noteUndeliverable(app.db, payload.reviewerId);
    },
  };
}
