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
import {
  type CommentActivity,
  followersOf,
  type Notice,
  noticeOfPending,
  noticesOfComment,
} from './notify.ts';
import { ownersWithWebhooks } from '../webhooks/repo.ts';
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

/** A comment, what is known since it was posted, and who is notified of it as a follower. */
interface Announced {
  happened: CommentActivity & { comment: repo.PostedRow };
  terms: Announcement;
  followers: readonly string[];
}

/** Everyone is notified when the owner approves a pending comment; until then it is for the owner alone. */
async function noticesOf(app: App, tx: Tx, { happened, terms, followers }: Announced): Promise<Notice[]> {
  if (!terms.wasPending) return noticesOfComment(app, tx, happened, { followers });
  return happened.comment.isPending ? [noticeOfPending(happened)] : [];
}

/** Queues events for webhooks; those of a pending comment follow when the owner approves it. */
async function emitEvents(app: App, tx: Tx, { happened, terms }: Announced): Promise<void> {
  if (terms.wasPending) return;
  const type = happened.comment.parentId === null ? 'comment.created' : 'comment.replied';
  await emitThread(app, tx, type, happened);
  if (terms.reopens) await emitThread(app, tx, 'comment.reopened', happened);
}

const eventOf = ({ parentId, snapshotId, authorId, createdAt }: repo.PostedRow): analytics.ServerEvent => ({
  type: parentId === null ? 'comment_posted' : 'comment_replied',
  userId: authorId,
  data: { snapshotId },
  at: createdAt,
});

/** Adds the followers of comments that everyone may see, and marks them as notified. */
async function withFollowers(
  tx: Tx,
  comments: readonly repo.PostedRow[],
  termsOf: ReadonlyMap<string, Announcement>,
): Promise<Announced[]> {
  const all = comments.flatMap((comment) => {
    const terms = termsOf.get(comment.id);
    return terms ? [{ happened: { snapshot: comment.snapshot, comment, by: authorOf(comment) }, terms }] : [];
  });
  const open = all.filter(({ terms }) => !terms.wasPending);
  const followers = await followersOf(
    tx,
    open.map(({ happened }) => happened),
  );
  return all.map((each) => ({ ...each, followers: followers[open.indexOf(each)] ?? [] }));
}

/** Does what the authors of new comments do not wait for. Once for each comment, however often the job runs. */
export async function announce(app: App, announcements: readonly Announcement[]): Promise<void> {
  await app.db.transaction(async (tx) => {
    const termsOf = new Map(announcements.map((each) => [each.commentId, each]));
    const found = await repo.findAll(tx, [...termsOf.keys()]);
    if (found.length === 0) return;
    await lockFor(tx, found);
    const foundIds = found.map(({ id }) => id);
    const marked = await repo.mark(tx, foundIds);
    const comments = found.filter(({ id }) => marked.has(id));
    await analytics.record(tx, ...comments.map(eventOf));
    const ownerIds = unique(comments.map(({ snapshot }) => snapshot.ownerId));
    const listened = await ownersWithWebhooks(tx, ownerIds);
    const notices: Notice[] = [];
    for (const each of await withFollowers(tx, comments, termsOf)) {
      const { happened, terms } = each;
      const { id, ownerId } = happened.snapshot;
      await noteWriter(tx, { id, passwordRevision: terms.passwordRevision }, happened.comment);
      notices.push(...(await noticesOf(app, tx, each)));
      if (listened.has(ownerId)) await emitEvents(app, tx, each);
    }
    // Last: other comments on the owners’ snapshots wait for their channels until this is committed.
    await publishAll(tx, await notifyAll(app, tx, notices));
  });
}
