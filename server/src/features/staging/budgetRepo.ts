import type { Db, Tx } from '../../platform/db/db.ts';
import type { UploadRow } from './repo.ts';

/** Stores and returns the upload's bytes that its owner has in no snapshot. */
export async function reserve(
  tx: Tx,
  { id, ownerId }: Pick<UploadRow, 'id' | 'ownerId'>,
  sizes: ReadonlyMap<string, number>,
): Promise<number> {
  const { rows } = await tx.raw<{ rows: { bytes: number }[] }>(
    `update uploads set reserved_bytes = (
       select coalesce(sum(w.size), 0) from unnest(:hashes::bytea[], :sizes::bigint[]) w (sha256, size)
       where not exists (select from snapshot_blobs s where s.owner_id = :ownerId and s.sha256 = w.sha256)
     ) where id = :id returning reserved_bytes as bytes`,
    {
      id,
      ownerId,
      hashes: [...sizes.keys()].map((sha256) => Buffer.from(sha256, 'hex')),
      sizes: [...sizes.values()],
    },
  );
  return rows[0]?.bytes ?? 0;
}

/** Sums an account's files in snapshots (each once) and in unfinished uploads. */
export async function storedBytes(db: Db, ownerId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: number }[] }>(
    `select (
       (select coalesce(sum(size), 0) from blobs
        where sha256 in (select sha256 from snapshot_blobs where owner_id = :ownerId
          and snapshot_id not in (select id from snapshots where owner_id = :ownerId and is_sample)))
       + (select coalesce(sum(reserved_bytes), 0) from uploads
          where owner_id = :ownerId and finalized_version is null)
     )::bigint as bytes`,
    { ownerId },
  );
  return rows[0]?.bytes ?? 0;
}

export interface OpenUpload {
  id: string;
  createdAt: Date;
}

/** The oldest first. */
export const openUploads = (tx: Tx, ownerId: string): Promise<OpenUpload[]> =>
  tx('uploads')
    .where({ owner_id: ownerId, finalized_version: null })
    .orderBy('created_at')
    .select({ id: 'id', createdAt: 'created_at' });
