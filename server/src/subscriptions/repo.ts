import type { Db, Tx } from '../db/db.ts';
import { IS_NAMED } from '../reviews/repo.ts';

export interface SubscriptionRow {
  id: string;
  snapshotId: string;
  snapshotName: string;
  /** Null when the whole snapshot is followed. */
  commentId: string | null;
  /** How the thread begins, in Markdown; null for whom its snapshot may be closed by now, too. */
  thread: string | null;
  isActive: boolean;
  createdAt: Date;
  lastNotifiedAt: Date | null;
}

const columns = {
  id: 'f.id',
  snapshotId: 'f.snapshot_id',
  snapshotName: 's.name',
  commentId: 'f.comment_id',
  isActive: 'f.is_active',
  createdAt: 'f.created_at',
  lastNotifiedAt: 'f.last_notified_at',
} satisfies Record<keyof Omit<SubscriptionRow, 'thread'>, string>;

const THREAD = `case
  when s.password_sealed is null or s.owner_id = u.id or ${IS_NAMED} then left(c.text, 400) end`;

const subscriptions = (db: Db, userId: string) =>
  db('subscriptions as f')
    .join('users as u', 'u.id', 'f.user_id')
    .join('snapshots as s', 's.id', 'f.snapshot_id')
    .leftJoin('comments as c', 'c.id', 'f.comment_id')
    .where('f.user_id', userId)
    .select({ ...columns, thread: db.raw(THREAD) });

/** Newest first. */
export const ofUser = (db: Db, userId: string): Promise<SubscriptionRow[]> =>
  subscriptions(db, userId).orderBy([
    { column: 'f.created_at', order: 'desc' },
    { column: 'f.id', order: 'desc' },
  ]);

/** This user's own, held until the transaction ends. */
export const lock = (tx: Tx, userId: string, id: string): Promise<SubscriptionRow | undefined> =>
  subscriptions(tx, userId).where('f.id', id).forNoKeyUpdate('f').first();

/** What can be followed: a snapshot as a whole, or one thread in it. */
export interface Followed {
  snapshotId: string;
  commentId: string | null;
}

/** How this user follows that, held until the transaction ends. */
export const lockOf = (
  tx: Tx,
  userId: string,
  { snapshotId, commentId }: Followed,
): Promise<SubscriptionRow | undefined> =>
  subscriptions(tx, userId)
    .where({ 'f.snapshot_id': snapshotId, 'f.comment_id': commentId })
    .forNoKeyUpdate('f')
    .first();

/** False when this user follows it already, or has paused it. */
export async function insert(
  tx: Tx,
  row: Followed & { id: string; userId: string; isActive?: boolean },
): Promise<boolean> {
  const inserted = await tx('subscriptions')
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

export async function setActive(tx: Tx, id: string, isActive: boolean): Promise<void> {
  await tx('subscriptions').where({ id }).update({ is_active: isActive });
}

export async function remove(tx: Tx, id: string): Promise<void> {
  await tx('subscriptions').where({ id }).delete();
}

/** Those of `rows` who follow, each once, marked as told. */
const TOLD = (rows: string) => `
  with told as (${rows}), marked as (
    update subscriptions f set last_notified_at = now() from told
    where f.user_id = told.user_id and f.snapshot_id = :snapshotId and f.is_active
      and (f.comment_id is null or f.comment_id = :threadId)
  )
  select user_id as id from told`;

const FOLLOWERS = `
  select f.user_id from subscriptions f join users u on u.id = f.user_id and u.deactivated_at is null
  where f.snapshot_id = :snapshotId and (f.comment_id is null or f.comment_id = :threadId)
    and f.user_id is distinct from :exceptFor
  group by f.user_id`;

interface Telling {
  snapshotId: string;
  threadId: string;
  /** Whoever did it. */
  exceptFor: string | null;
}

/** Who hears of what is new in a thread: what they chose for the thread counts before what they chose for all of them. */
export async function tellFollowers(tx: Tx, telling: Telling): Promise<string[]> {
  const rows = `${FOLLOWERS}
    having coalesce(bool_or(f.is_active) filter (where f.comment_id is not null), bool_or(f.is_active))`;
  const { rows: told } = await tx.raw<{ rows: { id: string }[] }>(TOLD(rows), { ...telling });
  return told.map(({ id }) => id);
}

/** Who follows the thread itself. */
export async function tellThreadFollowers(tx: Tx, telling: Telling): Promise<string[]> {
  const rows = `${FOLLOWERS} having bool_or(f.is_active and f.comment_id is not null)`;
  const { rows: told } = await tx.raw<{ rows: { id: string }[] }>(TOLD(rows), { ...telling });
  return told.map(({ id }) => id);
}
