import * as analytics from '../analytics/service.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { JobPayloads } from '../../platform/jobs/jobs.ts';
import { publishAll } from '../../platform/live/publish.ts';
import * as notifications from '../notifications/repo.ts';
import { notifyAll } from '../notifications/service.ts';
import type { Actor } from '../replyEmails/queue.ts';
import { noteWriter } from '../replyEmails/service.ts';
import * as repo from './announceRepo.ts';
import { type Notice, noticeOfPending, noticesOfComment } from './notify.ts';
import { peopleOf } from './peopleRepo.ts';
import { emitThread } from './webhooks.ts';

type Announcement = JobPayloads['announce_comment'];

const unique = (ids: (string | null)[]): string[] => [...new Set(ids.filter((id) => id !== null))];

/** Locks the authors’ accounts and those that comments may notify, then the snapshots, in the lock order of a deletion. */
async function lockFor(tx: Tx, comments: repo.PostedRow[]): Promise<void> {
  const snapshotIds = unique(comments.map(({ snapshotId }) => snapshotId));
  const people = await peopleOf(tx, ...snapshotIds);
  const authorIds = comments.map(({ authorId }) => authorId);
  await notifications.lockRecipients(tx, unique([...authorIds, ...people.map(({ userId }) => userId)]));
  await repo.lockSnapshots(tx, snapshotIds);
}

/** Returns who wrote a comment. */
function authorOf(comment: repo.PostedRow): Actor {
  const { authorId: userId, authorName: name, anonymousHash } = comment;
  const reviewerEmail = userId === null ? comment.reviewerEmail : null;
  const isVerified = comment.isVerified || comment.reviewerId !== null;
  return { userId, name, anonymousHash, reviewerEmail, isVerified };
}

/** Everyone is notified when the owner approves a pending comment; until then it is for the owner alone. */
async function noticesOf(app: App, tx: Tx, comment: repo.PostedRow, wasPending: boolean): Promise<Notice[]> {
  const happened = { snapshot: comment.snapshot, comment, by: authorOf(comment) };
  if (!wasPending) return noticesOfComment(app, tx, happened);
  return comment.isPending ? [noticeOfPending(happened)] : [];
}

/** Queues events for webhooks; those of a pending comment follow when the owner approves it. */
async function emitEvents(app: App, tx: Tx, comment: repo.PostedRow, reopens: boolean): Promise<void> {
  const { snapshot, parentId } = comment;
  const happened = { snapshot, comment, by: authorOf(comment) };
  await emitThread(app, tx, parentId === null ? 'comment.created' : 'comment.replied', happened);
  if (reopens) await emitThread(app, tx, 'comment.reopened', happened);
}

const eventOf = ({ parentId, snapshotId, authorId, createdAt }: repo.PostedRow): analytics.ServerEvent => ({
  type: parentId === null ? 'comment_posted' : 'comment_replied',
  userId: authorId,
  data: { snapshotId },
  at: createdAt,
});

/** Notes who wrote a comment, queues its events for webhooks and returns its notifications. */
async function announceOne(
  app: App,
  tx: Tx,
  comment: repo.PostedRow,
  { wasPending, passwordRevision, reopens }: Announcement,
): Promise<Notice[]> {
  await noteWriter(tx, { id: comment.snapshotId, passwordRevision }, comment);
  const notices = await noticesOf(app, tx, comment, wasPending);
  if (!wasPending) await emitEvents(app, tx, comment, reopens);
  return notices;
}

/** Does what the authors of new comments do not wait for. Once for each comment, however often the job runs. */
export async function announce(app: App, announcements: readonly Announcement[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    const terms = new Map(announcements.map((each) => [each.commentId, each]));
    const found = await repo.findAll(tx, [...terms.keys()]);
    if (found.length === 0) return;
    await lockFor(tx, found);
    const marked = await repo.mark(
      tx,
      found.map(({ id }) => id),
    );
    const comments = found.filter(({ id }) => marked.has(id));
    await analytics.record(tx, ...comments.map(eventOf));
    const notices: Notice[] = [];
    for (const comment of comments) {
      const announcement = terms.get(comment.id);
      if (announcement) notices.push(...(await announceOne(app, tx, comment, announcement)));
    }
    // Last: other comments on the owners’ snapshots wait for their channels until this is committed.
    await publishAll(tx, await notifyAll(app, tx, notices));
  });
}
