import { randomInt } from 'node:crypto';
import { chown, mkdir, readdir, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { StartError } from './errors.ts';
import { type Binaries, run } from './binaries.ts';
import type { DatabaseUser } from './databaseUser.ts';

// One PostgreSQL cluster on disk: create, start, find, stop.

export interface Cluster {
  /** `data` is PostgreSQL's own folder, `run` holds its log. */
  dir: string;
  binaries: Binaries;
  user: DatabaseUser | null;
  durable: boolean;
}

const MAJOR = '18';
/** Below the range the system assigns to outgoing connections. */
const PORTS = { from: 20_000, to: 32_000 };
const LOG_BYTES = 5 * 1024 * 1024;
const SETTLE_MS = 30_000;

const dataOf = (cluster: Cluster) => path.join(cluster.dir, 'data');
const logOf = (cluster: Cluster) => path.join(cluster.dir, 'run/postgres.log');

async function makeFolder(folder: string, user: DatabaseUser | null): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if (user) await chown(folder, user.uid, user.gid);
}

/**
 * Creates the cluster if it does not exist. Deletes what an interrupted attempt left behind. See docs/decisions/0004.
 */
export async function create(cluster: Cluster, password: string): Promise<void> {
  const { dir, user, binaries } = cluster;
  const unfinished = path.join(dir, 'data.new');
  const passwordFile = path.join(dir, 'run/password');
  await makeFolder(path.join(dir, 'run'), user);
  await rm(unfinished, { recursive: true, force: true });
  await makeFolder(unfinished, user);
  await writeFile(passwordFile, password, { mode: 0o600 });
  try {
    if (user) await chown(passwordFile, user.uid, user.gid);
    const made = await run(
      binaries.initdb,
      [
        `--pgdata=${unfinished}`,
        '--username=postgres',
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        '--locale=C',
        '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8',
        ...(cluster.durable ? [] : ['--no-sync']),
      ],
      user,
    );
    if (!made.ok) {
      throw new StartError(`PostgreSQL could not create its data folder ${dir}: ${lastLine(made.output)}`);
    }
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, dataOf(cluster));
}

/** Returns whether the cluster exists. Throws if the folder contains something else. */
export async function exists(cluster: Cluster): Promise<boolean> {
  const data = dataOf(cluster);
  const version = await readFile(path.join(data, 'PG_VERSION'), 'utf8').catch(() => null);
  if (version === null) {
    const names = await readdir(data).catch((cause: NodeJS.ErrnoException) =>
      cause.code === 'ENOENT' ? null : [cause.code],
    );
    if (names === null) return false;
    throw new StartError(
      `${data} is not a usable PostgreSQL data folder: restore it from a backup, or move it away to start empty.`,
    );
  }
  if (version.trim() !== MAJOR) {
    throw new StartError(
      `${data} was created by PostgreSQL ${version.trim()}, but this Stagelink includes PostgreSQL ${MAJOR}: move the folder away to start empty, or set DATABASE_URL to a PostgreSQL ${version.trim()} that serves it.`,
    );
  }
  return true;
}

interface Running {
  pid: number;
  port: number;
  status: string;
}

async function isPostgres(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  // The process id may have been reused by another program.
  const command =
    process.platform === 'linux'
      ? await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
      : (await run('/bin/ps', ['-o', 'command=', '-p', String(pid)], null)).output;
  return command.includes('postgres');
}

/** Finds the running server of this cluster, or null. Removes a stale pid file. */
async function findRunning(cluster: Cluster): Promise<Running | null> {
  const file = path.join(dataOf(cluster), 'postmaster.pid');
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return null;
  const lines = text.split('\n');
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !(await isPostgres(pid))) {
    await rm(file, { force: true });
    return null;
  }
  return { pid, port: Number(lines[3]), status: lines[7]?.trim() ?? 'starting' };
}

/** Returns the port of the running server, or null. Waits for one that is starting or stopping. */
export async function portOfRunning(cluster: Cluster): Promise<number | null> {
  const deadline = Date.now() + SETTLE_MS;
  for (;;) {
    const running = await findRunning(cluster);
    if (!running) return null;
    if (running.status === 'ready') return running.port;
    if (Date.now() > deadline) {
      await stop(cluster, 'immediate');
      return null;
    }
    await wait(50);
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/** Returns `wanted` if it is free, otherwise another port. */
export async function choosePort(wanted: number | null): Promise<number> {
  let port = wanted ?? randomInt(PORTS.from, PORTS.to);
  while (!(await isFree(port))) port = randomInt(PORTS.from, PORTS.to);
  return port;
}

const lastLine = (text: string) => text.trim().split('\n').at(-1) ?? '';

/** Reads PostgreSQL's own reason for not starting from its log. */
async function reason(cluster: Cluster): Promise<string> {
  const log = await readFile(logOf(cluster), 'utf8').catch(() => '');
  const failure = log.split('\n').findLast((line) => /\b(FATAL|PANIC):/.test(line));
  return failure?.replace(/^.*?\b(FATAL|PANIC):\s*/, '') ?? lastLine(log);
}

export async function start(cluster: Cluster, port: number): Promise<void> {
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: '200',
    // Logged statements would contain users' content.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_checkpoints: 'off',
    ...(cluster.durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  await makeFolder(path.dirname(logOf(cluster)), cluster.user);
  const log = await stat(logOf(cluster)).catch(() => null);
  if (log && log.size > LOG_BYTES) await truncate(logOf(cluster));

  const options = Object.entries(settings).map(([name, value]) => `-c ${name}='${value}'`);
  // pg_ctl starts the server in its own session: Ctrl-C in a terminal reaches only this process, which stops the server
  // last.
  const started = await run(
    cluster.binaries.pgCtl,
    [
      'start',
      '-w',
      '-s',
      '-D',
      dataOf(cluster),
      '-l',
      logOf(cluster),
      '-o',
      `-p ${port} ${options.join(' ')}`,
    ],
    cluster.user,
  );
  if (!started.ok) {
    throw new StartError(
      `PostgreSQL could not start on the data folder ${cluster.dir} (${await reason(cluster)}): restore the folder from a backup, or move it away to start empty; its log is ${logOf(cluster)}.`,
    );
  }
}

export async function stop(cluster: Cluster, mode: 'fast' | 'immediate'): Promise<void> {
  const stopped = await run(
    cluster.binaries.pgCtl,
    ['stop', '-w', '-s', '-D', dataOf(cluster), '-m', mode, '-t', '20'],
    cluster.user,
  );
  if (!stopped.ok && mode === 'fast') await stop(cluster, 'immediate');
}
