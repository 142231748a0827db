import type { Db, Tx } from '../../platform/db/db.ts';

/** A key of an account, as it is stored. */
export interface StoredKey {
  ownerId: string;
  keyHash: Buffer;
}

/** What a key was used for. */
export interface UseRow {
  /** Hash of files and settings; null if the key was settled before anything was staged. */
  requestHash: Buffer | null;
  snapshotId: string | null;
  version: number | null;
}

const whereOf = ({ ownerId, keyHash }: StoredKey) => ({ owner_id: ownerId, key_hash: keyHash });

export const find = (db: Db, key: StoredKey, since: Date): Promise<UseRow | undefined> =>
  db('idempotency_keys')
    .where(whereOf(key))
    .where('created_at', '>', since)
    .first({ requestHash: 'request_hash', snapshotId: 'snapshot_id', version: 'version' });

/**
 * Takes a key; returns false if it was used since. Waits for a transaction that takes the same key. Take it before any
 * other lock than the owner's.
 */
export async function claim(
  tx: Tx,
  { ownerId, keyHash }: StoredKey,
  requestHash: Buffer | null,
  since: Date,
): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `insert into idempotency_keys as k (owner_id, key_hash, request_hash) values (:ownerId, :keyHash, :requestHash)
     on conflict (owner_id, key_hash) do update
       set request_hash = excluded.request_hash, snapshot_id = null, version = null, created_at = now()
       where k.created_at <= :since
     returning owner_id`,
    { ownerId, keyHash, requestHash, since },
  );
  return rows.length > 0;
}

export async function complete(
  tx: Tx,
  key: StoredKey,
  staged: { snapshotId: string; version: number },
): Promise<void> {
  await tx('idempotency_keys')
    .where(whereOf(key))
    .update({ snapshot_id: staged.snapshotId, version: staged.version });
}

export const removeBefore = (db: Db, before: Date): Promise<number> =>
  db('idempotency_keys').where('created_at', '<=', before).delete();
