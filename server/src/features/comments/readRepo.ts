import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { markThreadsRead } from '@stagelink/shared/contracts/readThreads';
import type { Tx } from '../../platform/db/db.ts';

// SQL for other queries.

/** Comments `n` by others that a user, given as SQL, may see and has not read. */
const UNREAD = (user: string, owner: string) => `
  from comments n left join thread_reads x on x.comment_id = coalesce(n.parent_id, n.id) and x.user_id = ${user}
  where n.author_id is distinct from ${user} and (not n.is_pending or ${user} = ${owner})
    and date_trunc('milliseconds', n.created_at) > coalesce(x.read_at, '-infinity')`;

/** Whether the thread that comment `c` of snapshot `s` begins is unread by this user. */
export const isThreadUnread = (user: string) => `case
  when ${user} is null or c.parent_id is not null then false
  else exists (select ${UNREAD(user, 's.owner_id')} and (n.id = c.id or n.parent_id = c.id)) end`;

/** Stores up to where a user has read these threads. */
export async function put(
  tx: Tx,
  userId: string,
  { id: snapshotId, threads }: Parsed<typeof markThreadsRead>,
): Promise<void> {
  const latest = new Map(threads.map(({ id, readUpTo }) => [id, readUpTo]));
  await tx.raw(
    `insert into thread_reads (user_id, comment_id, read_at)
     select :userId, c.id, 'epoch'::timestamptz + read.up_to * interval '1 millisecond'
     from unnest(:ids::uuid[], :times::bigint[]) as read (id, up_to)
     join comments c on c.id = read.id and c.snapshot_id = :snapshotId and c.parent_id is null
     order by c.id
     on conflict (user_id, comment_id) do update set read_at = excluded.read_at`,
    { userId, snapshotId, ids: [...latest.keys()], times: [...latest.values()] },
  );
}
