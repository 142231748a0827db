import { LISTED_FILES } from '@stagelink/shared/contracts/limits';
import type { ManifestFile, Source } from '@stagelink/shared/contracts/staging';
import type { Db, Tx } from '../../platform/db/db.ts';

/** Settings for the snapshot, stored until the upload is finalized. Missing fields stay unchanged. */
export interface Settings {
  name?: string | undefined;
  description?: string | undefined;
  clientName?: string | undefined;
  milestone?: string | undefined;
  versionLabel?: string | undefined;
  tags?: string[] | undefined;
  projectId?: string | null | undefined;
  expiresInDays?: number | undefined;
  /** Encrypted, in base64; null removes the password. */
  passwordSealed?: string | null | undefined;
}

export interface UploadRow {
  id: string;
  ownerId: string;
  snapshotId: string;
  settings: Settings;
  source: Source;
  finalizedVersion: number | null;
  expiresAt: Date;
}

const columns = {
  id: 'id',
  ownerId: 'owner_id',
  snapshotId: 'snapshot_id',
  settings: 'settings',
  source: 'source',
  finalizedVersion: 'finalized_version',
  expiresAt: 'expires_at',
} satisfies Record<keyof UploadRow, string>;

const hex = (sha256: string) => Buffer.from(sha256, 'hex');

export async function insert(
  tx: Tx,
  row: Omit<UploadRow, 'finalizedVersion'> & { idempotencyKey: string | undefined },
  manifest: ManifestFile[],
): Promise<void> {
  await tx('uploads').insert({
    id: row.id,
    owner_id: row.ownerId,
    snapshot_id: row.snapshotId,
    manifest: JSON.stringify(manifest),
    settings: JSON.stringify(row.settings),
    source: JSON.stringify(row.source),
    expires_at: row.expiresAt,
    idempotency_key: row.idempotencyKey ?? null,
  });
}

export const find = (db: Db, id: string, ownerId: string): Promise<UploadRow | undefined> =>
  db('uploads').where({ id, owner_id: ownerId }).first(columns);

/** Waits for a transaction that finalizes the upload, so that the result is not about to change. */
export const lockForKeyShare = (db: Db, id: string, ownerId: string): Promise<UploadRow | undefined> =>
  db('uploads').where({ id, owner_id: ownerId }).forKeyShare().first(columns);

export const findByKey = (db: Db, ownerId: string, idempotencyKey: string): Promise<UploadRow | undefined> =>
  db('uploads').where({ owner_id: ownerId, idempotency_key: idempotencyKey }).first(columns);

/** Returns the uploads to a snapshot that can be finalized, the oldest first. */
export const openOf = (db: Db, ownerId: string, snapshotId: string): Promise<UploadRow[]> =>
  db('uploads')
    .where({ owner_id: ownerId, snapshot_id: snapshotId, finalized_version: null })
    .where('expires_at', '>', db.fn.now())
    .orderBy('created_at')
    .select(columns);

export async function hasManifest(db: Db, id: string, manifest: ManifestFile[]): Promise<boolean> {
  const row: unknown = await db('uploads')
    .where({ id })
    .whereRaw('manifest = ?::jsonb', JSON.stringify(manifest))
    .first('id');
  return row !== undefined;
}

