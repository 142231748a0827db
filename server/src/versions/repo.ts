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

export async function countOf(db: Db, snapshotId: string): Promise<number> {
  const row: { count: number } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId })
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

/**
 * Versions older than the newest `kept` that nothing refers to, the oldest first: not shown, no drafts, without
 * comments and answers of reviewers.
 */
export const surplusOf = (
  db: Db,
  { id, version: shown }: { id: string; version: number | null },
  kept: number,
  limit: number,
): Promise<VersionRow[]> =>
  db('versions as v')
    .where('v.snapshot_id', id)
    .whereRaw(
      `v.number < (select min(number) from
         (select number from versions where snapshot_id = ? order by number desc limit ?) newest)`,
      [id, kept],
    )
    .whereNotNull('v.published_at')
    .whereRaw('v.number is distinct from ?', [shown])
    .whereNotExists(
      db('comments as c')
        .whereRaw('c.snapshot_id = v.snapshot_id and c.version = v.number')
        .select(db.raw('1')),
    )
    .whereNotExists(
      db('reviewers as w')
        .join('reviews as r', 'r.id', 'w.review_id')
        .whereRaw('r.snapshot_id = v.snapshot_id and w.reviewed_version = v.number')
        .select(db.raw('1')),
    )
    .orderBy('v.number')
    .limit(limit)
    .select(columns);

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
