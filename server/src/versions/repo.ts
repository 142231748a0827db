import type { ManifestFile, Source } from '@stagelink/shared/contracts/staging';
import type { Db, Tx } from '../db/db.ts';

export interface VersionRow {
  snapshotId: string;
  number: number;
  fileCount: number;
  totalBytes: number;
  source: Source;
  createdAt: Date;
  /** Null while it waits: nobody but its owner has seen it. */
  publishedAt: Date | null;
}

const columns = {
  snapshotId: 'snapshot_id',
  number: 'number',
  fileCount: 'file_count',
  totalBytes: 'total_bytes',
  source: 'source',
  createdAt: 'created_at',
  publishedAt: 'published_at',
} satisfies Record<keyof VersionRow, string>;

/** Newest first. */
export const ofSnapshot = (db: Db, snapshotId: string): Promise<VersionRow[]> =>
  db('versions').where({ snapshot_id: snapshotId }).orderBy('number', 'desc').select(columns);

export const find = (db: Db, snapshotId: string, number: number): Promise<VersionRow | undefined> =>
  db('versions').where({ snapshot_id: snapshotId, number }).first(columns);

export async function filesOf(db: Db, { snapshotId, number }: VersionRow): Promise<ManifestFile[]> {
  const row: { manifest: ManifestFile[] } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId, number })
    .first('manifest');
  return row?.manifest ?? [];
}

/** When it was published for the first time stays. */
export async function publish(tx: Tx, { snapshotId, number }: VersionRow): Promise<void> {
  await tx('versions')
    .where({ snapshot_id: snapshotId, number })
    .whereNull('published_at')
    .update({ published_at: tx.fn.now() });
}

/**
 * Removes a version, what was found out about it, and the snapshot's hold on blobs that only it had. What an upload
 * counts on that may still be finalized is kept. The snapshot must be held.
 */
export async function remove(tx: Tx, { snapshotId, number }: VersionRow): Promise<void> {
  await tx('versions').where({ snapshot_id: snapshotId, number }).delete();
  await tx('uploads').where({ snapshot_id: snapshotId, finalized_version: number }).delete();
  await tx.raw(
    `delete from pin_findings f using comments c
     where c.id = f.comment_id and c.snapshot_id = :snapshotId and f.version = :number`,
    { snapshotId, number },
  );
  await tx.raw(
    // Each hash once, and apart from its manifest: joined with whole entries, thousands of versions take many seconds.
    `with needed as materialized (
       select distinct decode(file ->> 'sha256', 'hex') as sha256
       from (
         select manifest from versions where snapshot_id = :snapshotId
         union all
         select manifest from uploads where snapshot_id = :snapshotId and finalized_version is null
       ) manifests cross join jsonb_array_elements(manifests.manifest) file
     )
     delete from snapshot_blobs b where snapshot_id = :snapshotId
       and not exists (select from needed where needed.sha256 = b.sha256)`,
    { snapshotId },
  );
}
