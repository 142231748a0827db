import type { Db, Tx } from '../db/db.ts';
import { readByKey, statementByKeys } from '../db/joinedReads.ts';
import { statement } from '../db/statement.ts';
import { type ControlMessage, type LiveEvent, type BusMessage, snapshotChannel } from './events.ts';

export const PG_CHANNEL = 'stagelink_live';

export interface ChannelEvent {
  channel: string;
  event: LiveEvent;
}

type ListsChanged = Extract<LiveEvent, { type: 'lists_changed' }>;

/** Event for a change without a live message type of its own; `changed` names what it is about. */
export const listsChangedEvent = (
  channel: string,
  changed: Omit<ListsChanged, 'type'> = {},
): ChannelEvent => ({ channel, event: { type: 'lists_changed', ...changed } });

/** Parts of a statement, the last one `published`, that publish its `publishedOf` values where a condition is met. */
export const publishing = (condition: string): string => `events as (
     select *, row_number() over (partition by channel order by place) as nth
     from unnest(:channels::text[], :events::text[]) with ordinality as events(channel, event, place)
     where ${condition}
   ), counted_channels as (
     insert into channels (id, seq) select channel, count(*) from events group by channel order by channel
     on conflict (id) do update set seq = channels.seq + excluded.seq returning id, seq
   ), numbered as (
     select id, seq - count(*) over (partition by id) + nth as seq, event
     from counted_channels join events on events.channel = counted_channels.id
   ), published as (
     select pg_notify(:bus, json_build_object('channel', id, 'seq', seq, 'event', event::json)::text)
     from numbered order by id, seq
   )`;

/** Returns the values of `publishing`. */
export const publishedOf = (events: readonly ChannelEvent[]) => ({
  channels: events.map(({ channel }) => channel),
  events: events.map(({ event }) => JSON.stringify(event)),
  bus: PG_CHANNEL,
});

const PUBLISH = statement('events_publish', `with ${publishing('true')} select count(*) from published`);

/**
 * Publishes events in the transaction of the change: Postgres delivers them on commit. The channel's row stays locked
 * until then, which keeps `seq` gapless and in order. Channels are locked in key order, so publish all events of a
 * change at once to avoid deadlocks. See docs/decisions/0007.
 */
export async function publishAll(tx: Tx, events: ChannelEvent[]): Promise<void> {
  await PUBLISH(tx, publishedOf(events));
}

/** Deletes channels, locked in key order. */
export async function deleteChannels(tx: Tx, channels: string[]): Promise<void> {
  await tx.raw(
    `delete from channels where id in (select id from channels where id = any(?::text[]) order by id for update)`,
    [channels],
  );
}

/** Publishes the same event on several channels. */
export const publish = (tx: Tx, channels: string[], event: LiveEvent): Promise<void> =>
  publishAll(
    tx,
    channels.map((channel) => ({ channel, event })),
  );

/** Sends control messages to the other server processes. */
export async function broadcast(tx: Tx, ...messages: ControlMessage[]): Promise<void> {
  const notices = messages.map((message) =>
    JSON.stringify({ channel: null, announcement: message } satisfies BusMessage),
  );
  await tx.raw('select pg_notify(?, notice) from unnest(?::text[]) as notice', [PG_CHANNEL, notices]);
}

/** Removes the channels of deleted snapshots and users. Returns how many. */
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

const CURRENT = statementByKeys<{ id: string; seq: number }>(
  'channels_current',
  'text',
  (isAsked) => `select id, seq from channels where id ${isAsked}`,
);

const readCurrent = readByKey(async (db, channels) => {
  const rows = await CURRENT(db, channels);
  return new Map(rows.map(({ id, seq }) => [id, seq]));
});

/** Returns the channel's current sequence number. */
export const currentSeq = async (db: Db, channel: string): Promise<number> =>
  (await readCurrent(db, channel)) ?? 0;

/** Makes the owner's open windows refetch. Visitors do not learn that something changed. */
export async function publishToOwner(tx: Tx, snapshotId: string): Promise<void> {
  const message: BusMessage = { channel: null, announcement: { type: 'owner_only', snapshotId, seq: 0 } };
  await tx.raw(
    `select pg_notify(?, jsonb_set(?::jsonb, '{announcement,seq}', to_jsonb(coalesce(
       (select seq from channels where id = ?), 0)))::text)`,
    [PG_CHANNEL, JSON.stringify(message), snapshotChannel(snapshotId)],
  );
}
