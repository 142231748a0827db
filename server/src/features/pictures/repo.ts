import type { Tx } from '../../platform/db/db.ts';

/** Returns whether the version exists. The blob must be recorded in the same transaction. */
export async function set(tx: Tx, snapshotId: string, version: number, sha256: string): Promise<boolean> {
  const changed: number = await tx('versions')
    .where({ snapshot_id: snapshotId, number: version })
    .update({ picture_sha256: Buffer.from(sha256, 'hex') });
  return changed > 0;
}
