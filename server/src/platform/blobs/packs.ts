import { uuidv7 } from 'uuidv7';
import type { Db, Tx } from '../db/db.ts';
import { unavailable } from '../http/errors.ts';
import { PackWriter, type IncomingBlob, type ReceivedBlob } from './assembly.ts';
import * as repo from './repo.ts';
import type { ObjectStore } from './store.ts';

export interface PackOptions {
  /** Hashes about to arrive. Those already stored are verified but not written again. */
  expected?: string[];
  /** Keeps nothing if the source fails. */
  allOrNothing?: boolean;
  /** Whether the bytes are deleted for good once nothing refers to them, as those of strangers are. */
  skipsTrash?: boolean;
  signal?: AbortSignal;
}

/** A pack is recorded right after its object is written, well before the sweeper may treat the object as an orphan. */
const RECORD_WITHIN_MS = 10 * 60_000;

async function* continued(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Writes the object. A pack of 0 bytes has no object. */
export async function writeObject(
  store: ObjectStore,
  key: string,
  bytes: AsyncGenerator<Uint8Array>,
  signal?: AbortSignal,
): Promise<number> {
  try {
    const first = await bytes.next();
    if (first.done) return 0;
    return (await store.write(key, continued(first.value, bytes), signal)).bytes;
  } finally {
    await bytes.return(undefined); // releases the source in every case
  }
}

/**
 * Runs `record` in a transaction and removes the object when it fails. Once the commit may have begun, the object
 * stays: a lost reply does not mean a failed commit, and the sweeper removes real orphans.
 */
export async function recordObject<T>(
  { db, blobs }: { db: Db; blobs: ObjectStore },
  pack: repo.Pack,
  record: (tx: Tx) => Promise<T>,
): Promise<T> {
  const writtenAt = performance.now();
  let mayBeCommitted = false;
  try {
    return await db.transaction(async (tx) => {
      if (performance.now() - writtenAt > RECORD_WITHIN_MS) throw unavailable();
      const result = await record(tx);
      mayBeCommitted = true;
      return result;
    });
  } catch (cause) {
    if (!mayBeCommitted && pack.bytes > 0) await blobs.remove(pack.id);
    throw repo.isTaken(cause) ? unavailable(cause) : cause;
  }
}

/**
 * Streams blobs back to back into one object, verifies each hash and size, then records them. `refer` runs in the same
 * transaction and must reference every hash it receives, or the sweeper removes the blob. Complete blobs are kept even
 * if the source fails later: `refer` runs with them first, then the error is thrown. Resolves to the stored hashes in
 * order. An expected blob that the sweeper removed meanwhile is left out and must be sent again.
 * See docs/decisions/0005.
 */
export async function writePack(
  app: { db: Db; blobs: ObjectStore },
  source: AsyncIterable<IncomingBlob>,
  refer: (tx: Tx, stored: ReceivedBlob[]) => Promise<void>,
  { expected = [], allOrNothing = false, skipsTrash = false, signal }: PackOptions = {},
): Promise<ReceivedBlob[]> {
  const assembly = new PackWriter(await repo.present(app.db, expected));
  const id = uuidv7();
  const bytes = await writeObject(app.blobs, id, assembly.bytes(source), signal);
  const pack = { id, bytes, skipsTrash };
  const { received, placed, skipped, fault } = assembly;
  if (fault && allOrNothing) {
    if (pack.bytes > 0) await app.blobs.remove(id);
    throw fault.cause;
  }
  let stored: ReceivedBlob[] = [];
  if (received.length > 0) {
    stored = await recordObject(app, pack, async (tx) => {
      const kept = await repo.record(tx, pack, [...placed.values()], [...skipped]);
      const whole = received.filter(({ sha256 }) => kept.has(sha256));
      await refer(tx, whole);
      return whole;
    });
  }
  if (fault) throw fault.cause;
  return stored;
}
