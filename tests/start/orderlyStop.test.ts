import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { freePort, newDataDir, untilHealthy } from '../support/server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Process {
  pid: number;
  parent: number;
  command: string;
}

async function readProcess(pid: string): Promise<Process | null> {
  try {
    const [stat, command] = await Promise.all(
      ['stat', 'cmdline'].map((name) => readFile(`/proc/${pid}/${name}`, 'utf8')),
    );
    const [state, parent] = (stat ?? '').slice((stat ?? '').lastIndexOf(')') + 2).split(' ');
    if (state === 'Z') return null;
    return { pid: Number(pid), parent: Number(parent), command: (command ?? '').replaceAll('\0', ' ') };
  } catch {
    return null;
  }
}

/** All processes of the machine that belong to a run: those it started, and the database of its data folder. */
async function processesOf(npm: number, dataDir: string): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const all = (await Promise.all(pids.map(readProcess))).filter((each) => each !== null);
  const belong = new Set([npm]);
  for (let size = 0; size < belong.size;) {
    size = belong.size;
    for (const { pid, parent, command } of all)
      if (belong.has(parent) || command.includes(dataDir)) belong.add(pid);
  }
  return all.filter(({ pid }) => belong.has(pid));
}

interface Started {
  npm: ChildProcess;
  dataDir: string;
  url: string;
  output: () => string;
  processes: () => Promise<Process[]>;
}

/** Runs the real `npm start` with a database of its own, as the leader of a group, as a terminal does. */
async function npmStart(): Promise<Started> {
  const dataDir = await newDataDir();
  const port = await freePort();
  const npm = spawn('npm', ['start', '--silent'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'test', PORT: String(port), STAGELINK_DATA: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let text = '';
  for (const stream of [npm.stdout, npm.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const processes = () => processesOf(npm.pid ?? 0, dataDir);
  onTestFinished(async () => {
    for (const { pid } of await processes()) process.kill(pid, 'SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
  });
  return { npm, dataDir, url: `http://localhost:${port}`, output: () => text, processes };
}

const isServer = ({ command }: Process) => command.includes('scripts/start.mjs');

test.each<{ level: string; stop: (started: Started) => Promise<void> }>([
  { level: 'SIGTERM to npm', stop: async ({ npm }) => void npm.kill('SIGTERM') },
  { level: 'SIGINT to npm', stop: async ({ npm }) => void npm.kill('SIGINT') },
  {
    level: 'SIGTERM to the shell that npm starts, which is the server',
    async stop({ npm, processes }) {
      const child = (await processes()).find(({ parent }) => parent === npm.pid);
      process.kill(child?.pid ?? 0, 'SIGTERM');
    },
  },
  {
    level: 'SIGTERM to the server',
    async stop({ processes }) {
      const server = (await processes()).findLast((each) => isServer(each));
      process.kill(server?.pid ?? 0, 'SIGTERM');
    },
  },
  { level: 'Ctrl-C in the terminal', stop: async ({ npm }) => void process.kill(-(npm.pid ?? 0), 'SIGINT') },
])('$level stops the server and its database, and no process is left', async ({ stop }) => {
  const started = await npmStart();
  await untilHealthy(started.url, started.npm, started.output);
  expect((await started.processes()).some(({ command }) => command.includes('postgres'))).toBe(true);
  const exited = once(started.npm, 'exit');
  await stop(started);
  await exited;
  expect(await started.processes()).toEqual([]);
});

test.each<{ phase: string; isReached: RegExp }>([
  { phase: 'makes its database', isReached: /initdb/ },
  { phase: 'migrates it', isReached: /postgres: postgres stagelink / },
])('SIGTERM while the server $phase leaves no process either', async ({ isReached }) => {
  const { npm, processes } = await npmStart();
  const exited = once(npm, 'exit');
  await vi.waitUntil(async () => (await processes()).some(({ command }) => isReached.test(command)), {
    timeout: 60_000,
    interval: 10,
  });
  npm.kill('SIGTERM');
  await exited;
  expect(await processes()).toEqual([]);
});
