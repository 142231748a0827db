import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { type ChannelEvent, publishAll } from '../../platform/live/publish.ts';
import * as notifications from '../notifications/repo.ts';
import type { Actor } from '../replyEmails/queue.ts';
import { noteWriter } from '../replyEmails/service.ts';
import * as repo from './announceRepo.ts';
import { notifyAboutComment, notifyAboutPending } from './notify.ts';
import { peopleOf } from './peopleRepo.ts';
import { emitThread } from './webhooks.ts';

/** Locks the author's account and those that the comment may notify, before rows that refer to them. */
async function lockPeople(tx: Tx, { snapshotId, authorId }: repo.PostedRow): Promise<void> {
  const people = await peopleOf(tx, snapshotId);
  const ids = new Set([authorId, ...people.map(({ userId }) => userId)].filter((id) => id !== null));
  await notifications.lockRecipients(tx, [...ids]);
}

/** Returns who wrote a comment. */
function authorOf(comment: repo.PostedRow): Actor {
  const { authorId: userId, authorName: name, anonymousHash } = comment;
  const reviewerEmail = userId === null ? comment.reviewerEmail : null;
  const isVerified = comment.isVerified || comment.reviewerId !== null;
  return { userId, name, anonymousHash, reviewerEmail, isVerified };
}

/** Everyone is notified when the owner approves a pending comment; until then it is for the owner alone. */
function notify(app: App, tx: Tx, comment: repo.PostedRow, wasPending: boolean): Promise<ChannelEvent[]> {
  const happened = { snapshot: comment.snapshot, comment, by: authorOf(comment) };
  if (!wasPending) return notifyAboutComment(app, tx, happened);
  return comment.isPending ? notifyAboutPending(app, tx, happened) : Promise.resolve([]);
}

/** Queues events for webhooks; those of a pending comment follow when the owner approves it. */
async function emitEvents(app: App, tx: Tx, comment: repo.PostedRow, reopens: boolean): Promise<void> {
  const { snapshot, parentId } = comment;
  const happened = { snapshot, comment, by: authorOf(comment) };
  await emitThread(app, tx, parentId === null ? 'comment.created' : 'comment.replied', happened);
  if (reopens) await emitThread(app, tx, 'comment.reopened', happened);
}

/** Does what the author of a new comment does not wait for. Once, however often the job runs. */
export async function announce(
  app: App,
  { commentId, wasPending, passwordRevision, reopens }: JobPayloads['announce_comment'],
): Promise<void> {
  await app.db.transaction(async (tx) => {
    const comment = await repo.find(tx, commentId);
    if (!comment) return;
    await lockPeople(tx, comment);
    if (!(await repo.mark(tx, commentId))) return;
    const { snapshotId, authorId: userId, createdAt: at } = comment;
    const type = comment.parentId === null ? 'comment_posted' : 'comment_replied';
    await analytics.record(tx, { type, userId, data: { snapshotId }, at });
    await noteWriter(tx, { id: snapshotId, passwordRevision }, comment);
    const events = await notify(app, tx, comment, wasPending);
    if (!wasPending) await emitEvents(app, tx, comment, reopens);
    // Last: other comments on the owner’s snapshots wait for their channel until this is committed.
    await publishAll(tx, events);
  });
}
