import type { Db } from '../db/db.ts';
import { toAppError } from '../http/errors.ts';
import type { Log } from '../log.ts';
import { bindStore } from './installation.ts';
import { repack } from './repack.ts';
import type { ObjectStore, StoredObject } from './store.ts';
import * as repo from './sweepRepo.ts';

export interface SweepOptions {
  now?: Date;
  /** Younger objects may still be in the making. Far longer than any pack takes from write to record. */
  graceMs?: number;
  /** Share of dead bytes above which a pack is rewritten. */
  waste?: number;
  /** Age at which an unfinished write is abandoned. A large pack over a slow line may take hours. */
  unfinishedMs?: number;
  trashMs?: number;
  /** Maximum size of the trash. Beyond it the oldest packs are deleted early. */
  trashBytes?: number;
  signal?: AbortSignal;
}

/** Counts per kind: `repacked` were rewritten, `trashed` and `orphans` moved to the trash, `packs` deleted from it. */
export interface SweepResult {
  uploads: number;
  snapshots: number;
  blobs: number;
  orphans: number;
  repacked: number;
  /** Dead bytes in packs that still have to be rewritten. */
  waitingBytes: number;
  trashed: number;
  packs: number;
  unfinished: number;
}

interface SweepContext {
  db: Db;
  blobs: ObjectStore;
  log: Log;
}

const GB = 1024 ** 3;
const DEFAULTS = {
  graceMs: 60 * 60_000,
  waste: 0.1,
  unfinishedMs: 86_400_000,
  trashMs: 7 * 86_400_000,
  trashBytes: 50 * GB,
};
/** Below this much free space the trash is emptied early, only as far as needed. */
const RESERVE = { share: 0.05, bytes: 5 * GB };
const BATCH = 1000;
/** Delay before a pack that could not be rewritten is tried again. */
const POSTPONE_MS = 86_400_000;

async function removeBlobs(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { seen, removed } = await repo.removeUnreferencedBlobs(db, BATCH);
    total += removed;
    if (seen < BATCH) return total;
  }
}

async function adoptOrphans({ db, blobs }: SweepContext, before: Date, now: Date): Promise<number> {
  let total = 0;
  let batch: StoredObject[] = [];
  for await (const object of blobs.keys()) {
    if (object.modified >= before) continue;
    batch.push(object);
    if (batch.length < BATCH) continue;
    total += await repo.adopt(db, batch, now);
    batch = [];
  }
  return total + (await repo.adopt(db, batch, now));
}

/** Bytes of trash that fit; fewer on a disk that is nearly full. */
async function trashCapacity({ db, blobs }: SweepContext, maxBytes: number): Promise<number> {
  const space = await blobs.space();
  if (!space) return maxBytes;
  const missing = Math.min(RESERVE.bytes, space.totalBytes * RESERVE.share) - space.freeBytes;
  if (missing <= 0) return maxBytes;
  return Math.min(maxBytes, Math.max(0, (await repo.trashBytes(db)) - missing));
}

/** Delete the row first: an object without a row is found again, a row without an object would be data loss. */
async function emptyTrash(app: SweepContext, before: Date, maxBytes: number): Promise<number> {
  const capacity = await trashCapacity(app, maxBytes);
  let total = 0;
  for (;;) {
    const taken = await repo.takeFromTrash(app.db, { before, maxBytes: capacity, limit: BATCH });
    for (const id of taken) await app.blobs.remove(id);
    total += taken.length;
    if (taken.length < BATCH) return total;
  }
}

type Settings = Required<Omit<SweepOptions, 'signal'>> & Pick<SweepOptions, 'signal'>;

/** Returns whether the pack was rewritten. A failure postpones this pack by a day and does not stop the others. */
async function tryRepack(
  app: SweepContext,
  pack: repo.WastefulPack,
  { now, signal }: Settings,
): Promise<boolean> {
  try {
    await repack(app, pack, now, signal);
    return true;
  } catch (cause) {
    signal?.throwIfAborted();
    // On a full disk every pack fails, so stop instead of postponing each.
    if (toAppError(cause).code === 'storage_full') throw cause;
    app.log.error({ err: cause, pack: pack.id }, 'a pack could not be rewritten; retrying in a day');
    await repo.postponeRepacking(app.db, pack.id, new Date(now.getTime() + POSTPONE_MS));
    return false;
  }
}

async function repackAll(
  app: SweepContext,
  settings: Settings,
): Promise<Pick<SweepResult, 'repacked' | 'waitingBytes'>> {
  const wasteful = await repo.wastefulPacks(app.db, settings.waste, settings.now);
  let repacked = 0;
  let waitingBytes = wasteful.reduce((sum, { deadBytes }) => sum + deadBytes, 0);
  try {
    for (const pack of wasteful) {
      settings.signal?.throwIfAborted();
      if (!pack.isDue || !(await tryRepack(app, pack, settings))) continue;
      repacked += 1;
      waitingBytes -= pack.deadBytes;
    }
  } catch (cause) {
    if (toAppError(cause).code !== 'storage_full') throw cause;
    app.log.error({ err: cause }, 'not enough space to rewrite packs');
  }
  return { repacked, waitingBytes };
}

/** A pack without live blobs needs no rewrite. */
async function removeDeadPacks(
  app: SweepContext,
  { now, trashMs, trashBytes }: Settings,
): Promise<Pick<SweepResult, 'trashed' | 'packs'>> {
  const trashed = await repo.trashDeadPacks(app.db, now);
  const packs = await emptyTrash(app, new Date(now.getTime() - trashMs), trashBytes);
  return { trashed, packs };
}

/** Removes before rewriting, which needs space and can fail, and again afterwards. */
async function sweepAll(app: SweepContext, settings: Settings): Promise<SweepResult> {
  await bindStore(app);
  const { now, graceMs } = settings;
  const before = new Date(now.getTime() - graceMs);
  const uploads = await repo.removeExpiredUploads(app.db, now);
  const snapshots = await repo.removeAbandonedSnapshots(app.db, before);
  const blobs = await removeBlobs(app.db);
  const orphans = await adoptOrphans(app, before, now);
  const unfinished = await app.blobs.removeUnfinished(new Date(now.getTime() - settings.unfinishedMs));
  const first = await removeDeadPacks(app, settings);
  const repacking = await repackAll(app, settings);
  const last = await removeDeadPacks(app, settings);
  return {
    uploads,
    snapshots,
    blobs,
    orphans,
    unfinished,
    ...repacking,
    trashed: first.trashed + last.trashed,
    packs: first.packs + last.packs,
  };
}

/**
 * Removes abandoned uploads, unreferenced blobs, their bytes, and leftovers of killed processes. Bytes stay in the
 * trash first. Returns undefined if another process is sweeping. Safe to kill at any point: the next sweep finds what
 * is left, and foreign keys protect what is in use. See docs/decisions/0001.
 */
export function sweep(app: SweepContext, options: SweepOptions = {}): Promise<SweepResult | undefined> {
  return app.db.transaction(async (lock) =>
    (await repo.lockSweep(lock)) ? sweepAll(app, { now: new Date(), ...DEFAULTS, ...options }) : undefined,
  );
}
