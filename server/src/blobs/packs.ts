import { uuidv7 } from 'uuidv7';
import type { Db, Tx } from '../db/db.ts';
import { unavailable } from '../http/errors.ts';
import { Assembly, type IncomingBlob, type ReceivedBlob } from './assembly.ts';
import * as repo from './repo.ts';
import type { ObjectStore } from './store.ts';

export interface PackOptions {
  /** Hashes that are about to come: the bytes of those the store already has are checked but not written again. */
  expected?: string[];
  /** When the source fails, nothing that arrived before is kept. */
  allOrNothing?: boolean;
  signal?: AbortSignal;
}

/** A pack is recorded right after its object was written, or not at all: long before a sweeper may call it an orphan. */
const RECORD_WITHIN_MS = 10 * 60_000;

async function* continued(first: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield first;
  yield* rest;
}

/** Writes the object, or none at all when there are no bytes: a pack of 0 bytes has no object. */
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
    await bytes.return(undefined); // whatever happened, the source is let go
  }
}

/**
 * Runs `record` in a transaction and takes the object back when it fails. Once the commit may have begun the object
 * stays, whatever the answer says: the answer could have been lost, and the sweeper knows better.
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
 * Streams blobs back to back into one object, each checked against its hash and size, then records them and, in the
 * same transaction, whatever `refer` writes: it must reference every hash it is handed, or the sweeper takes it.
 *
 * What arrived whole is kept even when the source fails, lies or is cut afterwards: `refer` is then called with the
 * whole ones first, and the error is thrown after that. Resolves to what was received and is now stored, in order. An
 * expected blob that was removed from the store at this very moment is left out: it is missing and must be sent again.
 */
export async function writePack(
  app: { db: Db; blobs: ObjectStore },
  source: AsyncIterable<IncomingBlob>,
  refer: (tx: Tx, stored: ReceivedBlob[]) => Promise<void>,
  { expected = [], allOrNothing = false, signal }: PackOptions = {},
): Promise<ReceivedBlob[]> {
  const assembly = new Assembly(await repo.present(app.db, expected));
  const id = uuidv7();
  const pack = { id, bytes: await writeObject(app.blobs, id, assembly.bytes(source), signal) };
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
