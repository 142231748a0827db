import { FILES_PAGE } from '@stagelink/shared/contracts/limits';
import type { ManifestFile, Source } from '@stagelink/shared/contracts/staging';
import type { StagedFor } from '@stagelink/shared/contracts/threadWork';
import type { Db, Tx } from '../../platform/db/db.ts';

export interface VersionRow {
  snapshotId: string;
  number: number;
  fileCount: number;
  totalBytes: number;
  /** SHA-256 of its picture. */
  picture: Buffer | null;
  source: Source;
  createdAt: Date;
  /** Null for a draft, which only its owner has seen. */
  publishedAt: Date | null;
}

const columns = {
  snapshotId: 'snapshot_id',
  number: 'number',
  fileCount: 'file_count',
  totalBytes: 'total_bytes',
  picture: 'picture_sha256',
  source: 'source',
  createdAt: 'created_at',
  publishedAt: 'published_at',
} satisfies Record<keyof VersionRow, string>;

/** Newest first. */
export const ofSnapshot = (db: Db, snapshotId: string): Promise<VersionRow[]> =>
  db('versions').where({ snapshot_id: snapshotId }).orderBy('number', 'desc').select(columns);

export const find = (db: Db, snapshotId: string, number: number): Promise<VersionRow | undefined> =>
  db('versions').where({ snapshot_id: snapshotId, number }).first(columns);

/** Returns the threads that a version was staged for; null if none were named. */
export async function stagedForOf(db: Db, snapshotId: string, number: number): Promise<StagedFor | null> {
  const row: { stagedFor: StagedFor | null } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId, number })
    .first({ stagedFor: 'staged_for' });
  return row?.stagedFor ?? null;
}

export async function noteStagedFor(
  tx: Tx,
  snapshotId: string,
  number: number,
  stagedFor: StagedFor,
): Promise<void> {
  await tx('versions')
    .where({ snapshot_id: snapshotId, number })
    .update({ staged_for: JSON.stringify(stagedFor) });
}

export async function filesOf(db: Db, { snapshotId, number }: VersionRow): Promise<ManifestFile[]> {
  const row: { manifest: ManifestFile[] } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId, number })
    .first('manifest');
  return row?.manifest ?? [];
}

/** Returns the files of a version from this one on, up to a page. Reading a whole manifest would occupy the process. */
export async function filesFrom(
  db: Db,
  { snapshotId, number }: Pick<VersionRow, 'snapshotId' | 'number'>,
  first: number,
): Promise<ManifestFile[]> {
  const page = `$[${first} to ${first + FILES_PAGE - 1}]`;
  const row: { files: ManifestFile[] } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId, number })
    .first({ files: db.raw('jsonb_path_query_array(manifest, ?::jsonpath)', [page]) });
  return row?.files ?? [];
}

export async function findFile(
  db: Db,
  { snapshotId, number }: VersionRow,
  path: string,
): Promise<ManifestFile | null> {
  const row: { file: ManifestFile | null } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId, number })
    .first({
      file: db.raw(
        `jsonb_path_query_first(manifest, '$[*] \\? (@.path == $path)', jsonb_build_object('path', ?::text))`,
        [path],
      ),
    });
  return row?.file ?? null;
}

export interface ComparedFile {
  path: string;
  /** Bytes; null where the file does not exist. */
  before: number | null;
  after: number | null;
}

const MANIFEST = (number: string) => `
  select path, size, sha256
  from versions cross join jsonb_to_recordset(manifest) as file(path text, size bigint, sha256 text)
  where snapshot_id = :id and number = ${number}`;

/** Compares two versions; returns a page of the files that differ, by path, and how many are the same. */
export async function compare(
  db: Db,
  { snapshotId: id, number: from }: VersionRow,
  { number: to }: VersionRow,
  { first, limit }: { first: number; limit: number },
): Promise<{ files: ComparedFile[]; unchanged: number }> {
  const { rows } = await db.raw<{ rows: { files: ComparedFile[]; unchanged: number }[] }>(
    `with compared as materialized (
       select path, old.size as before, new.size as after, old.sha256 is distinct from new.sha256 as differs
       from (${MANIFEST(':from')}) old full join (${MANIFEST(':to')}) new using (path)
     ), page as (
       select path, before, after from compared where differs order by path collate "C" offset :first limit :limit
     )
     select (select count(*) from compared where not differs) as unchanged,
       (select coalesce(json_agg(page order by path collate "C"), '[]') from page) as files`,
    { id, from, to, first, limit },
  );
  return rows[0] ?? { files: [], unchanged: 0 };
}

export async function countOf(db: Db, snapshotId: string): Promise<number> {
  const row: { count: number } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId })
    .first({ count: db.raw('count(*)') });
  return row?.count ?? 0;
}

/**
 * Returns versions beyond the newest `kept` that may be removed, oldest first: not live, no drafts, without
 * comments and review responses.
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

/** Publishes a version; keeps the time of its first publication. */
export async function publish(tx: Tx, { snapshotId, number }: VersionRow): Promise<void> {
  await tx('versions')
    .where({ snapshot_id: snapshotId, number })
    .whereNull('published_at')
    .update({ published_at: tx.fn.now() });
}

/**
 * Removes a version, its pin results and the snapshot's references to blobs of this version only. Keeps what an open
 * upload relies on. The snapshot must be locked.
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
    // Select each hash once and apart from its manifest: joining whole entries takes many seconds with thousands of
    // versions.
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
