import type { ConnectedTracker } from '@stagelink/shared/contracts/issues';
import type { Db } from '../../platform/db/db.ts';

/** An issue whose state may have changed. */
export interface WatchedIssue {
  commentId: string;
  snapshotId: string;
  ownerId: string;
  tracker: ConnectedTracker;
  url: string;
  isClosed: boolean | null;
  etag: string | null;
}

/** Issues of one person that are read in an hour, in each tracker. */
const READ_AT_ONCE = 200;

/** Returns the issues of unresolved threads whose owners have a token, longest unread first. */
export async function findWatched(db: Db, before: Date): Promise<WatchedIssue[]> {
  const { rows } = await db.raw<{ rows: WatchedIssue[] }>(
    `select * from (
       select i.comment_id as "commentId", c.snapshot_id as "snapshotId", s.owner_id as "ownerId", t.tracker, i.url,
              i.is_closed as "isClosed", i.etag,
              row_number() over (partition by s.owner_id, t.tracker order by i.checked_at nulls first) as place
       from thread_issues i
         join comments c on c.id = i.comment_id and c.resolved_at is null
         join snapshots s on s.id = c.snapshot_id
         join users u on u.id = s.owner_id and u.deactivated_at is null
         join tracker_connections t on t.user_id = s.owner_id and t.problem is null
           and (t.tracker = 'github' and i.url ~ '^https://github[.]com/[^/]+/[^/]+/issues/[0-9]+'
             or t.tracker = 'linear' and i.url ~ '^https://linear[.]app/[^/]+/issue/[A-Za-z]')
       where i.checked_at is null or i.checked_at < :before) watched
     where place <= :most order by "ownerId", tracker, place`,
    { before, most: READ_AT_ONCE },
  );
  return rows;
}

/** Stores the state of an issue; null: nothing new. */
export async function note(
  db: Db,
  { commentId, url }: Pick<WatchedIssue, 'commentId' | 'url'>,
  state: { isClosed: boolean; etag: string | null } | null,
): Promise<void> {
  const row = db('thread_issues').where({ comment_id: commentId, url });
  await row.update({
    checked_at: db.fn.now(),
    ...(state && { is_closed: state.isClosed, etag: state.etag }),
  });
}
