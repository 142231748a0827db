import type { Tx } from '../../platform/db/db.ts';

/** The snapshot a folder was last staged to. */
export interface LinkedSnapshot {
  id: string;
  /** Null until its first version is published. */
  version: number | null;
  expiresAt: Date;
}

const bytes = (folderKey: string) => Buffer.from(folderKey, 'hex');

/** Locks the snapshot so that it is not deleted meanwhile. The owner must be locked, so that folders get one link. */
export const lockForKeyShare = (
  tx: Tx,
  ownerId: string,
  folderKey: string,
): Promise<LinkedSnapshot | undefined> =>
  tx('folder_links as f')
    .join('snapshots as s', 's.id', 'f.snapshot_id')
    .where({ 'f.owner_id': ownerId, 'f.folder_key': bytes(folderKey), 's.owner_id': ownerId })
    .forKeyShare('s')
    .first({ id: 's.id', version: 's.version', expiresAt: 's.expires_at' });

export async function put(tx: Tx, ownerId: string, folderKey: string, snapshotId: string): Promise<void> {
  await tx('folder_links')
    .insert({ owner_id: ownerId, folder_key: bytes(folderKey), snapshot_id: snapshotId })
    .onConflict(['owner_id', 'folder_key'])
    .merge();
}
