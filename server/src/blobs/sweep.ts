import type { Db } from '../db/db.ts';
import { toAppError } from '../http/errors.ts';
import type { Log } from '../log.ts';
import { bindStore } from './installation.ts';
import { repack } from './repack.ts';
import type { ObjectStore, StoredObject } from './store.ts';
import * as repo from './sweepRepo.ts';

export interface SweepOptions {
  now?: Date;
  /** What is younger may be in the middle of being made. Far longer than any pack takes from written to recorded. */
  graceMs?: number;
  /** The share of a pack that may be dead before it is written anew. */
  waste?: number;
  /** A write that began longer ago is given up. A large pack over a slow line may take hours. */
  unfinishedMs?: number;
  /** How long a removed pack stays in the trash. */
  trashMs?: number;
  /** How much the trash may hold; the oldest packs beyond it are removed early. */
  trashBytes?: number;
  signal?: AbortSignal;
}

/** How many of each were removed; `repacked` were written anew, `trashed` and `orphans` went into the trash, `packs` left it. */
export interface Swept {
  uploads: number;
  snapshots: number;
  blobs: number;
  orphans: number;
  repacked: number;
  /** Dead bytes in packs that are still to be written anew. */
  waitingBytes: number;
  trashed: number;
  packs: number;
  unfinished: number;
}

interface Sweeping {
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
/** On a disk with less than this free the trash is emptied early, as far as is needed. */
const RESERVE = { share: 0.05, bytes: 5 * GB };
const BATCH = 1000;
/** How long a pack waits that could not be written anew. */
const POSTPONE_MS = 86_400_000;

async function removeBlobs(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { seen, removed } = await repo.removeUnreferencedBlobs(db, BATCH);
    total += removed;
    if (seen < BATCH) return total;
  }
}

async function adoptOrphans({ db, blobs }: Sweeping, before: Date, now: Date): Promise<number> {
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

/** How many bytes of trash fit: fewer on a disk that is nearly full. */
async function trashCapacity({ db, blobs }: Sweeping, maxBytes: number): Promise<number> {
  const space = await blobs.space();
  if (!space) return maxBytes;
  const missing = Math.min(RESERVE.bytes, space.totalBytes * RESERVE.share) - space.freeBytes;
  if (missing <= 0) return maxBytes;
  return Math.min(maxBytes, Math.max(0, (await repo.trashBytes(db)) - missing));
}

/** The row goes first: an object without a row is found again, a row without an object would be a loss. */
async function emptyTrash(app: Sweeping, before: Date, maxBytes: number): Promise<number> {
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

/** Whether it was written anew. One that fails keeps no other back, and waits a day. */
async function tryRepack(
  app: Sweeping,
  pack: repo.WastefulPack,
  { now, signal }: Settings,
): Promise<boolean> {
  try {
    await repack(app, pack, now, signal);
    return true;
  } catch (cause) {
    signal?.throwIfAborted();
    // On a full disk every pack fails, and none of them is to blame.
    if (toAppError(cause).code === 'storage_full') throw cause;
    app.log.error({ err: cause, pack: pack.id }, 'a pack could not be written anew, and waits a day');
    await repo.postponeRepacking(app.db, pack.id, new Date(now.getTime() + POSTPONE_MS));
    return false;
  }
}

async function repackAll(
  app: Sweeping,
  settings: Settings,
): Promise<Pick<Swept, 'repacked' | 'waitingBytes'>> {
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
    app.log.error({ err: cause }, 'there is no room to write packs anew');
  }
  return { repacked, waitingBytes };
}

/** Packs without a living blob need nothing but to be removed. */
async function removeDeadPacks(
  app: Sweeping,
  { now, trashMs, trashBytes }: Settings,
): Promise<Pick<Swept, 'trashed' | 'packs'>> {
  const trashed = await repo.trashDeadPacks(app.db, now);
  const packs = await emptyTrash(app, new Date(now.getTime() - trashMs), trashBytes);
  return { trashed, packs };
}

/** Removing comes before rewriting, which needs room and can fail, and again afterwards. */
async function sweepAll(app: Sweeping, settings: Settings): Promise<Swept> {
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
 * Removes what is unused: abandoned uploads, blobs without a reference, their bytes, and what killed processes left
 * behind. Bytes stay in the trash for a time first. Undefined while another process sweeps. Killed at any point, it
 * leaves nothing the next sweep does not find; what is in use it cannot remove, because the database refuses.
 */
export function sweep(app: Sweeping, options: SweepOptions = {}): Promise<Swept | undefined> {
  return app.db.transaction(async (lock) =>
    (await repo.lockSweep(lock)) ? sweepAll(app, { now: new Date(), ...DEFAULTS, ...options }) : undefined,
  );
}
