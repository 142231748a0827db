import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BlobWorld, blobOf, blobWorld, sha256Of, sourceOf } from '../../testing/blobs.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { writePack } from './packs.ts';
import { locate, openBlob } from './read.ts';
import { sweep } from './sweep.ts';

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

const cut = new Error('the connection was cut');

async function* drip(bytes: Buffer, end?: Error): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000);
  if (end) throw end;
}

const rowsOf = async (table: string) => Number((await here.db(table).count({ count: '*' }))[0]?.['count']);

describe('the blobs of one request', () => {
  test('become one object, and each is read back correctly', async () => {
    const contents = Array.from({ length: 500 }, (_, at) => `file ${at} `.repeat(at));
    const { hashes } = await here.keep(...contents);
    expect(hashes).toEqual(contents.map(sha256Of));
    expect((await here.stored()).objects).toBe(1);
    for (const at of [0, 1, 250, 499])
      expect(String(await here.read(sha256Of(contents[at] ?? '')))).toBe(contents[at]);
  });

  test('may include an empty file, alone or among others', async () => {
    const empty = sha256Of('');
    await here.keep('');
    expect(await here.read(empty)).toEqual(Buffer.alloc(0));
    expect((await here.stored()).objects).toBe(0);
    const place = (await locate(here.db, [empty])).get(empty)?.get('identity');
    expect(place && (await buffer(await openBlob(here, place)))).toEqual(Buffer.alloc(0));
  });

  test('store files with the same content once', async () => {
    const { hashes } = await here.keep('same', 'other', 'same');
    expect(hashes).toHaveLength(3);
    expect(await here.stored()).toEqual({ objects: 1, bytes: 'sameother'.length });
  });

  test('may be streams, and any range of a blob can be read', async () => {
    const { uploadId } = await here.upload();
    const bytes = randomBytes(300_000);
    await writePack(
      here,
      sourceOf(blobOf('first'), blobOf(bytes, { body: Readable.from(drip(bytes)) })),
      here.refer(uploadId),
    );
    const place = (await locate(here.db, [sha256Of(bytes)])).get(sha256Of(bytes))?.get('identity');
    if (!place) throw new Error('The blob has no place');
    expect(await buffer(await openBlob(here, place))).toEqual(bytes);
    expect(await buffer(await openBlob(here, place, { offset: 99_999, length: 3 }))).toEqual(
      bytes.subarray(99_999, 100_002),
    );
    await expect(openBlob(here, place, { offset: 299_999, length: 2 })).rejects.toThrow(RangeError);
  });

  test('may come without hashes and get the hash of their content', async () => {
    const { uploadId } = await here.upload();
    const unnamed = { sha256: null, size: null };
    const stored = await writePack(
      here,
      sourceOf(blobOf('one', { ...unnamed, name: 'a' }), blobOf('two', { ...unnamed, name: 'b' })),
      here.refer(uploadId),
    );
    expect(stored).toEqual([
      { name: 'a', sha256: sha256Of('one'), size: 3 },
      { name: 'b', sha256: sha256Of('two'), size: 3 },
    ]);
    expect(String(await here.read(sha256Of('two')))).toBe('two');
  });
});

describe('a blob the store already has', () => {
  test('is referenced but not written again', async () => {
    await here.keep('known');
    const before = await here.stored();
    const { uploadId } = await here.upload();
    const expected = [sha256Of('known')];
    const stored = await writePack(here, sourceOf(blobOf('known')), here.refer(uploadId), { expected });
    expect(stored.map(({ sha256 }) => sha256)).toEqual(expected);
    expect(await here.stored()).toEqual(before);
    expect(await here.db('upload_blobs').where({ upload_id: uploadId })).toHaveLength(1);
  });

  test('is still verified: other bytes under a known hash are rejected', async () => {
    await here.keep('known');
    const { uploadId } = await here.upload();
    const expected = [sha256Of('known')];
    const mismatched = blobOf('knowN', { sha256: sha256Of('known') });
    await expect(
      writePack(here, sourceOf(mismatched), here.refer(uploadId), { expected }),
    ).rejects.toMatchObject({
      code: 'hash_mismatch',
    });
    expect(await here.db('upload_blobs').where({ upload_id: uploadId })).toEqual([]);
  });

  test('at the same moment as another upload is stored once and belongs to both', async () => {
    const contents = Array.from({ length: 50 }, (_, at) => `shared ${at}`);
    const keeping = Array.from({ length: 8 }, (_, at) =>
      here.keep(...(at % 2 ? contents : contents.toReversed()), `own ${at}`),
    );
    await Promise.all(keeping);
    expect(await rowsOf('blobs')).toBe(58);
    expect(await rowsOf('upload_blobs')).toBe(8 * 51);
    for (const content of contents) expect(String(await here.read(sha256Of(content)))).toBe(content);
  });

  test('but that is removed before it is recorded counts as missing', async () => {
    const { uploadId: old, hashes } = await here.keep('vanishing');
    const { uploadId } = await here.upload();
    async function* source() {
      yield blobOf('staying');
      await here.db('uploads').where({ id: old }).delete();
      await here.db('blobs').delete();
      yield blobOf('vanishing');
    }
    const stored = await writePack(here, source(), here.refer(uploadId), { expected: hashes });
    expect(stored.map(({ sha256 }) => sha256)).toEqual([sha256Of('staying')]);
  });
});

