import { UNCLAIMED_OWNER } from '../identity/accounts/unclaimed.ts';
import type { Db, Tx } from '../../platform/db/db.ts';

export async function insertClaim(tx: Tx, snapshotId: string, secretHash: Buffer): Promise<void> {
  await tx('claims').insert({ snapshot_id: snapshotId, secret_hash: secretHash });
}

export async function findSnapshotId(db: Db, secretHash: Buffer): Promise<string | undefined> {
  const row: { id: string } | undefined = await db('claims')
    .where({ secret_hash: secretHash })
    .first({ id: 'snapshot_id' });
  return row?.id;
}

/** Returns false if the claim link was used meanwhile. */
export async function useClaim(tx: Tx, secretHash: Buffer): Promise<boolean> {
  return (await tx('claims').where({ secret_hash: secretHash }).delete()) === 1;
}

/** Gives a locked snapshot, its files and its uploads to another account. */
export async function move(tx: Tx, snapshotId: string, ownerId: string): Promise<void> {
  await tx('snapshots').where({ id: snapshotId }).update({ owner_id: ownerId });
  for (const table of ['snapshot_blobs', 'uploads'])
    await tx(table)
      .where({ owner_id: UNCLAIMED_OWNER.id, snapshot_id: snapshotId })
      .update({ owner_id: ownerId });
}
