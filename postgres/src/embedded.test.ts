import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { expect, onTestFinished, test, vi } from 'vitest';
import { installed, reachable } from './binaries.ts';
import { databaseUser } from './databaseUser.ts';
import { type Embedded, startEmbedded } from './embedded.ts';

const isRoot = process.getuid?.() === 0;
const quick = { durable: false };

async function folder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-embedded-'));
  await chmod(dir, 0o711);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return path.join(dir, 'postgres');
}

async function started(dir: string): Promise<Embedded> {
  const embedded = await startEmbedded(dir, quick);
  onTestFinished(() => embedded.stop());
  return embedded;
}

async function ask(embedded: Embedded, sql: string): Promise<unknown> {
  const client = new Client({ connectionString: embedded.url('postgres') });
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: unknown }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

const pidFile = (dir: string) => path.join(dir, 'data/postmaster.pid');
const postmaster = async (dir: string) => Number((await readFile(pidFile(dir), 'utf8')).split('\n')[0]);

/** Starts another process that uses the database until its input ends. */
async function otherProcess(dir: string): Promise<ChildProcess> {
  const code = `
    import { startEmbedded } from ${JSON.stringify(path.join(import.meta.dirname, 'embedded.ts'))};
    const embedded = await startEmbedded(${JSON.stringify(dir)}, { durable: false });
    process.stdout.write('up');
    process.stdin.on('end', () => embedded.stop()).resume();
  `;
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

async function killed(child: ChildProcess): Promise<void> {
  const exited = once(child, 'exit');
  child.kill('SIGKILL');
  await exited;
}

test('data survives a restart', async () => {
  const dir = await folder();
  const first = await startEmbedded(dir, quick);
  await ask(first, 'create table notes as select 7 as answer');
  await first.stop();
  expect(await ask(await started(dir), 'select answer from notes')).toBe(7);
});

test('the password is random, unreadable for other users, and the only accepted one', async () => {
  const dir = await folder();
  const embedded = await started(dir);
  const { mode } = await stat(path.join(dir, 'access.json'));
  expect(mode & 0o777).toBe(0o600);
  const url = new URL(embedded.url('postgres'));
  expect(url.password.length).toBeGreaterThanOrEqual(40);
  url.password = 'postgres';
  await expect(new Client({ connectionString: url.href }).connect()).rejects.toThrow(
    'password authentication',
  );
});

test('text of any language works, whatever the locale of the computer', async () => {
  const embedded = await started(await folder());
  expect(
    await ask(embedded, `select upper('straße été') || current_setting('server_encoding') as answer`),
  ).toBe('STRAßE ÉTÉUTF8');
});

test('the database of a killed server is reused', async () => {
  const dir = await folder();
  await killed(await otherProcess(dir));
  const orphan = await postmaster(dir);
  expect(await ask(await started(dir), 'select 1 as answer')).toBe(1);
  expect(await postmaster(dir)).toBe(orphan);
});

test('a stale pid file does not prevent a start', async () => {
  const dir = await folder();
  await killed(await otherProcess(dir));
  const orphan = await postmaster(dir);
  const text = await readFile(pidFile(dir), 'utf8');
  process.kill(orphan, 'SIGKILL');
  await vi.waitFor(() => expect(() => process.kill(orphan, 0)).toThrow('ESRCH'), 5000);
  // Simulate that the system has reused the process id, here for this process.
  await writeFile(pidFile(dir), text.replace(String(orphan), String(process.pid)));
  expect(await ask(await started(dir), 'select 1 as answer')).toBe(1);
});

test('an interrupted first start is repeated', async () => {
  const dir = await folder();
  await mkdir(path.join(dir, 'data.new/base'), { recursive: true });
  await chmod(dir, 0o711);
  await writeFile(path.join(dir, 'data.new/PG_VERSION'), '18\n');
  expect(await ask(await started(dir), 'select 1 as answer')).toBe(1);
});

test('a second process joins, and the last one to leave stops the database', async () => {
  const dir = await folder();
  const first = await startEmbedded(dir, quick);
  const second = await otherProcess(dir);
  const pid = await postmaster(dir);
  await first.stop();
  expect(() => process.kill(pid, 0)).not.toThrow();
  const exited = once(second, 'exit');
  second.stdin?.end();
  await exited;
  await expect(stat(pidFile(dir))).rejects.toThrow('ENOENT');
});

test('two processes that start at once on a new folder share one database', async () => {
  const dir = await folder();
  const [first, second] = await Promise.all([started(dir), otherProcess(dir)]);
  expect(second.exitCode).toBeNull();
  const keepers = `select count(*)::int as answer from pg_stat_activity where application_name = 'stagelink keeper'`;
  expect(await ask(first, keepers)).toBe(2);
});

test('a killed database restarts on the same port', async () => {
  const dir = await folder();
  const onLost = vi.fn<(cause: Error | undefined) => void>();
  const embedded = await startEmbedded(dir, { ...quick, onLost });
  onTestFinished(() => embedded.stop());
  process.kill(await postmaster(dir), 'SIGKILL');
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 5000);
  await vi.waitFor(async () => expect(await ask(embedded, 'select 1 as answer')).toBe(1), 10_000);
});

