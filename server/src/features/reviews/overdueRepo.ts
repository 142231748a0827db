import type { Db, Tx } from '../../platform/db/db.ts';
import { isAwaited } from '../webhooks/repo.ts';

const IS_DUE = `r.deadline <= :now and r.overdue_announced_for is distinct from r.deadline`;

/** Returns reviews whose deadline has passed and that wait for a reviewer, of owners with a webhook for that. */
export async function due(db: Db, now: Date): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `select r.id from snapshots s
     cross join lateral (
       select id, deadline, overdue_announced_for from reviews
       where snapshot_id = s.id order by requested_at desc limit 1
     ) r
     where s.review_waits and s.review_deadline <= :now and ${IS_DUE}
       and ${isAwaited('review.overdue', 's.owner_id', 'r.deadline')}
     order by r.deadline`,
    { now },
  );
  return rows.map(({ id }) => id);
}

/** Claims the event of this deadline and returns the snapshot; undefined if another process has it. */
export async function claim(tx: Tx, id: string, now: Date): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: { snapshotId: string }[] }>(
    `update reviews r set overdue_announced_for = r.deadline where r.id = :id and ${IS_DUE}
     returning r.snapshot_id as "snapshotId"`,
    { id, now },
  );
  return rows[0]?.snapshotId;
}
