import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { zipOf } from './zip.ts';

const MB = 1024 * 1024;

/** Random files, and how many of them were requested. */
function randomFiles(count: number) {
  const ended = Promise.withResolvers<number>();
  async function* entries() {
    let requested = 0;
    try {
      for (; requested < count; requested++)
        yield { name: `${requested}.bin`, content: Readable.from([randomBytes(MB)]) };
    } finally {
      ended.resolve(requested);
    }
  }
  return { entries: entries(), ended: ended.promise };
}

test('a reader that leaves ends the reading, which was never far ahead', async () => {
  const { entries, ended } = randomFiles(200);
  const archive = zipOf(entries);
  await once(archive, 'readable');
  archive.read(1);
  archive.destroy();
  expect(await ended).toBeLessThan(10);
});

test('a file that fails midway breaks the archive off', async () => {
  async function* bytes() {
    yield randomBytes(10);
    throw new Error('The disk is gone');
  }
  async function* entries() {
    yield { name: 'a.bin', content: Readable.from(bytes()) };
    yield { name: 'b.bin', content: Buffer.from('b') };
  }
  await expect(buffer(zipOf(entries()))).rejects.toThrow('The disk is gone');
});

test('entries that fail break the archive off', async () => {
  async function* entries() {
    yield { name: 'a.bin', content: Buffer.from('a') };
    throw new Error('The database is gone');
  }
  await expect(buffer(zipOf(entries()))).rejects.toThrow('The database is gone');
});

test('the same files always make the same archive', async () => {
  async function* entries() {
    yield { name: 'a.txt', content: Buffer.from('a') };
  }
  expect(await buffer(zipOf(entries()))).toEqual(await buffer(zipOf(entries())));
});
