import type { Db } from '../db/db.ts';

export async function countUnread(db: Db, userId: string): Promise<number> {
  const row: { count: number } | undefined = await db('notifications')
    .where({ user_id: userId })
    .whereNull('read_at')
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}
