import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createTemporaryFolder, fitsInMemory } from './temporaryFolder.mjs';

const GIGABYTE = 1024 ** 3;
const mounts = (options: string) => `/dev/vda / ext4 rw 0 0\ntmpfs /dev/shm tmpfs ${options} 0 0\n`;

test.each([
  ['a large file system in memory', mounts('rw,relatime'), 12, true],
  ['a small one', mounts('rw,relatime'), 2, false],
  ['one that runs no programs', mounts('rw,nosuid,noexec'), 12, false],
  ['a folder of the disk', '/dev/vda / ext4 rw 0 0\n', 12, false],
])('%s is recognized', (_name, list, gigabytes, isFit) => {
  expect(fitsInMemory(list, gigabytes * GIGABYTE)).toBe(isFit);
});

test('a run has a folder that other users may pass through, and removes what a killed run left', () => {
  const parent = mkdtempSync(path.join(tmpdir(), 'parent-'));
  onTestFinished(() => rmSync(parent, { recursive: true }));
  const foreign = path.join(parent, 'other');
  const running = path.join(parent, `stagelink-tests-${process.ppid}-a1b2c3`);
  const killed = path.join(parent, 'stagelink-tests-999999999-a1b2c3');
  for (const folder of [foreign, running, killed]) mkdirSync(folder);
  writeFileSync(path.join(killed, 'file'), 'left');

  const { folder, remove } = createTemporaryFolder(parent);
  expect(statSync(folder).mode & 0o777).toBe(0o711);
  expect([foreign, running, killed].map((found) => existsSync(found))).toEqual([true, true, false]);
  writeFileSync(path.join(folder, 'file'), 'text');
  remove();
  expect(existsSync(folder)).toBe(false);
});
