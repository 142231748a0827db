import type { Db, Tx } from '../db/db.ts';
import { type Announcement, type LiveEvent, type Notice, snapshotChannel } from './events.ts';

export const PG_CHANNEL = 'stagelink_live';

export interface Said {
  channel: string;
  event: LiveEvent;
}

/** A change on this channel that the list of live words has no word for. */
export const listsChanged = (channel: string): Said => ({ channel, event: { type: 'lists_changed' } });

/**
 * Tells these things, in the transaction that made the change: Postgres delivers only if it commits. A channel's row
 * stays locked until then, which keeps `seq` gapless and in order. Channels are taken in one order, so two changes
 * cannot wait for each other as long as each tells everything at once.
 */
export async function recordEach(tx: Tx, said: Said[]): Promise<void> {
  await tx.raw(
    `with said as (
       select *, row_number() over (partition by channel order by place) as nth
       from unnest(?::text[], ?::text[]) with ordinality as said(channel, event, place)
     ), counted as (
       insert into channels (id, seq) select channel, count(*) from said group by channel order by channel
       on conflict (id) do update set seq = channels.seq + excluded.seq returning id, seq
     ), numbered as (
       select id, seq - count(*) over (partition by id) + nth as seq, event
       from counted join said on said.channel = counted.id
     )
     select pg_notify(?, json_build_object('channel', id, 'seq', seq, 'event', event::json)::text)
     from numbered order by id, seq`,
    [said.map(({ channel }) => channel), said.map(({ event }) => JSON.stringify(event)), PG_CHANNEL],
  );
}

/** For what exists no longer. Rows are taken in the order in which everybody takes them. */
export async function forgetChannels(tx: Tx, channels: string[]): Promise<void> {
  await tx.raw(
    `delete from channels where id in (select id from channels where id = any(?::text[]) order by id for update)`,
    [channels],
  );
}

/** Tells the same on all of these channels. */
export const record = (tx: Tx, channels: string[], event: LiveEvent): Promise<void> =>
  recordEach(
    tx,
    channels.map((channel) => ({ channel, event })),
  );

/** Tells the other server processes about changes of rights. */
export async function announce(tx: Tx, ...announcements: Announcement[]): Promise<void> {
  const notices = announcements.map((announcement) =>
    JSON.stringify({ channel: null, announcement } satisfies Notice),
  );
  await tx.raw('select pg_notify(?, notice) from unnest(?::text[]) as notice', [PG_CHANNEL, notices]);
}

/** Removes the channels of snapshots and users that are gone; how many there were. */
export async function removeOrphanChannels(db: Db): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `delete from channels c where id in (
       select id from channels
       where not exists (select from snapshots s where 'snapshot:' || s.id = channels.id)
         and not exists (select from users u where 'user:' || u.id = channels.id)
       for update skip locked)`,
  );
  return rowCount;
}

/** How many events a channel has counted. */
export async function seqOf(db: Db, channel: string): Promise<number> {
  const row: { seq: number } | undefined = await db('channels').where({ id: channel }).first('seq');
  return row?.seq ?? 0;
}

/** Whoever looks at a snapshot of their own reads it again; nobody else learns that there is a reason to. */
export async function tellOwner(tx: Tx, snapshotId: string): Promise<void> {
  const seq = await seqOf(tx, snapshotChannel(snapshotId));
  await announce(tx, { type: 'owner_only', snapshotId, seq });
}
