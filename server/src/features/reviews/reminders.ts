import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { publishAll } from '../../platform/live/publish.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { notifyEmails } from '../notifications/service.ts';
import { isStopped } from '../replyEmails/optOuts.ts';
import { reviewReminderEmail } from './emails.ts';
import { personalLink, reviewsPath } from './link.ts';
import * as reminders from './remindersRepo.ts';

/** Reminds each pending reviewer once when the deadline is near. Returns how many. */
export async function remindReviewers(
  app: Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const remind = (id: string) =>
    app.db.transaction(async (tx) => {
      const due = await reminders.claimDue(tx, id, now);
      if (!due) return false;
      const { email, reviewerName: name, snapshotId, snapshotName, passwordRevision } = due;
      const url = personalLink(app, { id: snapshotId, passwordRevision }, id);
      const owner = { name: due.ownerName, email: due.ownerEmail };
      if (!(await isStopped(app, tx, { email, snapshotId }))) {
        await enqueueEmail(
          app,
          tx,
          { to: { name, email }, ...reviewReminderEmail({ ...due, owner, url }) },
          { reviewerId: id },
        );
      }
      const notified = await notifyEmails(app, tx, [email], {
        type: 'other',
        title: sentence`${owner.name} is waiting for your review`,
        message: sentence`The deadline for “${snapshotName}” is near.`,
        actionUrl: reviewsPath(snapshotId),
        snapshotId,
      });
      await publishAll(tx, notified);
      return true;
    });
  return runEach(app, await reminders.due(app.db, now), remind, signal);
}
