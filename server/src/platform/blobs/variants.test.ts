import { randomBytes } from 'node:crypto';
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BlobWorld, blobOf, blobWorld, sha256Of, sourceOf } from '../../testing/blobs.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { writePack } from './packs.ts';
import type { StoredEncoding } from './location.ts';
import { locate } from './read.ts';
import type { ObjectStore } from './store.ts';
import { sweep } from './sweep.ts';
import { makeVariants } from './variants.ts';

let world: World;
let owner: Person;
let here: BlobWorld;
beforeAll(async () => {
  world = await createWorld();
  owner = await world.build.user();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.app.db.raw('truncate packs, uploads, snapshots cascade');
  here = await blobWorld(world.app.db, owner);
});

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync, zstd: zstdDecompressSync };
const CODED = Object.keys(DECODERS) as (keyof typeof DECODERS)[];

/** Repetitive but not uniform, like source code. */
const program = (bytes: number, seed = 'a') =>
  Buffer.from(
    Array.from(
      { length: bytes / 40 },
      (_, at) => `const ${seed}${at * 7919} = find(${at * 104729}, list);\n`,
    ).join(''),
  );

/** Creates a version with these files, as finalizing does. */
async function stage(files: Record<string, Buffer>): Promise<{ snapshotId: string; version: number }> {
  const { uploadId, snapshotId } = await here.upload();
  const source = sourceOf(...Object.values(files).map((content) => blobOf(content)));
  await writePack(here, source, here.refer(uploadId));
  const manifest = Object.entries(files).map(([path, content]) => ({
    path,
    size: content.length,
    sha256: sha256Of(content),
  }));
  await here.db('versions').insert({
    snapshot_id: snapshotId,
    number: 1,
    manifest: JSON.stringify(manifest),
    file_count: manifest.length,
    total_bytes: 0,
    source: '{}',
  });
  return { snapshotId, version: 1 };
}

async function formsOf(content: Buffer): Promise<StoredEncoding[]> {
  const forms = (await locate(here.db, [sha256Of(content)])).get(sha256Of(content));
  return [...(forms?.keys() ?? [])].toSorted();
}

const ALL: StoredEncoding[] = ['br', 'gzip', 'identity', 'zstd'];

describe('a finalized version', () => {
  test('gets all compressed encodings of its texts, smaller and with the same content', async () => {
    const files = {
      'app.js': program(100_000),
      'style.css': program(2_000, 'b'),
      'big/lib.js': program(3_000_000, 'c'),
    };
    await makeVariants(here, await stage(files));
    for (const content of Object.values(files)) {
      expect(await formsOf(content)).toEqual(ALL);
      for (const form of CODED) {
        const coded = (await here.read(sha256Of(content), form)) ?? Buffer.alloc(0);
        expect(DECODERS[form](coded).equals(content)).toBe(true);
        expect(coded.length).toBeLessThan(content.length * 0.95);
      }
    }
    expect((await here.stored()).objects).toBe(2);
  });

  test('keeps pictures, pages, small files and incompressible files as they are', async () => {
    const files = {
      'photo.png': program(5_000, 'png'),
      'index.html': program(5_000, 'html'),
      'little.js': program(400),
      'noise.json': randomBytes(50_000),
      README: program(5_000, 'readme'),
    };
    await makeVariants(here, await stage(files));
    for (const content of Object.values(files)) expect(await formsOf(content)).toEqual(['identity']);
    expect((await here.stored()).objects).toBe(1);
  });

  test('is not compressed again, nor is the next version with the same files', async () => {
    const files = { 'app.js': program(50_000) };
    const staged = await stage(files);
    await makeVariants(here, staged);
    const stored = await here.stored();
    await makeVariants(here, staged);
    expect(await here.stored()).toEqual(stored);
    const added = { ...files, 'new.js': program(50_000, 'new') };
    await makeVariants(here, await stage(added));
    expect(await formsOf(added['new.js'])).toEqual(ALL);
    expect(await here.db('blob_variants')).toHaveLength(6);
  });

  test('that is deleted first causes no error', async () => {
    const staged = await stage({ 'app.js': program(50_000) });
    await here.db('snapshots').where({ id: staged.snapshotId }).delete();
    await expect(makeVariants(here, staged)).resolves.toBeUndefined();
    expect(await here.db('blob_variants')).toEqual([]);
  });

  test('that is swept during compression leaves no encodings', async () => {
    const [gone, kept] = [program(50_000, 'gone'), program(50_000, 'kept')];
    const staged = await stage({ 'gone.js': gone, 'kept.js': kept });
    const blobs: ObjectStore = {
      ...here.blobs,
      async write(...args) {
        const written = await here.blobs.write(...args);
        const sha256 = Buffer.from(sha256Of(gone), 'hex');
        await here.db('upload_blobs').where({ sha256 }).delete();
        await here.db('blobs').where({ sha256 }).delete();
        return written;
      },
    };
    await makeVariants({ db: here.db, blobs }, staged);
    expect(await formsOf(gone)).toEqual([]);
    expect(await formsOf(kept)).toEqual(ALL);
  });

  test('whose compression was interrupted has no encodings until the next attempt', async () => {
    const content = program(2_000_000);
    const staged = await stage({ 'app.js': content });
    const before = await here.stored();
    const stop = new AbortController();
    const blobs: ObjectStore = {
      ...here.blobs,
      write(...args) {
        stop.abort();
        return here.blobs.write(...args);
      },
    };
    await expect(makeVariants({ db: here.db, blobs }, staged, stop.signal)).rejects.toThrow(/abort/i);
    expect(await here.stored()).toEqual(before);
    await makeVariants(here, staged);
    expect(await formsOf(content)).toEqual(ALL);
  });

  test('keeps its compressed encodings when their pack is rewritten', async () => {
    const [dropped, kept] = [program(50_000, 'dropped'), program(50_000, 'kept')];
    await makeVariants(here, await stage({ 'dropped.js': dropped, 'kept.js': kept }));
    await here
      .db('upload_blobs')
      .where({ sha256: Buffer.from(sha256Of(dropped), 'hex') })
      .delete();
    expect(await sweep(here, { waste: 0, trashMs: 0 })).toMatchObject({ blobs: 1, repacked: 2 });
    for (const form of CODED) {
      const coded = (await here.read(sha256Of(kept), form)) ?? Buffer.alloc(0);
      expect(DECODERS[form](coded).equals(kept)).toBe(true);
    }
    const sizes = await here.db('blob_variants').sum({ bytes: 'size' });
    expect(await here.stored()).toEqual({ objects: 2, bytes: kept.length + Number(sizes[0]?.['bytes']) });
  });

  test('whose storage fails while it is read is retried', async () => {
    const staged = await stage({ 'app.js': program(50_000) });
    const lost = new Error('the disk is gone');
    let reads = 0;
    const blobs: ObjectStore = {
      ...here.blobs,
      read: (key, range) => ((reads += 1) < 3 ? here.blobs.read(key, range) : Promise.reject(lost)),
    };
    await expect(makeVariants({ db: here.db, blobs }, staged)).rejects.toBe(lost);
    expect(await here.db('blob_variants')).toEqual([]);
  });
});
