import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { systemProblem } from './system.mjs';

const LINUX = { platform: 'linux', isMusl: false, hasDatabase: false, hasNode: true } as const;

test.each([
  ['Linux', LINUX],
  ['macOS', { ...LINUX, platform: 'darwin' }],
  ['Alpine with a database and a Node of its own', { ...LINUX, isMusl: true, hasDatabase: true }],
] as const)('%s runs it', (_name, system) => {
  expect(systemProblem(system)).toBeNull();
});

test.each([
  ['Windows', { ...LINUX, platform: 'win32' }, /runs on Linux and macOS.*WSL/],
  ['another system', { ...LINUX, platform: 'freebsd' }, /runs on Linux and macOS/],
  ['Alpine without a database', { ...LINUX, isMusl: true }, /musl.*DATABASE_URL/],
  [
    'Alpine with an old Node',
    { ...LINUX, isMusl: true, hasDatabase: true, hasNode: false },
    /musl.*Node\.js 24\.15/,
  ],
] as const)('%s is rejected at once, with what to do', (_name, system, problem) => {
  expect(systemProblem(system)).toMatch(problem);
});

test('npm start says it before it installs anything', () => {
  const script = path.join(import.meta.dirname, '../start.mjs');
  const asWindows = `Object.defineProperty(process, 'platform', { value: 'win32' }); await import(${JSON.stringify(script)})`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', asWindows], {
    encoding: 'utf8',
    timeout: 60_000,
  });
  expect({ status, stderr }).toEqual({
    status: 1,
    stderr:
      'Stagelink’s server runs on Linux and macOS. On Windows, run it in WSL: https://learn.microsoft.com/windows/wsl/install\n',
  });
});
