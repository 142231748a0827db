import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { killWithParent, watchdogFor } from './killWithParent.ts';
import { isAlive } from './testing/processes.ts';

const BUILD = pathToFileURL(path.join(import.meta.dirname, 'build.ts')).href;

/** A build that starts a child process and prints both pids. */
const SCRIPT = `
  const { spawn } = require('node:child_process');
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
  console.log(process.pid + ' ' + child.pid);
  setInterval(() => {}, 1000);`;

/** Builds and forwards the output of the build. */
const BUILDER = `
  import { BUILD_LIMITS, runCommand } from '${BUILD}';
  const argv = [process.execPath, '-e', ${JSON.stringify(SCRIPT)}];
  await runCommand({ step: 'build', argv, cwd: process.cwd(), text: 'build' }, {
    environment: {},
    limits: BUILD_LIMITS,
    signal: new AbortController().signal,
    emit: (event) => event.type === 'build_line' && console.log(event.text),
    monotonicMs: () => 0,
  });`;

function started(...args: string[]): ChildProcess {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

test('a build ends with the process that runs it, also when that is killed', async () => {
  const builder = started('--input-type=module', '-e', BUILDER);
  if (!builder.stdout) throw new Error('Its output is not read');
  const [line] = (await once(createInterface({ input: builder.stdout }), 'line')) as [string];
  const building = line.split(' ').map(Number);
  onTestFinished(() => building.filter(isAlive).forEach((pid) => process.kill(pid, 'SIGKILL')));
  expect(building.map(isAlive)).toEqual([true, true]);

  builder.kill('SIGKILL');

  await expect.poll(() => building.map(isAlive), { timeout: 60_000 }).toEqual([false, false]);
});

test('on Windows, what a build started is found by its parent, which has ended by then', () => {
  const { program, args } = watchdogFor(4711, 'win32');
  expect(program).toMatch(/\\System32\\cmd\.exe$/);
  expect(args.at(-1)).toBe(
    `"set /p line= & if not defined line (taskkill /T /F /PID 4711 & powershell -NoProfile -NonInteractive -Command "Get-CimInstance Win32_Process -Filter 'ParentProcessId=4711' | ForEach-Object { taskkill /T /F /PID $_.ProcessId }")"`,
  );
});

test('a detached process lives on, and its end is not waited for', async () => {
  const { pid = 0 } = started('-e', 'setInterval(() => {}, 1000)');
  const letGo = await killWithParent(pid);

  await letGo();

  expect(isAlive(pid)).toBe(true);
});
