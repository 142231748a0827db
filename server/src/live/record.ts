import type { Tx } from '../db/db.ts';
import type { Announcement, LiveEvent, Notice } from './events.ts';

export const PG_CHANNEL = 'stagelink_live';

const notify = (tx: Tx, notice: Notice) =>
  tx.raw('select pg_notify(?, ?)', [PG_CHANNEL, JSON.stringify(notice)]);

/**
 * Tells everyone on these channels, in the transaction that made the change: Postgres delivers only if it commits.
 * The channel's row stays locked until then, which keeps `seq` gapless and in order; channels are taken in one order
 * everywhere, so two changes cannot wait for each other.
 */
export async function record(tx: Tx, channels: string[], event: LiveEvent): Promise<void> {
  await tx.raw(
    `with counted as (
       insert into channels (id, seq) select unnest(?::text[]), 1
       on conflict (id) do update set seq = channels.seq + 1 returning id, seq
     )
     select pg_notify(?, json_build_object('channel', id, 'seq', seq, 'event', ?::json)::text) from counted`,
    [channels.toSorted(), PG_CHANNEL, JSON.stringify(event)],
  );
}

/** Tells the other server processes about a change of rights. */
export async function announce(tx: Tx, announcement: Announcement): Promise<void> {
  await notify(tx, { channel: null, announcement });
}
