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
  for (const channel of channels.toSorted()) {
    const [row]: { seq: number }[] = await tx('channels')
      .insert({ id: channel, seq: 1 })
      .onConflict('id')
      .merge({ seq: tx.raw('channels.seq + 1') })
      .returning('seq');
    await notify(tx, { channel, seq: row?.seq ?? 0, event });
  }
}

/** Tells the other server processes about a change of rights. */
export async function announce(tx: Tx, announcement: Announcement): Promise<void> {
  await notify(tx, { channel: null, announcement });
}
