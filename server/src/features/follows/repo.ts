import { uuidv7 } from 'uuidv7';
import type { Db, Tx } from '../../platform/db/db.ts';
import { statement } from '../../platform/db/statement.ts';
import { isReviewerOf } from '../reviews/repo.ts';

export interface SubscriptionRow {
  id: string;
  snapshotId: string;
  snapshotName: string;
  /** Null for the whole snapshot. */
  commentId: string | null;
  /** The beginning of the thread in Markdown; null if the user may no longer have access to the snapshot. */
  thread: string | null;
  isActive: boolean;
  /** False while owners are notified about their snapshot without having followed it. */
  isChosen: boolean;
  createdAt: Date;
  lastNotifiedAt: Date | null;
}

const columns = {
  id: 'f.id',
  snapshotId: 'f.snapshot_id',
  snapshotName: 's.name',
  commentId: 'f.comment_id',
  isActive: 'f.is_active',
  isChosen: 'f.is_chosen',
  createdAt: 'f.created_at',
  lastNotifiedAt: 'f.last_notified_at',
} satisfies Record<keyof Omit<SubscriptionRow, 'thread'>, string>;

const THREAD = `case
  when s.password_sealed is null or s.owner_id = u.id or ${isReviewerOf('u', 's')} then left(c.text, 400) end`;

const follows = (db: Db, userId: string) =>
  db('follows as f')
    .join('users as u', 'u.id', 'f.user_id')
    .join('snapshots as s', 's.id', 'f.snapshot_id')
    .leftJoin('comments as c', 'c.id', 'f.comment_id')
    .where('f.user_id', userId)
    .select({ ...columns, thread: db.raw(THREAD) });

/** Returns what a user has chosen to follow, newest first. */
export const ofUser = (db: Db, userId: string): Promise<SubscriptionRow[]> =>
  follows(db, userId)
    .where('f.is_chosen', true)
    .orderBy([
      { column: 'f.created_at', order: 'desc' },
      { column: 'f.id', order: 'desc' },
    ]);

/** Locks a follow of this user. */
export const lockForNoKeyUpdate = (
  tx: Tx,
  userId: string,
  id: string,
): Promise<SubscriptionRow | undefined> => follows(tx, userId).where('f.id', id).forNoKeyUpdate('f').first();

/** The object of a follow: a snapshot as a whole, or one thread in it. */
export interface FollowedObject {
  snapshotId: string;
  commentId: string | null;
}

/** Locks this user's follow of the object. */
export const lockObjectForNoKeyUpdate = (
  tx: Tx,
  userId: string,
  { snapshotId, commentId }: FollowedObject,
): Promise<SubscriptionRow | undefined> =>
  follows(tx, userId)
    .where({ 'f.snapshot_id': snapshotId, 'f.comment_id': commentId })
    .forNoKeyUpdate('f')
    .first();

/** Returns false if the user already follows it or has paused it. */
export async function insert(
  tx: Tx,
  row: FollowedObject & { id: string; userId: string; isActive?: boolean },
): Promise<boolean> {
  const inserted = await tx('follows')
    .insert({
      id: row.id,
      user_id: row.userId,
      snapshot_id: row.snapshotId,
      comment_id: row.commentId,
      is_active: row.isActive ?? true,
    })
    .onConflict(['user_id', 'snapshot_id', 'comment_id'])
    .ignore()
    .returning('id');
  return inserted.length === 1;
}

/** Notifies owners about their snapshot, until they pause that. They may have followed it before. */
export async function insertForOwner(tx: Tx, userId: string, snapshotId: string): Promise<void> {
  await tx('follows')
    .insert({ id: uuidv7(), user_id: userId, snapshot_id: snapshotId, is_chosen: false })
    .onConflict(['user_id', 'snapshot_id', 'comment_id'])
    .ignore();
}

export async function choose(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await tx('follows').where({ id }).update({ is_active: isActive, is_chosen: true });
}

/** Notifies the owner of the snapshot as before the follow. Returns false if the user is not its owner. */
export async function restoreForOwner(tx: Tx, id: string): Promise<boolean> {
  const restored = await tx('follows')
    .where({ id })
    .whereRaw('comment_id is null and user_id = (select owner_id from snapshots where id = snapshot_id)')
    .update({ is_active: true, is_chosen: false });
  return restored === 1;
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('follows').where({ id }).delete();
}

/** Selects the followers of each target that meet a condition, each once, and marks them as notified. */
const MARK_NOTIFIED = (condition: string) => `
  with targets as (
    select * from unnest(:snapshotIds::text[], :threadIds::uuid[], :exceptFor::uuid[]) with ordinality
      as t (snapshot_id, thread_id, except_for, place)
  ), recipients as (
    select t.place, t.snapshot_id, t.thread_id, f.user_id from targets t
    join follows f on f.snapshot_id = t.snapshot_id and (f.comment_id is null or f.comment_id = t.thread_id)
    join users u on u.id = f.user_id and u.deactivated_at is null
    where f.user_id is distinct from t.except_for
    group by t.place, t.snapshot_id, t.thread_id, f.user_id
    having ${condition}
  ), marked as (
    update follows f set last_notified_at = now() from recipients r
    where f.user_id = r.user_id and f.snapshot_id = r.snapshot_id and f.is_active
      and (f.comment_id is null or f.comment_id = r.thread_id)
  )
  select place::int, user_id as "userId" from recipients`;

export interface FollowTarget {
  snapshotId: string;
  threadId: string;
  /** The user who caused the notification. */
  exceptFor: string | null;
}

/** `place`: of the target, counted from one. */
const mark = statement<{ place: number; userId: string }>;
const FOLLOWERS_OF = {
  any: mark(
    'follows_mark_notified',
    MARK_NOTIFIED(
      `coalesce(bool_or(f.is_active) filter (where f.comment_id is not null), bool_or(f.is_active))`,
    ),
  ),
  thread: mark(
    'follows_mark_thread_notified',
    MARK_NOTIFIED('bool_or(f.is_active and f.comment_id is not null)'),
  ),
};

async function markFollowers(
  which: keyof typeof FOLLOWERS_OF,
  tx: Tx,
  targets: readonly FollowTarget[],
): Promise<string[][]> {
  const recipients = await FOLLOWERS_OF[which](tx, {
    snapshotIds: targets.map(({ snapshotId }) => snapshotId),
    threadIds: targets.map(({ threadId }) => threadId),
    exceptFor: targets.map(({ exceptFor }) => exceptFor),
  });
  const byPlace = Map.groupBy(recipients, ({ place }) => place);
  return targets.map((_, at) => (byPlace.get(at + 1) ?? []).map(({ userId }) => userId));
}

/**
 * Marks the followers to notify about activity in threads, and returns those of each. A setting for the thread overrides
 * the one for the snapshot.
 */
export const markNotified = (tx: Tx, targets: readonly FollowTarget[]): Promise<string[][]> =>
  markFollowers('any', tx, targets);

/** Marks the followers of the thread itself. */
export async function markThreadFollowersNotified(tx: Tx, target: FollowTarget): Promise<string[]> {
  const [followers = []] = await markFollowers('thread', tx, [target]);
  return followers;
}
