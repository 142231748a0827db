import { deleteClosedAccounts } from '../accounts/deletion.ts';
import type { App } from '../app.ts';
import { sweep } from '../blobs/sweep.ts';
import { makeVariants } from '../blobs/variants.ts';
import { deliver } from '../mail/outbox.ts';
import { mailBatches } from '../notifications/batches.ts';
import { postDigests } from '../notifications/digests.ts';
import { mailReplies } from '../replyMail/send.ts';
import { remindReviewers } from '../reviews/reminders.ts';
import * as bulkChanges from '../snapshots/bulkChanges.ts';
import { removeExpired, warnOfExpiry } from '../snapshots/expiry.ts';
import { mailResetLink } from '../passwords/service.ts';
import { forgetOld } from './forgetOld.ts';
import { JOB_NAMES, type JobHandlers, type JobName } from './jobs.ts';

/** Of several processes on one database, one without a mail server leaves these to the others. */
const NEED_MAIL: readonly JobName[] = ['send_mail', 'mail_reset_link', 'send_digests', 'mail_comments'];

/** The jobs that this process works. */
export const workedBy = ({ mail }: Pick<App, 'mail'>): readonly JobName[] =>
  mail.canSend ? JOB_NAMES : JOB_NAMES.filter((name) => !NEED_MAIL.includes(name));

/** What is done for each job. */
export function jobHandlers(served: App): JobHandlers {
  const app: App = { ...served, db: served.jobDb };
  return {
    make_variants: (payload, signal) => makeVariants(app, payload, signal),
    async sweep(_, signal) {
      const swept = await sweep(app, { signal, ...app.config.trash });
      app.log.info({ swept }, swept ? 'swept' : 'another process is sweeping');
    },
    async send_digests(_, signal) {
      const posted = await postDigests(app, new Date(), signal);
      app.log.info({ posted }, 'digests posted');
    },
    async mail_comments(_, signal) {
      const now = new Date();
      const mailed = await mailBatches(app, now, signal);
      const replied = await mailReplies(app, now, signal);
      if (mailed + replied > 0) app.log.info({ mailed, replied }, 'comments mailed');
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
    async forget_old(_, signal) {
      const forgotten = await forgetOld(app, signal);
      app.log.info({ forgotten }, 'what is old was forgotten');
    },
    async delete_accounts(_, signal) {
      const deleted = await deleteClosedAccounts(app, signal);
      app.log.info({ deleted }, 'closed accounts deleted');
    },
    change_snapshots: ({ changeId }, signal) => bulkChanges.runToEnd(app, changeId, signal),
    mail_reset_link: ({ sealed }) => mailResetLink(app, sealed),
    send_mail: (payload) => deliver(app, payload),
  };
}
