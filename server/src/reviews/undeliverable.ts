import type { Db } from '../db/db.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { listsChanged, recordEach } from '../live/record.ts';
import * as repo from './repo.ts';

/** Notes that a reviewer cannot be mailed, so that the owner hands over the link. */
export async function noteUndeliverable(db: Db, reviewerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const reviewed = await repo.markUndeliverable(tx, reviewerId);
    if (!reviewed) return;
    const { snapshotId, ownerId } = reviewed;
    await recordEach(tx, [snapshotChannel(snapshotId), userChannel(ownerId)].map(listsChanged));
  });
}
