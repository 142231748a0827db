import { createHash, randomBytes } from 'node:crypto';
import { appendFileSync, renameSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { StageEvent } from '../core/events.ts';
import { type CachedHash, type HashCache, hashFiles, type HashOptions } from './manifest.ts';
import { folderWith, writeFiles } from './testing/folders.ts';

const options = (more: Partial<HashOptions> = {}): HashOptions => ({
  emit: () => {},
  signal: new AbortController().signal,
  monotonicMs: () => performance.now(),
  epochMs: () => Date.now(),
  ...more,
});

const sha256 = (content: Buffer | string): string => createHash('sha256').update(content).digest('hex');

/** Records lookups and stored entries. */
function recordingCache(): HashCache & { entries: Map<string, CachedHash>; saves: number } {
  const entries = new Map<string, CachedHash>();
  const cache = {
    entries,
    saves: 0,
    get: (file: string) => entries.get(file),
    set: (file: string, entry: CachedHash) => {
      cache.saves += 1;
      entries.set(file, entry);
    },
  };
  return cache;
}

describe('hashing', () => {
  test('gives the SHA-256 of every file, small, empty or larger than the buffer', async () => {
    const files = {
      'a.txt': Buffer.from('a'),
      'empty.txt': Buffer.alloc(0),
      'long.bin': randomBytes(3_500_000),
    };
    const hashed = await hashFiles(folderWith(files), Object.keys(files), options());
    expect(hashed.map(({ path: name, size, sha256: hash }) => [name, size, hash])).toEqual(
      Object.entries(files).map(([name, content]) => [name, content.length, sha256(content)]),
    );
  });

  test('reports files that are too large for a page', async () => {
    const events: StageEvent[] = [];
    const folder = folderWith({ 'film.mp4': Buffer.alloc(6_000_000) });
    await hashFiles(folder, ['film.mp4'], options({ emit: (event) => events.push(event) }));
    expect(events).toContainEqual({ type: 'large_file', path: 'film.mp4', bytes: 6_000_000 });
  });

  test('reads a file again that changed while it was read', async () => {
    const folder = folderWith({ 'log.bin': Buffer.alloc(40_000_000, 1) });
    const writing = setImmediate(() => appendFileSync(path.join(folder, 'log.bin'), 'more'));
    const [hashed] = await hashFiles(folder, ['log.bin'], options());
    clearImmediate(writing);
    expect(hashed?.size).toBe(40_000_004);
    expect(hashed?.sha256).toBe(sha256(Buffer.concat([Buffer.alloc(40_000_000, 1), Buffer.from('more')])));
  });

  test('names a file that cannot be read', async () => {
    const folder = folderWith({});
    symlinkSync('loop.txt', path.join(folder, 'loop.txt'));
    await expect(hashFiles(folder, ['loop.txt'], options())).rejects.toMatchObject({
      code: 'unreadable',
      message: '“loop.txt” could not be read.',
    });
  });
});

describe('the cache of hashes', () => {
  const LATER = () => Date.now() + 60_000;
  const YESTERDAY = new Date(Date.now() - 86_400_000);

  test('spares reading files whose time and size are the same', async () => {
    const folder = folderWith({ 'a.txt': 'a' });
    const file = path.join(folder, 'a.txt');
    utimesSync(file, YESTERDAY, YESTERDAY);
    const cache = recordingCache();
    const [first] = await hashFiles(folder, ['a.txt'], options({ cache, epochMs: LATER }));
    const [second] = await hashFiles(folder, ['a.txt'], options({ cache, epochMs: LATER }));
    expect(second).toEqual(first);
    expect(cache.saves).toBe(1);
  });

  test('is not believed about a file that was written just before it was hashed', async () => {
    const folder = folderWith({ 'a.txt': 'a' });
    const cache = recordingCache();
    await hashFiles(folder, ['a.txt'], options({ cache }));
    await hashFiles(folder, ['a.txt'], options({ cache }));
    expect(cache.saves).toBe(2);
  });

  test.each([
    ['written', (file: string) => writeFileSync(file, 'b')],
    [
      'replaced',
      (file: string) => {
        writeFileSync(`${file}.new`, 'b');
        renameSync(`${file}.new`, file);
      },
    ],
  ])('is not believed about a file that was %s and has the size and time it had', async (_how, change) => {
    const folder = folderWith({ 'a.txt': 'a' });
    const file = path.join(folder, 'a.txt');
    utimesSync(file, YESTERDAY, YESTERDAY);
    const cache = recordingCache();
    await hashFiles(folder, ['a.txt'], options({ cache, epochMs: LATER }));
    change(file);
    utimesSync(file, YESTERDAY, YESTERDAY);
    const [changed] = await hashFiles(folder, ['a.txt'], options({ cache, epochMs: LATER }));
    expect(changed?.sha256).toBe(sha256('b'));
  });

  test('is not believed about a file that changed', async () => {
    const folder = folderWith({ 'a.txt': 'a' });
    utimesSync(path.join(folder, 'a.txt'), YESTERDAY, YESTERDAY);
    const cache = recordingCache();
    await hashFiles(folder, ['a.txt'], options({ cache }));
    writeFiles(folder, { 'a.txt': 'b' });
    const [changed] = await hashFiles(folder, ['a.txt'], options({ cache }));
    expect(changed?.sha256).toBe(sha256('b'));
  });
});
