import type { Db, Tx } from '../db/db.ts';
import type { StoredEncoding } from './location.ts';
import type { Pack } from './repo.ts';
import type { StoredObject } from './store.ts';

// The sweeper never waits for a lock: rows in use are left for the next sweep.

/** Takes the sweep lock until the transaction ends. False if another process has it. */
export async function lockSweep(tx: Tx): Promise<boolean> {
  const { rows } = await tx.raw<{ rows: { held: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtext('stagelink sweep')) as held`,
  );
  return rows[0]?.held === true;
}

export const removeExpiredUploads = (db: Db, now: Date): Promise<number> =>
  db('uploads')
    .whereIn('id', db('uploads').where('expires_at', '<', now).select('id').forUpdate().skipLocked())
    .delete();

/** Removes snapshots older than `before` that were never finalized and have no open upload. */
export function removeAbandonedSnapshots(db: Db, before: Date): Promise<number> {
  const abandoned = (tx: Tx) =>
    tx('snapshots as s')
      .whereNull('version')
      .where('created_at', '<', before)
      .whereNotExists(tx('uploads as u').whereRaw('u.snapshot_id = s.id'));
  return db.transaction(async (tx) => {
    const locked = await abandoned(tx).pluck('id').forUpdate('s').skipLocked();
    // Check again under the lock: an upload may have been created in between.
    const stillAbandoned = abandoned(tx).whereIn('id', locked).select('id');
    const removed: number = await tx('snapshots').whereIn('id', stillAbandoned).delete();
    return removed;
  });
}

const unreferenced = (tx: Tx) =>
  tx('blobs as b')
    .whereNotExists(tx('upload_blobs as u').whereRaw('u.sha256 = b.sha256'))
    .whereNotExists(tx('snapshot_blobs as s').whereRaw('s.sha256 = b.sha256'))
    .whereNotExists(tx('attachments as a').whereRaw('a.sha256 = b.sha256'))
    .whereNotExists(tx('versions as v').whereRaw('v.picture_sha256 = b.sha256'));

/** Removes up to `limit` unreferenced blobs. Returns how many were checked and removed. */
export function removeUnreferencedBlobs(db: Db, limit: number): Promise<{ seen: number; removed: number }> {
  return db.transaction(async (tx) => {
    const locked = await unreferenced(tx).pluck('b.sha256').limit(limit).forUpdate('b').skipLocked();
    // Check again under the lock, which keeps new references out.
    const removed = await tx('blobs')
      .whereIn('sha256', unreferenced(tx).whereRaw('b.sha256 = any(?::bytea[])', [locked]).select('b.sha256'))
      .delete();
    return { seen: locked.length, removed };
  });
}

/**
 * Moves objects without a pack to the trash, as packs without blobs. A write that records such an object later hits the
 * existing key and fails instead of referencing bytes that are being removed.
 */
export async function adopt(db: Db, objects: StoredObject[], now: Date): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `insert into packs (id, bytes, removed_at, was_unknown)
     select id, bytes, ?, true from unnest(?::uuid[], ?::bigint[]) o (id, bytes)
     where not exists (select from packs where packs.id = o.id)
     on conflict do nothing`,
    [now, objects.map(({ key }) => key), objects.map(({ bytes }) => bytes)],
  );
  return rowCount;
}

const LIVE = `(select pack_id, sha256, '' as form, size, pack_offset from blobs
               union all select pack_id, sha256, form, size, pack_offset from blob_variants)`;

/** Moves packs without live blobs to the trash. A recorded pack never gains blobs. */
export async function trashDeadPacks(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `update packs set removed_at = ? where id in (
       select id from packs p
       where removed_at is null
         and not exists (select from blobs where pack_id = p.id)
         and not exists (select from blob_variants where pack_id = p.id)
       for update skip locked)`,
    [now],
  );
  return rowCount;
}

export async function trashBytes(db: Db): Promise<number> {
  const [row] = await db('packs').whereNotNull('removed_at').sum({ bytes: 'bytes' });
  return Number(row?.['bytes'] ?? 0);
}

/**
 * Deletes the rows of up to `limit` packs that were trashed before `before`, that exceed `maxBytes` or that skip the
 * trash. Adopted orphans keep their full time: after a mistaken restore they may be all the files.
 */
export async function takeFromTrash(
  db: Db,
  { before, maxBytes, limit }: { before: Date; maxBytes: number; limit: number },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(
    `delete from packs where id in (
       select id from (
         select id, removed_at, was_unknown, skips_trash, sum(bytes) over (order by removed_at desc, id desc) as kept_bytes
         from packs where removed_at is not null) trash
       where removed_at <= ? or (not was_unknown and kept_bytes > ?) or skips_trash
       limit ?)
     returning id`,
    [before, maxBytes, limit],
  );
  return rows.map(({ id }) => id);
}

export interface WastefulPack extends Pack {
  deadBytes: number;
  /** False while a failed rewrite is postponed. */
  isDue: boolean;
}

/** Packs of which more than `waste` (0 to 1) is dead, the most wasteful first. */
export async function wastefulPacks(db: Db, waste: number, now: Date): Promise<WastefulPack[]> {
  const { rows } = await db.raw<{ rows: WastefulPack[] }>(
    `select p.id, p.bytes, (p.bytes - sum(live.size))::bigint as "deadBytes",
       p.repack_after is null or p.repack_after <= ? as "isDue"
     from packs p join ${LIVE} live on live.pack_id = p.id
     group by p.id having p.bytes - sum(live.size) > p.bytes * ?::float8
     order by p.bytes - sum(live.size) desc`,
    [now, waste],
  );
  return rows;
}

export async function postponeRepacking(db: Db, packId: string, until: Date): Promise<void> {
  await db('packs').where({ id: packId }).update({ repack_after: until });
}

/** A live blob, or one of its variants (with `form`). */
export interface LiveBlobs {
  sha256: Buffer;
  form: StoredEncoding | '';
  size: number;
  offset: number;
}

export async function livingIn(db: Db, packId: string): Promise<LiveBlobs[]> {
  const { rows } = await db.raw<{ rows: LiveBlobs[] }>(
    `select sha256, form, size, pack_offset as offset from ${LIVE} live where pack_id = ? order by pack_offset`,
    [packId],
  );
  return rows;
}

/**
 * Points everything live in `from` to the new pack and moves `from` to the trash. There it stays its full time, because
 * a backup that is restored refers to it; the new pack skips the trash as the old one did.
 */
export async function move(tx: Tx, from: string, pack: Pack, living: LiveBlobs[], now: Date): Promise<void> {
  const old: { skips_trash: boolean } | undefined = await tx('packs')
    .where({ id: from })
    .first('skips_trash');
  await tx('packs').insert({ id: pack.id, bytes: pack.bytes, skips_trash: old?.skips_trash ?? false });
  // Blobs are always locked in key order.
  await tx('blobs').where({ pack_id: from }).orderBy('sha256').select('sha256').forNoKeyUpdate();
  for (const table of ['blobs', 'blob_variants']) {
    const moving = living.filter(({ form }) => (form === '') === (table === 'blobs'));
    await tx.raw(
      `update ?? t set pack_id = ?, pack_offset = m.pack_offset
       from unnest(?::bytea[], ?::text[], ?::bigint[]) m (sha256, form, pack_offset)
       where t.pack_id = ? and t.sha256 = m.sha256 ${table === 'blobs' ? '' : 'and t.form = m.form'}`,
      [
        table,
        pack.id,
        moving.map(({ sha256 }) => sha256),
        moving.map(({ form }) => form),
        moving.map(({ offset }) => offset),
        from,
      ],
    );
  }
  await tx('packs').where({ id: from }).update({ removed_at: now, skips_trash: false });
}