test('the bytes of an incomplete blob are removed by the next sweep', async () => {
  const { hashes } = await here.keep('known');
  const { uploadId } = await here.upload();
  const bytes = randomBytes(50_000);
  const half = blobOf(bytes, { body: Readable.from(drip(bytes, cut)) });
  const writing = writePack(here, sourceOf(blobOf('known'), half), here.refer(uploadId), {
    expected: hashes,
  });
  await expect(writing).rejects.toBe(cut);
  expect((await here.stored()).objects).toBe(2);
  expect(await sweep(here, { trashMs: 0 })).toMatchObject({ packs: 1 });
  expect(await here.stored()).toEqual({ objects: 1, bytes: 5 });
});

describe('an upload that is cut off or does not match its manifest', () => {
  const liars = [
    [
      'other bytes of the same length',
      blobOf('liar', { name: 'app.js', sha256: sha256Of('rail') }),
      /app\.js.*SHA-256/,
    ],
    ['fewer bytes than announced', blobOf('short', { name: 'app.js', size: 6 }), /app\.js.*5 bytes, not 6/],
    [
      'more bytes than announced',
      blobOf('longer', { name: 'app.js', size: 5 }),
      /app\.js.*more than 5 bytes/,
    ],
  ] as const;

  test.each(liars)('with %s is rejected with a message that names the file', async (_, blob, sentence) => {
    const { uploadId } = await here.upload();
    const writing = writePack(here, sourceOf(blob), here.refer(uploadId));
    await expect(writing).rejects.toMatchObject({
      code: 'hash_mismatch',
      message: expect.stringMatching(sentence),
    });
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
    expect(await rowsOf('packs')).toBe(0);
  });

  test.each(liars)('with %s keeps the complete blobs before it', async (_, blob) => {
    const { uploadId } = await here.upload();
    const source = sourceOf(blobOf('whole'), blob, blobOf('never reached'));
    await expect(writePack(here, source, here.refer(uploadId))).rejects.toMatchObject({
      code: 'hash_mismatch',
    });
    expect(String(await here.read(sha256Of('whole')))).toBe('whole');
    expect(await rowsOf('blobs')).toBe(1);
    expect(await rowsOf('upload_blobs')).toBe(1);
  });

  test('in the middle of a file keeps the complete files and reports why it ended', async () => {
    const { uploadId } = await here.upload();
    const bytes = randomBytes(100_000);
    const half = blobOf(bytes, { body: Readable.from(drip(bytes, cut)) });
    await expect(
      writePack(here, sourceOf(blobOf('one'), blobOf('two'), half), here.refer(uploadId)),
    ).rejects.toBe(cut);
    expect(String(await here.read(sha256Of('two')))).toBe('two');
    expect(await here.read(sha256Of(bytes))).toBeUndefined();
  });

  test('before the first complete file leaves nothing', async () => {
    const { uploadId } = await here.upload();
    const bytes = randomBytes(500_000);
    const half = blobOf(bytes, { body: Readable.from(drip(bytes, cut)) });
    await expect(writePack(here, sourceOf(half), here.refer(uploadId))).rejects.toBe(cut);
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
    expect(await here.blobs.removeUnfinished(new Date(Date.now() + 1000))).toBe(0);
  });

  test('does not read beyond the announced size', async () => {
    const { uploadId } = await here.upload();
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += 10_000;
        yield Buffer.alloc(10_000);
      }
    }
    const bomb = blobOf('', { size: 100_000, body: Readable.from(endless()) });
    await expect(writePack(here, sourceOf(bomb), here.refer(uploadId))).rejects.toMatchObject({
      code: 'hash_mismatch',
    });
    expect(sent).toBeLessThan(1_000_000);
  });
});

describe('when recording fails', () => {
  test('nothing is stored and the object is removed', async () => {
    const refused = new Error('the upload is gone');
    await expect(writePack(here, sourceOf(blobOf('text')), () => Promise.reject(refused))).rejects.toBe(
      refused,
    );
    expect(await here.stored()).toEqual({ objects: 0, bytes: 0 });
    expect(await rowsOf('packs')).toBe(0);
  });

  test('a store that cannot write releases the source and records nothing', async () => {
    const full = new Error('no room');
    let released = false;
    async function* source() {
      try {
        for (;;) yield blobOf(randomBytes(100_000));
      } finally {
        released = true;
      }
    }
    const blobs = {
      ...here.blobs,
      async write(_: string, body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<never> {
        for await (const piece of body) if (piece.length > 0) throw full;
        throw new Error('The source ended');
      },
    };
    const { uploadId } = await here.upload();
    await expect(writePack({ db: here.db, blobs }, source(), here.refer(uploadId))).rejects.toBe(full);
    expect(released).toBe(true);
    expect(await rowsOf('packs')).toBe(0);
  });
});
