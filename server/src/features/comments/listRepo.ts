import type { Db } from '../../platform/db/db.ts';
import { type CommentRow, comments, type Reader } from './repo.ts';

/** An entry in the comment list of a snapshot. */
export interface ListedRow {
  id: string;
  /** Approximate size in the list. */
  bytes: number;
  /** The thread is resolved and has no reply since. */
  isSettled: boolean;
}

/** Lists threads newest first, replies oldest first, including pending comments. */
export async function listed(db: Db, snapshotId: string): Promise<ListedRow[]> {
  const { rows } = await db.raw<{ rows: ListedRow[] }>(
    `with answered as (
       select parent_id, max(created_at) as at from comments
       where snapshot_id = :snapshotId and parent_id is not null group by parent_id
     )
     select c.id, c.bytes,
            t.resolved_at is not null and coalesce(a.at <= t.resolved_at, true) as "isSettled"
     from comments c
     join comments t on t.id = coalesce(c.parent_id, c.id)
     left join answered a on a.parent_id = t.id
     where c.snapshot_id = :snapshotId
     order by t.created_at desc, t.id desc, c.parent_id is not null, c.created_at, c.id`,
    { snapshotId },
  );
  return rows;
}

export async function countThreads(db: Db, snapshotId: string): Promise<number> {
  const row: { count: number } | undefined = await db('comments')
    .where({ snapshot_id: snapshotId })
    .whereNull('parent_id')
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

/** Returns these comments in this order, without deleted ones. */
export async function readListed(
  db: Db,
  listed: ListedRow[],
  reader: Reader,
  brief: string[],
): Promise<CommentRow[]> {
  const ids = listed.map(({ id }) => id);
  const rows: CommentRow[] = await comments(db, reader, brief).whereIn('c.id', ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
