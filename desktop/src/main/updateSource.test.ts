import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isUpdateSafe } from './updateSource.ts';

test.each([
  ['provider: generic\nurl: https://updates.example.com/companion\n', true],
  ["provider: generic\nurl: 'https://updates.example.com'\n", true],
  ['provider: generic\nurl: http://updates.example.com\n', false],
  ['provider: generic\nurl: file:///tmp/updates\n', false],
  ['provider: generic\n', false],
])('updates named by %j are taken: %s', (settings, isSafe) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'stagelink-updates-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'app-update.yml');
  expect(isUpdateSafe(file)).toBe(false);
  writeFileSync(file, settings);
  expect(isUpdateSafe(file)).toBe(isSafe);
});
