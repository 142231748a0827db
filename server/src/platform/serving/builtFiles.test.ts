import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readBuiltFiles } from './builtFiles.ts';

async function folderWith(...names: string[]): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'built-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const name of names) {
    await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
    await writeFile(path.join(folder, name), name);
  }
  return folder;
}

test('a file comes with the forms that the build compressed, and those are no files of their own', async () => {
  const files = readBuiltFiles(
    await folderWith('a.js', 'a.js.br', 'a.js.zst', 'a.js.gz', 'deep/b.css', 'c.gz', '.vite/manifest.json'),
  );
  const described = [...files].map(([name, { body, compressed }]) => [
    name,
    body.toString(),
    Object.fromEntries([...compressed].map(([encoding, bytes]) => [encoding, bytes.toString()])),
  ]);
  expect(described.toSorted()).toEqual([
    ['/a.js', 'a.js', { br: 'a.js.br', zstd: 'a.js.zst', gzip: 'a.js.gz' }],
    ['/c.gz', 'c.gz', {}],
    ['/deep/b.css', 'deep/b.css', {}],
  ]);
});
