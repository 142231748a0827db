import type { Db, Tx } from '../db/db.ts';

export interface SubscriptionRow {
  id: string;
  snapshotId: string;
  snapshotName: string;
  /** Null when the whole snapshot is followed. */
  commentId: string | null;
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
} satisfies Record<keyof SubscriptionRow, string>;

const subscriptions = (db: Db, userId: string) =>
  db('subscriptions as f')
    .join('snapshots as s', 's.id', 'f.snapshot_id')
    .where('f.user_id', userId)
    .select(columns);

/** Newest first. */
export const ofUser = (db: Db, userId: string): Promise<SubscriptionRow[]> =>
  subscriptions(db, userId).orderBy([
    { column: 'f.created_at', order: 'desc' },
    { column: 'f.id', order: 'desc' },
  ]);

/** This user's own, held until the transaction ends. */
export const lock = (tx: Tx, userId: string, id: string): Promise<SubscriptionRow | undefined> =>
  subscriptions(tx, userId).where('f.id', id).forNoKeyUpdate('f').first();

/** How this user follows the whole of a snapshot, held until the transaction ends. */
export const lockOfSnapshot = (
  tx: Tx,
  userId: string,
  snapshotId: string,
): Promise<SubscriptionRow | undefined> =>
  subscriptions(tx, userId)
    .where('f.snapshot_id', snapshotId)
    .whereNull('f.comment_id')
    .forNoKeyUpdate('f')
    .first();

/** False when this user follows the snapshot already. */
export async function insert(
  tx: Tx,
  row: { id: string; userId: string; snapshotId: string },
): Promise<boolean> {
  const inserted = await tx('subscriptions')
    .insert({ id: row.id, user_id: row.userId, snapshot_id: row.snapshotId })
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
