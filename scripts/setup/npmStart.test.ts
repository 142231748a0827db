import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../server/src/platform/config.ts';
import { DEFAULT_HOST, DEFAULT_PORT } from './port.mjs';

const ROOT = path.join(import.meta.dirname, '../..');

/** Replaces the script that installs, builds and serves. */
const START = `
  process.on('SIGTERM', () => { console.log('stopped in order'); process.exit(0); });
  setInterval(() => {}, 1000);
  console.log('process ' + process.pid);`;

let project: string;
beforeEach(async () => {
  project = await mkdtemp(path.join(tmpdir(), 'stagelink-npm-start-'));
  onTestFinished(() => rm(project, { recursive: true }));
  await mkdir(path.join(project, 'scripts'));
  for (const file of ['package.json', 'scripts/prestart.mjs', 'scripts/setup'])
    await cp(path.join(ROOT, file), path.join(project, file), { recursive: true });
  await writeFile(path.join(project, 'scripts/start.mjs'), START);
});

function npmStart(env: NodeJS.ProcessEnv): ChildProcessByStdio<null, Readable, Readable> {
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: project,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void npm.kill('SIGKILL'));
  return npm;
}

async function listening(): Promise<number> {
  const program = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void program.close());
  await once(program, 'listening');
  return (program.address() as AddressInfo).port;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('SIGTERM to npm stops the server in order, and npm waits for it', async () => {
  const npm = npmStart({ PORT: '0' });
  const [line] = (await once(npm.stdout, 'data')) as [Buffer];
  const pid = Number(/process (\d+)/.exec(String(line))?.[1]);
  onTestFinished(() => void (isAlive(pid) && process.kill(pid, 'SIGKILL')));
  const rest = text(npm.stdout);
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  expect(isAlive(pid)).toBe(false);
  expect(await rest).toContain('stopped in order');
});

test('SIGTERM to npm ends what is being installed or built, too', async () => {
  const program = path.join(project, 'program.mjs');
  await writeFile(program, `console.log('stays'); setInterval(() => {}, 1000);`);
  await writeFile(
    path.join(project, 'scripts/start.mjs'),
    `import { quietly } from './setup/say.mjs';
    setTimeout(() => console.log('started'), 0);
    await quietly('Building', process.execPath, [${JSON.stringify(program)}]);`,
  );
  const npm = npmStart({ PORT: '0' });
  await once(npm.stdout, 'data');
  npm.kill('SIGTERM');
  await once(npm, 'exit');
  const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
  expect(stdout).not.toContain(program);
});

test.each(['PORT', 'METRICS_PORT'])(
  'a %s in use is reported before anything is installed or built',
  async (variable) => {
    const port = await listening();
    const npm = npmStart({ PORT: '0', [variable]: String(port) });
    const [stdout, stderr] = [text(npm.stdout), text(npm.stderr)];
    expect(await once(npm, 'close')).toEqual([1, null]);
    expect([await stdout, await stderr]).toEqual([
      '',
      `Port ${port} is already in use: stop the program that uses it, or set ${variable} to another port.\n`,
    ]);
  },
);

test('the address that is looked at is the one the server listens at', async () => {
  const { host, port, metricsHost } = readConfig({});
  expect([DEFAULT_HOST, DEFAULT_PORT]).toEqual([host, String(port)]);
  expect(metricsHost).toBe(DEFAULT_HOST);
  expect(await readFile(path.join(ROOT, 'README.md'), 'utf8')).toContain(`http://localhost:${DEFAULT_PORT}`);
});
