import { DatabaseError } from 'pg';
import type { Db, Tx } from '../db/db.ts';
import type { PlacedBlob } from './assembly.ts';
import type { BlobLocation, StoredEncoding } from './location.ts';

export interface PlacedVariant extends PlacedBlob {
  form: StoredEncoding;
}

export interface Pack {
  id: string;
  /** Size of the object; 0 means that there is no object. */
  bytes: number;
  skipsTrash?: boolean;
}

/** A pack with this id exists: the sweeper adopted the object before it was recorded. */
export const isTaken = (cause: unknown): boolean =>
  cause instanceof DatabaseError && cause.constraint === 'packs_pkey';

const binary = (hashes: string[]) => hashes.map((sha256) => Buffer.from(sha256, 'hex'));

interface HashRow {
  sha256: Buffer;
}

const hashesOf = (rows: HashRow[]) => new Set(rows.map(({ sha256 }) => sha256.toString('hex')));

export async function present(db: Db, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  return hashesOf(
    await db('blobs')
      .whereRaw('sha256 = any(?::bytea[])', [binary(hashes)])
      .select('sha256'),
  );
}

/** Locks these blobs so they cannot be removed. Returns those that still exist. */
export async function lockForKeyShare(tx: Tx, hashes: string[]): Promise<Set<string>> {
  if (hashes.length === 0) return new Set();
  const held = tx('blobs')
    .whereRaw('sha256 = any(?::bytea[])', [binary(hashes)])
    .orderBy('sha256');
  return hashesOf(await held.forKeyShare().select('sha256'));
}

/**
 * Records a new pack with its blobs and locks the `others` that existed before. Returns the hashes that exist. A blob
 * that another transaction stored meanwhile is kept and locked as well.
 */
export async function record(
  tx: Tx,
  pack: Pack,
  placed: PlacedBlob[],
  others: string[],
): Promise<Set<string>> {
  // A pack with bytes but no blob needs its row so that the sweeper finds it.
  const { id, bytes, skipsTrash = false } = pack;
  if (bytes > 0 || placed.length > 0) await tx('packs').insert({ id, bytes, skips_trash: skipsTrash });
  if (placed.length > 0) {
    // The rows are in key order, so that two packs with the same blobs cannot deadlock.
    const rows = placed.toSorted((a, b) => (a.sha256 < b.sha256 ? -1 : 1));
    await tx.raw(
      `insert into blobs (sha256, size, pack_id, pack_offset)
       select sha256, size, ?, pack_offset from unnest(?::bytea[], ?::bigint[], ?::bigint[]) b (sha256, size, pack_offset)
       on conflict (sha256) do update set size = excluded.size`,
      [
        pack.id,
        binary(rows.map((row) => row.sha256)),
        rows.map((row) => row.size),
        rows.map((row) => row.offset),
      ],
    );
  }
  const held = await lockForKeyShare(tx, others);
  const stored = new Set([...held, ...placed.map(({ sha256 }) => sha256)]);
  if (!skipsTrash) await keepInTrash(tx, [...stored]);
  return stored;
}

/** Gives packs of strangers that now hold another person's files their time in the trash. */
async function keepInTrash(tx: Tx, hashes: string[]): Promise<void> {
  const shared = tx('packs')
    .where('skips_trash', true)
    .whereIn(
      'id',
      tx('blobs')
        .whereRaw('sha256 = any(?::bytea[])', [binary(hashes)])
        .select('pack_id'),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id');
  await tx('packs').whereIn('id', shared).update({ skips_trash: false });
}

interface PlaceRow extends HashRow {
  form: StoredEncoding;
  size: number;
  packId: string;
  packOffset: number;
}

const columns = { sha256: 'sha256', size: 'size', packId: 'pack_id', packOffset: 'pack_offset' };

export async function findLocations(db: Db, hashes: string[]): Promise<BlobLocation[]> {
  if (hashes.length === 0) return [];
  const wanted = [binary(hashes)];
  const rows: PlaceRow[] = await db('blob_variants')
    .whereRaw('sha256 = any(?::bytea[])', wanted)
    .select({ form: 'form', ...columns })
    .unionAll(
      db('blobs')
        .whereRaw('sha256 = any(?::bytea[])', wanted)
        .select({ form: db.raw(`'identity'`), ...columns }),
    );
  return rows.map((row) => ({ ...row, sha256: row.sha256.toString('hex') }));
}

/** Records a pack of variants. Skips blobs that are gone and encodings recorded meanwhile by another process. */
export async function recordVariants(tx: Tx, pack: Pack, variants: PlacedVariant[]): Promise<void> {
  await tx('packs').insert({ id: pack.id, bytes: pack.bytes });
  const held = await lockForKeyShare(
    tx,
    variants.map(({ sha256 }) => sha256),
  );
  const rows = variants.filter(({ sha256 }) => held.has(sha256));
  await tx.raw(
    `insert into blob_variants (sha256, form, size, pack_id, pack_offset)
     select sha256, form, size, ?, pack_offset
     from unnest(?::bytea[], ?::text[], ?::bigint[], ?::bigint[]) v (sha256, form, size, pack_offset)
     on conflict do nothing`,
    [
      pack.id,
      binary(rows.map((row) => row.sha256)),
      rows.map((row) => row.form),
      rows.map((row) => row.size),
      rows.map((row) => row.offset),
    ],
  );
}

export interface VersionFile {
  path: string;
  size: number;
  sha256: string;
}

/** Returns the files of a version; empty if it was deleted. */
export async function filesOf(db: Db, snapshotId: string, version: number): Promise<VersionFile[]> {
  const row: { manifest: VersionFile[] } | undefined = await db('versions')
    .where({ snapshot_id: snapshotId, number: version })
    .first('manifest');
  return row?.manifest ?? [];
}
