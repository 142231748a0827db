import type { Db } from '../../platform/db/db.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import * as repo from './repo.ts';

/** Marks a reviewer as unreachable by email, so that the owner passes the link on. */
export async function noteUndeliverable(db: Db, reviewerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const reviewed = await repo.markUndeliverable(tx, reviewerId);
    if (!reviewed) return;
    const { snapshotId, ownerId } = reviewed;
    const channels = [snapshotChannel(snapshotId), userChannel(ownerId)];
    await publish(tx, channels, { type: 'lists_changed', snapshotId });
  });
}
