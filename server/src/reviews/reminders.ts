import type { App } from '../app.ts';
import { doEach } from '../jobs/each.ts';
import { recordEach } from '../live/record.ts';
import { post } from '../mail/outbox.ts';
import { notifyAddresses } from '../notifications/service.ts';
import { isStopped } from '../replyMail/optOuts.ts';
import { reminder } from './letters.ts';
import { personalLink, reviewsPath } from './link.ts';
import * as reminders from './remindersRepo.ts';

/** Reminds whoever has not answered when the deadline is near, once each. How many were reminded. */
export async function remindReviewers(
  app: Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const remind = (id: string) =>
    app.db.transaction(async (tx) => {
      const due = await reminders.take(tx, id, now);
      if (!due) return false;
      const { email, reviewerName: name, snapshotId, snapshotName, passwordRevision } = due;
      const url = personalLink(app, { id: snapshotId, passwordRevision }, id);
      const owner = { name: due.ownerName, email: due.ownerEmail };
      if (!(await isStopped(app, tx, { email, snapshotId }))) {
        await post(app, tx, { to: { name, email }, ...reminder({ ...due, owner, url }) }, { reviewerId: id });
      }
      const told = await notifyAddresses(app, tx, [email], {
        type: 'other',
        title: `${owner.name} is waiting for your review`,
        message: `The deadline for “${snapshotName}” is near.`,
        actionUrl: reviewsPath(snapshotId),
        snapshotId,
      });
      await recordEach(tx, told);
      return true;
    });
  return doEach(app, await reminders.due(app.db, now), remind, signal);
}