test('a port taken by another program is replaced', async () => {
  const dir = await folder();
  const first = await startEmbedded(dir, quick);
  const { port } = new URL(first.url('postgres'));
  await first.stop();
  const squatter = createServer().listen(Number(port), '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await once(squatter, 'listening');
  expect(await ask(await started(dir), 'select 1 as answer')).toBe(1);
});

test.each([
  {
    name: 'that holds something else',
    make: (dir: string) => writeFile(path.join(dir, 'data/holiday.jpg'), 'x'),
    reason: 'is not a usable PostgreSQL data folder',
  },
  {
    name: 'of another version of PostgreSQL',
    make: (dir: string) => writeFile(path.join(dir, 'data/PG_VERSION'), '15\n'),
    reason: 'was created by PostgreSQL 15',
  },
  {
    name: 'without its password',
    make: async (dir: string) => {
      await writeFile(path.join(dir, 'data/PG_VERSION'), '18\n');
      await writeFile(path.join(dir, 'access.json'), '{"pass');
    },
    reason: 'is missing or damaged',
  },
  {
    name: 'whose files are gone',
    make: async (dir: string) => {
      await writeFile(path.join(dir, 'data/PG_VERSION'), '18\n');
      await writeFile(path.join(dir, 'access.json'), '{"password":"x","port":null}');
    },
    reason: 'PostgreSQL could not start on the data folder',
  },
])('a data folder $name is rejected in one sentence', async ({ make, reason }) => {
  const dir = await folder();
  await mkdir(path.join(dir, 'data'), { recursive: true });
  await chmod(dir, 0o711);
  await make(dir);
  const refused = await startEmbedded(dir, quick).catch((cause: Error) => cause);
  expect(refused).toMatchObject({ name: 'StartError', message: expect.stringContaining(reason) as string });
  expect((refused as Error).message).not.toContain('\n');
});

test('a data folder with the password of another one is rejected in one sentence', async () => {
  const dir = await folder();
  await (await startEmbedded(dir, quick)).stop();
  await writeFile(path.join(dir, 'access.json'), '{"password":"of another","port":null}');
  await expect(startEmbedded(dir, quick)).rejects.toThrow('does not accept the password stored next to it');
  await expect(stat(pidFile(dir))).rejects.toThrow('ENOENT');
});

test.each(['/dev/null', '/dev/null/below'])('%s is rejected as a data folder', async (dir) => {
  await expect(startEmbedded(dir, quick)).rejects.toThrow(/^The data folder .* set STAGELINK_DATA to/);
});

// Root can write anywhere, and only root's database runs as another user.
const UNWRITABLE = isRoot ? [] : [0o500];
const CLOSED_HOME = isRoot ? [0o700] : [];

test.each(UNWRITABLE)(
  'a folder of mode %d, which is not writable, is rejected as a data folder',
  async (mode) => {
    const dir = await folder();
    await mkdir(dir, { mode });
    await expect(startEmbedded(dir, quick)).rejects.toThrow('cannot be written to: set STAGELINK_DATA to');
  },
);

test.each(CLOSED_HOME)('as root, a folder the database cannot enter is named', async (mode) => {
  const dir = await folder();
  await chmod(path.dirname(dir), mode);
  await expect(startEmbedded(dir, quick)).rejects.toThrow(
    `cannot access ${path.dirname(dir)}: run chmod o+x`,
  );
});

test.each(CLOSED_HOME)(
  "as root, programs inside root's home are copied to where the database can run them",
  async (mode) => {
    const user = await databaseUser();
    const home = path.dirname(await folder());
    await chmod(home, mode);
    const native = path.join(home, 'native');
    await cp(await installed(), native, { recursive: true, verbatimSymlinks: true });
    const dir = path.dirname(await folder());
    if (!user) throw new Error('The database has no user');
    const copy = await reachable(native, dir, user);
    expect(copy).toMatch(/binaries-18\.\d+$/);
    expect(await reachable(native, dir, user)).toBe(copy);
    expect(await reachable(copy, dir, user)).toBe(copy);
  },
);
