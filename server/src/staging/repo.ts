import type { ManifestFile, Source } from '@stagelink/shared/contracts/staging';
import type { Db, Tx } from '../db/db.ts';

/** What the owner asked of the snapshot, kept until the upload is finalized. What is left out stays as it is. */
export interface Settings {
  name?: string | undefined;
  description?: string | undefined;
  clientName?: string | undefined;
  tags?: string[] | undefined;
  projectId?: string | null | undefined;
  expiresInDays?: number | undefined;
  /** Encrypted, in base64; null takes the password away. */
  passwordSealed?: string | null | undefined;
}

export interface UploadRow {
  id: string;
  ownerId: string;
  snapshotId: string;
  manifest: ManifestFile[];
  settings: Settings;
  source: Source;
  finalizedVersion: number | null;
  expiresAt: Date;
}

const columns = {
  id: 'id',
  ownerId: 'owner_id',
  snapshotId: 'snapshot_id',
  manifest: 'manifest',
  settings: 'settings',
  source: 'source',
  finalizedVersion: 'finalized_version',
  expiresAt: 'expires_at',
} satisfies Record<keyof UploadRow, string>;

const hex = (sha256: string) => Buffer.from(sha256, 'hex');

export async function insert(tx: Tx, row: Omit<UploadRow, 'finalizedVersion'>): Promise<void> {
  await tx('uploads').insert({
    id: row.id,
    owner_id: row.ownerId,
    snapshot_id: row.snapshotId,
    manifest: JSON.stringify(row.manifest),
    settings: JSON.stringify(row.settings),
    source: JSON.stringify(row.source),
    expires_at: row.expiresAt,
  });
}

export const find = (db: Db, id: string, ownerId: string): Promise<UploadRow | undefined> =>
  db('uploads').where({ id, owner_id: ownerId }).first(columns);

/** Holds the upload until the transaction ends. Its snapshot must be held already, or a deletion could wait for us. */
export const lock = (tx: Tx, id: string): Promise<UploadRow | undefined> =>
  tx('uploads').where({ id }).forUpdate().first(columns);

/** False when the upload has gone; otherwise it stays until the transaction ends. */
export async function keep(tx: Tx, id: string): Promise<boolean> {
  return (await tx('uploads').where({ id }).forKeyShare().first('id')) !== undefined;
}

export async function setManifest(tx: Tx, id: string, manifest: ManifestFile[]): Promise<void> {
  await tx('uploads')
    .where({ id })
    .update({ manifest: JSON.stringify(manifest) });
}

export async function removeUnfinished(tx: Tx, id: string): Promise<void> {
  await tx('uploads').where({ id, finalized_version: null }).delete();
}

/** Takes back a snapshot that never had a version and that no other upload is for. */
export async function removeDraft(tx: Tx, snapshotId: string): Promise<void> {
  await tx('snapshots as s')
    .where({ id: snapshotId, version: null })
    .whereNotExists(tx('uploads as u').whereRaw('u.snapshot_id = s.id').select(tx.raw('1')))
    .delete();
}

/**
 * Refers the upload to those of these blobs that its owner already has, in a snapshot or in another upload, and gives
 * their sizes. Nobody learns by this what other owners have.
 */
export async function claim(
  tx: Tx,
  uploadId: string,
  ownerId: string,
  hashes: string[],
): Promise<Map<string, number>> {
  const { rows } = await tx.raw<{ rows: { sha256: Buffer; size: number }[] }>(
    `with own as (
       select b.sha256, b.size from blobs b
       where b.sha256 = any(:hashes) and (
         exists (select from snapshot_blobs s where s.owner_id = :ownerId and s.sha256 = b.sha256)
         or exists (select from upload_blobs ub join uploads u on u.id = ub.upload_id
                    where u.owner_id = :ownerId and ub.sha256 = b.sha256))
       for key share of b
     ), claimed as (
       insert into upload_blobs (upload_id, sha256) select :uploadId, sha256 from own
     )
     select sha256, size from own`,
    { uploadId, ownerId, hashes: hashes.map(hex) },
  );
  return new Map(rows.map(({ sha256, size }) => [sha256.toString('hex'), size]));
}

/** What arrived for this upload. Sending a blob again changes nothing; in one order, so that two senders cannot block each other. */
export async function refer(tx: Tx, uploadId: string, hashes: string[]): Promise<void> {
  await tx.raw(
    `insert into upload_blobs (upload_id, sha256) select :uploadId, unnest(:hashes::bytea[]) on conflict do nothing`,
    { uploadId, hashes: [...new Set(hashes)].sort().map(hex) },
  );
}

export async function arrived(db: Db, uploadId: string): Promise<Set<string>> {
  const rows: { sha256: Buffer }[] = await db('upload_blobs').where({ upload_id: uploadId }).select('sha256');
  return new Set(rows.map(({ sha256 }) => sha256.toString('hex')));
}

export interface NewVersion {
  snapshotId: string;
  number: number;
  manifest: ManifestFile[];
  totalBytes: number;
  source: Source;
}

/** The version, and its snapshot showing it from the moment of the commit. */
export async function insertVersion(tx: Tx, version: NewVersion): Promise<void> {
  await tx('versions').insert({
    snapshot_id: version.snapshotId,
    number: version.number,
    manifest: JSON.stringify(version.manifest),
    file_count: version.manifest.length,
    total_bytes: version.totalBytes,
    source: JSON.stringify(version.source),
  });
  await tx('snapshots')
    .where({ id: version.snapshotId })
    .update({ version: version.number, last_modified_at: tx.fn.now(), updated_at: tx.fn.now() });
}

/** Hands the upload's blobs to its snapshot, and remembers which version it has become. */
export async function close(tx: Tx, upload: UploadRow, version: number): Promise<void> {
  await tx.raw(
    `with moved as (delete from upload_blobs where upload_id = :id returning sha256)
     insert into snapshot_blobs (owner_id, sha256, snapshot_id)
     select :ownerId, sha256, :snapshotId from moved on conflict do nothing`,
    { id: upload.id, ownerId: upload.ownerId, snapshotId: upload.snapshotId },
  );
  await tx('uploads').where({ id: upload.id }).update({ finalized_version: version });
}

export async function setExpiry(tx: Tx, snapshotId: string, expiresAt: Date): Promise<void> {
  await tx('snapshots').where({ id: snapshotId }).update({ expires_at: expiresAt });
}
