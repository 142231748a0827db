import type { Db } from '../../platform/db/db.ts';
import { userChannel } from '../../platform/live/events.ts';

/** Where an agent has read up to. */
export interface Position {
  seq: number;
  commentId: string;
}

/** Before the first thread. */
export const START: Position = { seq: 0, commentId: '00000000-0000-0000-0000-000000000000' };

export interface FeedbackQuery {
  ownerId: string;
  agentId: string;
  snapshotId: string | null;
  after: Position;
  limit: number;
}

/**
 * Returns the next threads for an agent. Those that another agent has follow when it gives them up, which numbers them
 * anew. From the start, an agent also gets what it was working on; later, what was taken back from it.
 */
export async function nextFeedback(
  db: Db,
  { ownerId, agentId, snapshotId, after, limit }: FeedbackQuery,
): Promise<Position[]> {
  const { rows } = await db.raw<{ rows: Position[] }>(
    `select w.seq, w.comment_id as "commentId" from thread_work w join snapshots s on s.id = w.snapshot_id
     where s.owner_id = :ownerId and s.version is not null and (:snapshotId::text is null or s.id = :snapshotId)
       and (w.seq, w.comment_id) > (:seq::bigint, :commentId::uuid)
       and (w.state in ('sent', 'accepted')
              and (coalesce(w.taken_until <= now(), true) or w.agent_id = :agentId)
            or w.state = 'inProgress' and w.agent_id = :agentId and :seq::bigint = 0
            or w.state = 'back' and w.agent_id = :agentId and :seq::bigint > 0)
     order by w.seq, w.comment_id limit :limit`,
    { ownerId, agentId, snapshotId, limit, ...after },
  );
  return rows;
}

/** Returns whether a position is later than everything there is, as after a restored backup. */
export async function isAhead(db: Db, ownerId: string, { seq }: Position): Promise<boolean> {
  const row: { seq: number } | undefined = await db('channels')
    .where({ id: userChannel(ownerId) })
    .first('seq');
  return seq > (row?.seq ?? 0);
}
