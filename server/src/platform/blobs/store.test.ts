import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';
import { buffer } from 'node:stream/consumers';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { onBucket, onFolder, onRealBucket, type StoreFixture } from '../../testing/stores.ts';
import { openBucket } from './bucket.ts';
import { openFolder } from './folder.ts';
import { MissingObject, type ObjectStore, type StoredObject } from './store.ts';

const MB = 1024 * 1024;
const inAnHour = () => new Date(Date.now() + 3_600_000);
const anHourAgo = () => new Date(Date.now() - 3_600_000);

async function* pieces(...chunks: (Uint8Array | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) throw chunk;
    yield chunk;
  }
}

async function objectsOf(store: ObjectStore): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of store.keys()) objects.push(object);
  return objects;
}

async function keysOf(store: ObjectStore): Promise<string[]> {
  return (await objectsOf(store)).map(({ key }) => key);
}

describe.each([onFolder, onBucket, ...onRealBucket])('$name', ({ open }) => {
  let fixture: StoreFixture;
  let store: ObjectStore;
  beforeAll(async () => {
    fixture = await open();
    ({ store } = fixture);
    return () => fixture.close();
  });

  test('returns the bytes it received, whole and in ranges', async () => {
    const key = randomUUID();
    const text = Buffer.from('Grüße, 世界 🌍');
    expect(await store.write(key, pieces(text.subarray(0, 3), text.subarray(3)))).toEqual({
      bytes: text.length,
    });
    expect(await store.readBytes(key, { offset: 0, length: text.length })).toEqual(text);
    expect(await store.readBytes(key, { offset: 9, length: 6 })).toEqual(text.subarray(9, 15));
    expect(await buffer(await store.read(key, { offset: 2, length: 4 }))).toEqual(text.subarray(2, 6));
  });

  test('stores 12 MB and reads any range', async () => {
    const key = randomUUID();
    const bytes = randomBytes(12 * MB);
    const chunks = Array.from({ length: 192 }, (_, at) => bytes.subarray(at * 65_536, (at + 1) * 65_536));
    expect(await store.write(key, pieces(...chunks))).toEqual({ bytes: bytes.length });
    const middle = { offset: 5 * MB - 10, length: 20 };
    expect(await store.readBytes(key, middle)).toEqual(bytes.subarray(5 * MB - 10, 5 * MB + 10));
    const whole = await buffer(await store.read(key, { offset: 0, length: bytes.length }));
    expect(whole.equals(bytes)).toBe(true);
  });

  test('lists objects with size and age until they are removed', async () => {
    const key = randomUUID();
    await store.write(key, pieces(Buffer.alloc(1234)));
    const found = (await objectsOf(store)).find((object) => object.key === key);
    expect(found?.bytes).toBe(1234);
    expect(Math.abs(Date.now() - (found?.modified.getTime() ?? 0))).toBeLessThan(60_000);
    await store.remove(key);
    expect(await keysOf(store)).not.toContain(key);
  });

  test('reports a missing object, and removing it again succeeds', async () => {
    const key = randomUUID();
    await expect(store.read(key, { offset: 0, length: 1 })).rejects.toThrow(MissingObject);
    await expect(store.readBytes(key, { offset: 0, length: 1 })).rejects.toThrow(MissingObject);
    await expect(store.remove(key)).resolves.toBeUndefined();
  });

  test.each([
    ['of a few bytes', 1],
    ['of several parts', 120],
  ])('leaves nothing of a write %s whose source fails, and rethrows its error', async (_, chunks) => {
    const key = randomUUID();
    const broken = new Error('the connection was cut');
    const source = pieces(...Array.from({ length: chunks }, () => Buffer.alloc(100_000)), broken);
    await expect(store.write(key, source)).rejects.toBe(broken);
    expect(await keysOf(store)).not.toContain(key);
    expect(await fixture.unfinished()).toBe(0);
  });

  test('aborts a write, releases the source and leaves nothing', async () => {
    const key = randomUUID();
    const stop = new AbortController();
    let released = false;
    async function* endless() {
      try {
        for (let count = 0; ; count += 1) {
          if (count === 100) stop.abort();
          yield Buffer.alloc(65_536);
        }
      } finally {
        released = true;
      }
    }
    await expect(store.write(key, endless(), stop.signal)).rejects.toThrow(/abort/i);
    expect(released).toBe(true);
    expect(await keysOf(store)).not.toContain(key);
    expect(await fixture.unfinished()).toBe(0);
  });

  test.each([
    '../escape',
    'a/b',
    '',
    '.',
    `${randomUUID()}.part`,
    randomUUID().toUpperCase(),
    `${randomUUID()}\0`,
  ])('rejects %j as a key', async (key) => {
    await expect(async () => store.write(key, pieces())).rejects.toThrow(/is not a key/);
    await expect(async () => store.read(key, { offset: 0, length: 1 })).rejects.toThrow(/is not a key/);
    await expect(async () => store.readBytes(key, { offset: 0, length: 1 })).rejects.toThrow(/is not a key/);
    await expect(async () => store.remove(key)).rejects.toThrow(/is not a key/);
  });

  test('checks that it is writable and leaves nothing behind', async () => {
    const before = await keysOf(store);
    await store.check();
    expect(await keysOf(store)).toEqual(before);
  });
});