/** Locks the upload. Lock its snapshot first, or a deletion could deadlock. */
export const lockForUpdate = (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  tx('uploads').where({ id }).forUpdate().first(columns);

export async function manifestOf(db: Db, id: string): Promise<ManifestFile[]> {
  const row: { manifest: ManifestFile[] } | undefined = await db('uploads').where({ id }).first('manifest');
  return row?.manifest ?? [];
}

export async function setManifest(tx: Tx, id: string, manifest: ManifestFile[]): Promise<void> {
  await tx('uploads')
    .where({ id })
    .update({ manifest: JSON.stringify(manifest) });
}

export async function removeUnfinished(tx: Tx, id: string): Promise<void> {
  await tx('uploads').where({ id, finalized_version: null }).delete();
}

/** Deletes a snapshot without a version that no other upload needs. */
export async function removeDraft(tx: Tx, snapshotId: string): Promise<void> {
  await tx('snapshots as s')
    .where({ id: snapshotId, version: null })
    .whereNotExists(tx('uploads as u').whereRaw('u.snapshot_id = s.id').select(tx.raw('1')))
    .delete();
}

/** A blob of a manifest that is not available as described. */
export interface MissingBlob {
  sha256: string;
  /** The stored size if it differs from the manifest's; null: the blob has to be sent. */
  actual: number | null;
}

/**
 * Attaches those of these blobs that the owner already has to the upload. Returns the missing ones and those with
 * another size. Blobs of the restaged snapshot are kept by that snapshot; those of other snapshots or uploads get a
 * reference. Reveals nothing about other owners' blobs.
 */
export async function claim(
  tx: Tx,
  { id, ownerId, snapshotId }: Pick<UploadRow, 'id' | 'ownerId' | 'snapshotId'>,
  sizes: ReadonlyMap<string, number>,
): Promise<MissingBlob[]> {
  const { rows } = await tx.raw<{ rows: { sha256: Buffer; actual: number | null }[] }>(
    `with wanted as materialized (
       select * from unnest(:hashes::bytea[], :sizes::bigint[]) w (sha256, size)
     ), absent as materialized (
       select * from wanted w where not exists (
         select from snapshot_blobs s where s.owner_id = :ownerId and s.snapshot_id = :snapshotId and s.sha256 = w.sha256)
     ), others as (
       select b.sha256 from absent a join blobs b on b.sha256 = a.sha256
       where exists (select from snapshot_blobs s where s.owner_id = :ownerId and s.sha256 = b.sha256)
         or exists (select from upload_blobs ub join uploads u on u.id = ub.upload_id
                    where u.owner_id = :ownerId and ub.sha256 = b.sha256)
       for key share of b
     ), claimed as (
       insert into upload_blobs (upload_id, sha256) select :id, sha256 from others
     ), missing as materialized (
       select sha256 from absent where sha256 not in (select sha256 from others)
     )
     select sha256, null as actual from missing
     union all
     select w.sha256, b.size from wanted w join blobs b on b.sha256 = w.sha256
     where b.size <> w.size and w.sha256 not in (select sha256 from missing)`,
    { id, ownerId, snapshotId, hashes: [...sizes.keys()].map(hex), sizes: [...sizes.values()] },
  );
  return rows.map(({ sha256, actual }) => ({ sha256: sha256.toString('hex'), actual }));
}

/**
 * Attaches received blobs to the upload and locks it; returns false if it is gone. Idempotent, and in key order so that
 * two senders cannot deadlock.
 */
export async function refer(tx: Tx, uploadId: string, hashes: string[]): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: unknown[] }>(
    `with kept as (
       select id from uploads where id = :uploadId for key share
     ), referred as (
       insert into upload_blobs (upload_id, sha256)
       select kept.id, b.sha256 from kept, unnest(:hashes::bytea[]) b (sha256) on conflict do nothing
     )
     select id from kept`,
    { uploadId, hashes: [...new Set(hashes)].sort().map(hex) },
  );
  return rows.length > 0;
}

/** The files of an upload in order, with whether each blob is available: through the upload or its snapshot. */
const FILES = `(
  with file as materialized (
    select u.id, u.owner_id, u.snapshot_id, f.place, f.value ->> 'sha256' as hex,
           decode(f.value ->> 'sha256', 'hex') as sha256, f.value -> 'size' as size
    from uploads u cross join jsonb_array_elements(u.manifest) with ordinality f (value, place) where u.id = :id
  )
  select place, hex, size,
    exists (select from upload_blobs ub where ub.upload_id = file.id and ub.sha256 = file.sha256)
    or exists (select from snapshot_blobs s where s.owner_id = file.owner_id and s.sha256 = file.sha256
               and s.snapshot_id = file.snapshot_id) as is_there
  from file) files`;

/** Returns the missing hashes, each once, in the manifest's order. */
export async function missing(db: Db, id: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { hex: string }[] }>(
    `select hex from ${FILES} where not is_there order by place`,
    { id },
  );
  return [...new Set(rows.map(({ hex }) => hex))];
}

export interface UploadTotals {
  files: number;
  bytes: number;
  /** Number of files without a blob. */
  missing: number;
}

export async function extentOf(tx: Tx, id: string): Promise<UploadTotals> {
  const { rows } = await tx.raw<{ rows: UploadTotals[] }>(
    `select count(*) as files, coalesce(sum(size::bigint), 0)::bigint as bytes,
            count(*) filter (where not is_there) as missing
     from ${FILES}`,
    { id },
  );
  return rows[0] ?? { files: 0, bytes: 0, missing: 0 };
}

/** Ends an upload whose files are a version of its snapshot already. */
export async function joinVersion(tx: Tx, { id }: UploadRow, version: number): Promise<void> {
  await tx('upload_blobs').where({ upload_id: id }).delete();
  await tx('uploads').where({ id }).update({ finalized_version: version });
}

/**
 * Turns the upload into a version and hands its blobs to the snapshot. The manifest is copied inside the database. An
 * unpublished version is a draft.
 */
export async function addVersion(
  tx: Tx,
  { id, ownerId, snapshotId }: UploadRow,
  { version, isPublished }: { version: number; isPublished: boolean },
  { files, bytes }: UploadTotals,
): Promise<void> {
  await tx.raw(
    `with moved as (
       delete from upload_blobs where upload_id = :id returning sha256
     ), kept as (
       insert into snapshot_blobs (owner_id, sha256, snapshot_id)
       select :ownerId, sha256, :snapshotId from moved on conflict do nothing
     ), closed as (
       update uploads set finalized_version = :version where id = :id returning snapshot_id, manifest, source
     )
     insert into versions
       (snapshot_id, number, manifest, first_files, file_count, total_bytes, source, published_at)
     select snapshot_id, :version, manifest, jsonb_path_query_array(manifest, :first::jsonpath), :files, :bytes, source,
       case when :isPublished then now() end from closed`,
    {
      id,
      ownerId,
      snapshotId,
      version,
      isPublished,
      files,
      bytes,
      first: `$[0 to ${LISTED_FILES - 1}].path`,
    },
  );
}
