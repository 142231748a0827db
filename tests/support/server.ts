import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(import.meta.dirname, '../..');
const START_SECONDS = 180;
/** Below the range of ephemeral ports, which could be taken between two checks. */
const PORTS = { from: 20_000, to: 32_000 };

const WIDE_OPEN = { points: 1_000_000, seconds: 1 };

/** Limits that are met by no story. */
export const WIDE_LIMITS: Readonly<Record<string, typeof WIDE_OPEN>> = Object.fromEntries(
  [
    'login',
    'register',
    'gate',
    'stage',
    'upload',
    'token',
    'preview',
    'view',
    'mail',
    'mailToAddress',
    'comment',
    'visitorComments',
    'visitorAddressComments',
    'reaction',
    'visitorReactions',
    'commentList',
    'analytics',
    'presence',
    'tryOut',
    'tryOutUpload',
    'tryOutOfSite',
    'trySampleOfSite',
    'trySample',
    'read',
    'change',
    'readThreads',
    'stripeEvent',
    'download',
    'agentWork',
    'agentWait',
    'mcp',
    'issue',
  ].map((name) => [name, WIDE_OPEN]),
);

export interface Server {
  url: string;
  dataDir: string;
  /** Output of the server, printed by a failing test. */
  output: () => string;
  process: ChildProcess;
  stop: () => Promise<void>;
}

export interface ServerOptions {
  /** Shared to run two servers on one database. Default: a new folder, removed at the end. */
  dataDir?: string;
  /** Overrides the defaults, which disable rate limits. */
  env?: Record<string, string>;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

export async function freePort(): Promise<number> {
  for (;;) {
    const port = PORTS.from + Math.floor(Math.random() * (PORTS.to - PORTS.from));
    if (await isFree(port)) return port;
  }
}

/** Creates an empty data folder. As root the database runs as another user, which needs access. */
export async function newDataDir(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-story-'));
  await chmod(dir, 0o711);
  return dir;
}

/** Waits until a new server reports at `/healthz` that it is up. */
export async function untilHealthy(url: string, child: ChildProcess, output: () => string): Promise<void> {
  const deadline = Date.now() + START_SECONDS * 1000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null) break;
    const answer = await fetch(`${url}/healthz`).catch(() => null);
    if (answer?.ok) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  child.kill('SIGKILL');
  throw new Error(`The server did not start:\n${output()}`);
}

/** Starts the real server as a process with its own PostgreSQL. */
export async function startServer({ dataDir, env = {} }: ServerOptions = {}): Promise<Server> {
  const folder = dataDir ?? (await newDataDir());
  const port = Number(env['PORT'] ?? (await freePort()));
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, ['--max-semi-space-size=8', 'server/src/main.ts'], {
    cwd: ROOT,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      PORT: String(port),
      STAGELINK_DATA: folder,
      RATE_LIMITS: JSON.stringify(WIDE_LIMITS),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const output = () => text;
  await untilHealthy(url, child, output);

  return {
    url,
    dataDir: folder,
    output,
    process: child,
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        const exited = once(child, 'exit');
        child.kill('SIGTERM');
        await exited;
      }
      if (dataDir === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}
