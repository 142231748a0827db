import { pipeline, type Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/db.ts';
import { COMPRESSORS, type CompressedForm } from './compressors.ts';
import { isCompressible } from './compressible.ts';
import { recordObject, writeObject } from './packs.ts';
import { locate, openBlob, type Place } from './read.ts';
import * as repo from './repo.ts';
import type { ObjectStore } from './store.ts';

interface Making {
  db: Db;
  blobs: ObjectStore;
}

const SMALLEST_BYTES = 512;
/** A form is kept only when it saves this share: a saving that nobody feels is not worth its place. */
const SAVING = 0.05;
/** What a blob's first bytes tell about the rest, before three compressors are set to work. */
const SAMPLE_BYTES = 64 * 1024;
/** Recorded together. When the process is killed, no more than this is compressed again. */
const BATCH_BYTES = 16 * 1024 * 1024;

const FORMS = Object.keys(COMPRESSORS) as CompressedForm[];
const quickly = promisify(zstdCompress);

async function isWorthwhile(app: Making, place: Place): Promise<boolean> {
  const length = Math.min(place.size, SAMPLE_BYTES);
  const sample = await buffer(await openBlob(app, place, { offset: 0, length }));
  return (await quickly(sample)).length <= length * (1 - SAVING);
}

/** The compressed bytes. Whoever stops listening, and whatever breaks, ends both streams. */
function through(source: Readable, compressor: Transform): Transform {
  pipeline(source, compressor, () => undefined); // a failure destroys the compressor, and reaches who reads from it
  return compressor;
}

/** Compresses blobs one after another into the bytes of one pack, noting where each kept form lies. */
class Compression {
  readonly made: repo.PlacedVariant[] = [];
  readonly #app: Making;
  readonly #signal: AbortSignal | undefined;
  #offset = 0;

  constructor(app: Making, signal: AbortSignal | undefined) {
    this.#app = app;
    this.#signal = signal;
  }

  async *bytes(places: Place[]): AsyncGenerator<Uint8Array> {
    for (const place of places) {
      if (!(await isWorthwhile(this.#app, place))) continue;
      for (const form of FORMS) yield* this.#compress(place, form);
    }
  }

  async *#compress(place: Place, form: CompressedForm): AsyncGenerator<Uint8Array> {
    const offset = this.#offset;
    const source = await openBlob(this.#app, place);
    for await (const chunk of through(source, COMPRESSORS[form](place.size))) {
      this.#signal?.throwIfAborted();
      this.#offset += chunk.length;
      yield chunk;
    }
    const size = this.#offset - offset;
    if (size <= place.size * (1 - SAVING)) this.made.push({ sha256: place.sha256, form, size, offset });
  }
}

function* batched(places: Place[]): Generator<Place[]> {
  let batch: Place[] = [];
  let bytes = 0;
  for (const place of places) {
    batch.push(place);
    bytes += place.size;
    if (bytes < BATCH_BYTES) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The compressible blobs of a version that have no form but their own. */
async function bareBlobs(db: Db, files: repo.VersionFile[]): Promise<Place[]> {
  const wanted = files.filter(({ path, size }) => size >= SMALLEST_BYTES && isCompressible(path));
  const located = await locate(db, [...new Set(wanted.map(({ sha256 }) => sha256))]);
  return [...located.values()].flatMap((forms) => {
    const identity = forms.get('identity');
    return identity && forms.size === 1 ? [identity] : [];
  });
}

/**
 * Makes the compressed forms that the blobs of a version do not have yet, one blob at a time, off the event loop. The
 * version is served without them meanwhile. Asking again does only what is still missing.
 */
export async function makeVariants(
  app: Making,
  { snapshotId, version }: { snapshotId: string; version: number },
  signal?: AbortSignal,
): Promise<void> {
  const bare = await bareBlobs(app.db, await repo.filesOf(app.db, snapshotId, version));
  for (const batch of batched(bare)) {
    const compression = new Compression(app, signal);
    const id = uuidv7();
    const bytes = await writeObject(app.blobs, id, compression.bytes(batch), signal);
    const pack = { id, bytes };
    if (bytes > 0) await recordObject(app, pack, (tx) => repo.recordVariants(tx, pack, compression.made));
  }
}
