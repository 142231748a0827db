import { createHash, randomBytes } from 'node:crypto';
import { statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { HashedFile } from './manifest.ts';
import { folderWith } from './testing/folders.ts';
import { readZip } from './testing/readZip.ts';
import { zipBlobs } from './zip.ts';

function hashed(folder: string, files: Record<string, Buffer>): HashedFile[] {
  return Object.entries(files).map(([name, content]) => {
    const { size, mtimeMs, ctimeMs, ino } = statSync(path.join(folder, name));
    const sha256 = createHash('sha256').update(content).digest('hex');
    return { path: name, size, mtimeMs, ctimeMs, ino, sha256 };
  });
}

/** Concatenates the chunks, each as it was when the next one was requested. */
async function received(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const copies: Buffer[] = [];
  for await (const chunk of chunks) copies.push(Buffer.from(chunk));
  return Buffer.concat(copies);
}

test('a strict reader finds every file under its hash, whatever its size and kind', async () => {
  const files = {
    'empty.txt': Buffer.alloc(0),
    'tiny.txt': Buffer.from('x'),
    'page.html': Buffer.from('<p>words that repeat</p>'.repeat(5_000)),
    'noise.html': randomBytes(70_000),
    'photo.webp': randomBytes(300_000),
    'long.txt': Buffer.from('a line of a long text\n'.repeat(500_000)),
    'film.mp4': randomBytes(9_000_000),
  };
  const folder = folderWith(files);
  const manifest = hashed(folder, files);
  const sent: string[] = [];

  const zip = await received(zipBlobs(folder, manifest, true, (file) => sent.push(file.path)));

  const read = await readZip(zip);
  expect([...read.keys()]).toEqual(manifest.map(({ sha256 }) => sha256));
  expect([...read.values()].map((bytes) => createHash('sha256').update(bytes).digest('hex'))).toEqual([
    ...read.keys(),
  ]);
  expect(sent).toEqual(Object.keys(files));
});

test('texts shrink when that is asked for, and pictures are left as they are', async () => {
  const size = async (name: string, content: Buffer, compress = true): Promise<number> => {
    const folder = folderWith({ [name]: content });
    return (await received(zipBlobs(folder, hashed(folder, { [name]: content }), compress, () => {}))).length;
  };
  const text = Buffer.from('words that repeat '.repeat(10_000));
  expect(await size('a.txt', text)).toBeLessThan(text.length / 10);
  expect(await size('a.txt', text, false)).toBeGreaterThan(text.length);
  expect(await size('a.webp', text)).toBeGreaterThan(text.length);
});

test('no more is read ahead than a few files, however many there are', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 200 }, (_unused, i) => [`${i}.webp`, randomBytes(100_000)]),
  );
  const folder = folderWith(files);
  const chunks = zipBlobs(folder, hashed(folder, files), true, () => {});
  await chunks.next();
  // Files not read yet may change unnoticed; files read ahead may not.
  for (let i = 60; i < 200; i += 1) writeFileSync(path.join(folder, `${i}.webp`), 'changed');
  let taken = 0;
  await expect(
    (async () => {
      for await (const chunk of chunks) taken += chunk.length;
    })(),
  ).rejects.toMatchObject({ path: '60.webp' });
  expect(taken).toBeGreaterThan(5_000_000);
});

test('memory is used again and does not grow with what is sent', async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_unused, i) => [
      `${i}.${i % 2 ? 'webp' : 'html'}`,
      randomBytes(30_000 + 500 * (i % 100)),
    ]),
  );
  const folder = folderWith(files);
  const memory = new Set<ArrayBufferLike>();
  let bytes = 0;
  for await (const chunk of zipBlobs(folder, hashed(folder, files), true, () => {})) {
    memory.add(chunk.buffer);
    bytes += chunk.length;
  }
  expect(bytes).toBeGreaterThan(20_000_000);
  const held = [...memory].reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(held).toBeLessThan(10_000_000);
});
