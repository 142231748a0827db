import type { Db, Tx } from '../../platform/db/db.ts';

/** A file whose name contains a hash. */
export interface NamedFile {
  path: string;
  sha256: string;
  /** Whether a page or script refers to it. */
  isProven: boolean;
}

export async function countOf(db: Db, snapshotId: string): Promise<number> {
  const row: { count: number } | undefined = await db('immutable_files')
    .where({ snapshot_id: snapshotId })
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

/** Adds files of a version. A path that is known with other content is never immutable again. */
export async function record(tx: Tx, snapshotId: string, files: readonly NamedFile[]): Promise<void> {
  await tx.raw(
    `insert into immutable_files as known (snapshot_id, path, sha256, is_proven)
     select :snapshotId, path, decode(sha256, 'hex'), "isProven"
     from jsonb_to_recordset(:files) as file(path text, sha256 text, "isProven" boolean)
     order by path collate "C"
     on conflict (snapshot_id, path) do update set
       sha256 = case when known.sha256 = excluded.sha256 then known.sha256 end,
       is_proven = known.is_proven or excluded.is_proven`,
    { snapshotId, files: JSON.stringify(files) },
  );
}

/** Marks the paths whose content differs in this version. */
export async function noteChanges(tx: Tx, snapshotId: string, version: number): Promise<void> {
  await tx.raw(
    `update immutable_files known set sha256 = null
     from versions cross join jsonb_to_recordset(manifest) as file(path text, sha256 text)
     where versions.snapshot_id = :snapshotId and number = :version and known.snapshot_id = :snapshotId
       and file.path = known.path and known.sha256 <> decode(file.sha256, 'hex')`,
    { snapshotId, version },
  );
}

/** SQL of an object: path → SHA-256 of the files of a snapshot that may be cached for good. */
export const immutableFiles = (snapshots: string): string =>
  `(select coalesce(jsonb_object_agg(path, encode(sha256, 'hex')), '{}') from immutable_files
    where snapshot_id = ${snapshots}.id and is_proven and sha256 is not null)`;
