import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readZip } from '@stagelink/shared/staging/node/testing/readZip';
import { expect, onTestFinished, test } from 'vitest';
import { zipFolder } from './zipFolder.mjs';

const FILES = { 'manifest.json': '{}', 'icons/icon.svg': '<svg/>', 'worker.js': 'run();'.repeat(1_000) };

function folderForTest(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'stagelink-zip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

function folderWith(files: [name: string, text: string][]): string {
  const folder = folderForTest();
  for (const [name, text] of files) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

async function zipped(folder: string): Promise<Buffer> {
  const target = path.join(folderForTest(), 'all.zip');
  await zipFolder(folder, target);
  return readFileSync(target);
}

test('a zip holds every file of its folder, packed', async () => {
  const zip = await zipped(folderWith(Object.entries(FILES)));
  const texts = [...(await readZip(zip))].map(([name, bytes]) => [name, bytes.toString()]);
  expect(Object.fromEntries(texts)).toEqual(FILES);
  expect(zip.length).toBeLessThan(1_000);
});

test('the same files make the same bytes, whenever and in whatever order they were written', async () => {
  const [one, other] = [folderWith(Object.entries(FILES)), folderWith(Object.entries(FILES).toReversed())];
  utimesSync(path.join(other, 'worker.js'), 1, 1);
  chmodSync(path.join(other, 'worker.js'), 0o600);
  expect(await zipped(one)).toEqual(await zipped(other));
});

test('a zip that cannot be written is an error', async () => {
  const folder = folderWith(Object.entries(FILES));
  await expect(zipFolder(folder, path.join(folder, 'missing/all.zip'))).rejects.toThrow('ENOENT');
});
