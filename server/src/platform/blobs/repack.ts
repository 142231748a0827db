import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/db.ts';
import { recordObject, writeObject } from './packs.ts';
import type { Pack } from './repo.ts';
import type { ByteRange, ObjectStore } from './store.ts';
import * as repo from './sweepRepo.ts';

/** Merges adjacent live blobs into as few ranges as possible. */
function rangesOf(living: repo.LiveBlobs[]): ByteRange[] {
  const ranges: ByteRange[] = [];
  for (const { offset, size } of living) {
    const last = ranges.at(-1);
    if (size === 0) continue;
    if (last && last.offset + last.length === offset) last.length += size;
    else ranges.push({ offset, length: size });
  }
  return ranges;
}

async function* copied(store: ObjectStore, packId: string, ranges: ByteRange[]): AsyncGenerator<Uint8Array> {
  for (const range of ranges) yield* await store.read(packId, range);
}

/** Copies the live blobs of a pack into a new one, updates their locations and moves the old pack to the trash. */
export async function repack(
  app: { db: Db; blobs: ObjectStore },
  old: Pack,
  now: Date,
  signal?: AbortSignal,
): Promise<void> {
  const living = await repo.livingIn(app.db, old.id);
  let end = 0;
  const moved = living.map((item) => ({ ...item, offset: (end += item.size) - item.size }));
  const id = uuidv7();
  const bytes = await writeObject(app.blobs, id, copied(app.blobs, old.id, rangesOf(living)), signal);
  const pack = { id, bytes };
  await recordObject(app, pack, async (tx) => {
    if (bytes !== end) throw new Error(`Pack ${old.id} gave ${bytes} bytes of the ${end} that live in it`);
    await repo.move(tx, old.id, pack, moved, now);
  });
}
