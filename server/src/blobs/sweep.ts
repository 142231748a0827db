import type { Db } from '../db/db.ts';
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
  signal?: AbortSignal;
}

/** How many of each were removed; `repacked` were written anew. */
export interface Swept {
  uploads: number;
  snapshots: number;
  blobs: number;
  orphans: number;
  repacked: number;
  packs: number;
  unfinished: number;
}

interface Sweeping {
  db: Db;
  blobs: ObjectStore;
}

const GRACE_MS = 60 * 60_000;
const WASTE = 0.1;
const BATCH = 1000;

async function removeBlobs(db: Db): Promise<number> {
  let total = 0;
  for (;;) {
    const { seen, removed } = await repo.removeUnreferencedBlobs(db, BATCH);
    total += removed;
    if (seen < BATCH) return total;
  }
}

async function adoptOrphans({ db, blobs }: Sweeping, before: Date): Promise<number> {
  let total = 0;
  let batch: StoredObject[] = [];
  for await (const object of blobs.keys()) {
    if (object.modified >= before) continue;
    batch.push(object);
    if (batch.length < BATCH) continue;
    total += await repo.adopt(db, batch);
    batch = [];
  }
  return total + (await repo.adopt(db, batch));
}

/** The row goes first: an object without a row is found again, a row without an object would be a loss. */
async function removePacks({ db, blobs }: Sweeping): Promise<number> {
  let total = 0;
  for (;;) {
    const dead = await repo.takeDeadPacks(db, BATCH);
    for (const id of dead) await blobs.remove(id);
    total += dead.length;
    if (dead.length < BATCH) return total;
  }
}

async function sweepAll(app: Sweeping, options: SweepOptions): Promise<Swept> {
  const { now = new Date(), graceMs = GRACE_MS, waste = WASTE, signal } = options;
  const before = new Date(now.getTime() - graceMs);
  await bindStore(app);
  const uploads = await repo.removeExpiredUploads(app.db, now);
  const snapshots = await repo.removeAbandonedSnapshots(app.db, before);
  const blobs = await removeBlobs(app.db);
  const orphans = await adoptOrphans(app, before);
  const wasteful = await repo.wastefulPacks(app.db, waste);
  for (const pack of wasteful) {
    signal?.throwIfAborted();
    await repack(app, pack, signal);
  }
  const packs = await removePacks(app);
  const unfinished = await app.blobs.removeUnfinished(before);
  return { uploads, snapshots, blobs, orphans, repacked: wasteful.length, packs, unfinished };
}

/**
 * Removes what nobody needs any more: abandoned uploads, blobs without a reference, their bytes, and what killed
 * processes left behind. Undefined when somebody else is sweeping. Killed at any point, it leaves nothing the next
 * sweep does not find; what is in use it cannot remove, because the database refuses.
 */
export function sweep(app: Sweeping, options: SweepOptions = {}): Promise<Swept | undefined> {
  return app.db.transaction(async (lock) =>
    (await repo.lockSweep(lock)) ? sweepAll(app, options) : undefined,
  );
}
