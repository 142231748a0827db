import type { Db, Tx } from '../db/db.ts';
import type { UploadRow } from './repo.ts';

/** Notes how many bytes of an upload its owner has in no snapshot, and returns that number. */
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

/** The bytes of everything in an account's snapshots, each file once, and of its unfinished uploads. */
export async function storedBytes(db: Db, ownerId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { bytes: number }[] }>(
    `select (
       (select coalesce(sum(size), 0) from blobs
        where sha256 in (select sha256 from snapshot_blobs where owner_id = :ownerId))
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

/** The unfinished uploads of an account, the oldest first. */
export const openUploads = (tx: Tx, ownerId: string): Promise<OpenUpload[]> =>
  tx('uploads')
    .where({ owner_id: ownerId, finalized_version: null })
    .orderBy('created_at')
    .select({ id: 'id', createdAt: 'created_at' });