// The emulator cannot list unfinished uploads.
test.each([onFolder, ...onRealBucket])(
  '$name clears away old writes that never ended, and no others',
  async ({ open }) => {
    const { store, unfinished, leaveUnfinished, close } = await open();
    onTestFinished(close);
    await leaveUnfinished?.();
    expect(await store.removeUnfinished(anHourAgo())).toBe(0);
    expect(await unfinished()).toBe(1);
    expect(await store.removeUnfinished(inAnHour())).toBe(1);
    expect(await unfinished()).toBe(0);
  },
);

/** Creates a store on a full disk and a function that frees space. */
async function fullDisk(): Promise<{ store: ObjectStore; key: string; makeRoom: () => Promise<void> }> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-full-'));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  const key = randomUUID();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'stagelink-test', dir], { stdio: 'pipe' });
    onTestFinished(() => void execFileSync('umount', [dir]));
    const filler = path.join(dir, 'filler');
    await writeFile(filler, Buffer.alloc(1024 * 1024)).catch(() => undefined);
    return { store: await openFolder(dir), key, makeRoom: () => rm(filler) };
  } catch {
    // The kernel's always-full device serves as the file where mounting is not permitted.
    const part = path.join(dir, `${key}.part`);
    await symlink('/dev/full', part);
    return { store: await openFolder(dir), key, makeRoom: () => Promise.resolve() };
  }
}

test('a full disk rejects a write with a clear message, keeps nothing, and works again once there is space', async () => {
  const { store, key, makeRoom } = await fullDisk();
  const writing = store.write(key, pieces(...Array.from({ length: 20 }, () => Buffer.alloc(100_000))));
  await expect(writing).rejects.toMatchObject({
    code: 'storage_full',
    message: 'The server has run out of space for files. Nothing was stored.',
  });
  expect(await keysOf(store)).toEqual([]);
  expect(await store.removeUnfinished(inAnHour())).toBe(0);
  await makeRoom();
  await store.write(key, pieces(Buffer.alloc(100_000)));
  expect(await keysOf(store)).toEqual([key]);
});

test('a bucket that cannot be reached is unavailable, not broken', async () => {
  const store = openBucket({ endpoint: 'http://127.0.0.1:1', name: 'b', region: 'r', keyId: 'k', key: 's' });
  await expect(store.write(randomUUID(), pieces(Buffer.alloc(10)))).rejects.toMatchObject({
    code: 'unavailable',
  });
  await expect(store.readBytes(randomUUID(), { offset: 0, length: 1 })).rejects.toMatchObject({
    code: 'unavailable',
  });
  await expect(store.check()).rejects.toMatchObject({ code: 'unavailable' });
});
