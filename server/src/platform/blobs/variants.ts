import { pipeline, type Readable, type Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import mime from 'mime-types';
import { uuidv7 } from 'uuidv7';
import type { Db } from '../db/db.ts';
import { COMPRESSORS, type CompressedForm } from './compressors.ts';
import { recordObject, writeObject } from './packs.ts';
import type { BlobLocation } from './location.ts';
import { locate, openBlob } from './read.ts';
import * as repo from './repo.ts';
import type { ObjectStore } from './store.ts';

interface VariantContext {
  db: Db;
  blobs: ObjectStore;
}

const SMALLEST_BYTES = 512;
/** Keep an encoding only if it saves at least this share. */
const SAVING = 0.05;
/** Compress a sample first to skip blobs that do not shrink. */
const SAMPLE_BYTES = 64 * 1024;
/** Variants recorded together. A killed process repeats at most this much. */
const BATCH_BYTES = 16 * 1024 * 1024;

/** Text formats, and the few binary formats without compression of their own. */
const COMPRESSIBLE =
  /^(text\/.*|.*\+(json|xml|text)|application\/(javascript|json|xml|wasm|rtf|x-sh|vnd\.ms-fontobject)|font\/(ttf|otf|collection)|image\/(bmp|x-icon|vnd\.microsoft\.icon|x-ms-bmp)|model\/.*)$/;
/** Pages are compressed when served, because the preview agent is inserted into them. */
const PAGE = /^(text\/html|application\/xhtml\+xml)$/;

const FORMS = Object.keys(COMPRESSORS) as CompressedForm[];
const quickly = promisify(zstdCompress);

function isCompressible(path: string): boolean {
  const type = mime.lookup(path);
  return type !== false && COMPRESSIBLE.test(type) && !PAGE.test(type);
}

async function isWorthwhile(app: VariantContext, place: BlobLocation): Promise<boolean> {
  const length = Math.min(place.size, SAMPLE_BYTES);
  const sample = await buffer(await openBlob(app, place, { offset: 0, length }));
  return (await quickly(sample)).length <= length * (1 - SAVING);
}

/** Pipes the source through the compressor. An error or an early end destroys both streams. */
function through(source: Readable, compressor: Transform): Transform {
  pipeline(source, compressor, () => undefined); // a failure destroys the compressor, which its reader sees
  return compressor;
}

/** Compresses blobs one after another into the bytes of one pack and collects their locations. */
class Compression {
  readonly made: repo.PlacedVariant[] = [];
  readonly #app: VariantContext;
  readonly #signal: AbortSignal | undefined;
  #offset = 0;

  constructor(app: VariantContext, signal: AbortSignal | undefined) {
    this.#app = app;
    this.#signal = signal;
  }

  async *bytes(places: BlobLocation[]): AsyncGenerator<Uint8Array> {
    for (const place of places) {
      if (!(await isWorthwhile(this.#app, place))) continue;
      for (const form of FORMS) yield* this.#compress(place, form);
    }
  }

  async *#compress(place: BlobLocation, form: CompressedForm): AsyncGenerator<Uint8Array> {
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

function* batched(places: BlobLocation[]): Generator<BlobLocation[]> {
  let batch: BlobLocation[] = [];
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

/** The compressible blobs of a version that have no compressed encoding yet. */
async function bareBlobs(db: Db, files: repo.VersionFile[]): Promise<BlobLocation[]> {
  const wanted = files.filter(({ path, size }) => size >= SMALLEST_BYTES && isCompressible(path));
  const located = await locate(db, [...new Set(wanted.map(({ sha256 }) => sha256))]);
  return [...located.values()].flatMap((forms) => {
    const identity = forms.get('identity');
    return identity && forms.size === 1 ? [identity] : [];
  });
}

/**
 * Compresses the blobs of a version that have no compressed encoding yet, one at a time, off the event loop. The
 * version is served uncompressed meanwhile. Idempotent.
 */
export async function makeVariants(
  app: VariantContext,
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
