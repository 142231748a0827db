import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { untilListening } from './listening.ts';
import { freePort } from './server.ts';
import { systemProgram } from './systemProgram.ts';

const SHIPPED = path.resolve(import.meta.dirname, '../../deploy/pgbouncer.ini');

const pgBouncerPath = () =>
  systemProgram({
    title: 'PgBouncer',
    variable: 'PGBOUNCER_PATH',
    names: ['pgbouncer'],
    applications: ['/usr/sbin/pgbouncer'],
  });

/** PgBouncer does not run as root. */
const asOtherUser = () => (process.getuid?.() === 0 ? ['--user=daemon'] : []);

/** One pool for each database of PostgreSQL, under its own name. */
const settingsOf = (port: number, target: URL, more: string) => `[databases]
* = host=${target.hostname} port=${target.port} user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 500
server_login_retry = 1
${more}
`;

export interface PgBouncer {
  url: string;
  stop: () => Promise<void>;
}

/** The shipped file, with addresses of this machine in place of those of the containers. */
async function shippedFor(database: URL, port: number, folder: string): Promise<string> {
  const replaced = {
    'host=postgres port=5432': `host=${database.hostname} port=${database.port} dbname=${database.pathname.slice(1)}`,
    'listen_addr = 0.0.0.0': 'listen_addr = 127.0.0.1',
    'listen_port = 6432': `listen_port = ${port}\nunix_socket_dir =`,
    '/etc/pgbouncer/userlist.txt': path.join(folder, 'userlist.txt'),
  };
  let text = await readFile(SHIPPED, 'utf8');
  for (const [shipped, here] of Object.entries(replaced)) {
    if (!text.includes(shipped)) throw new Error(`deploy/pgbouncer.ini does not contain “${shipped}”.`);
    text = text.replace(shipped, here);
  }
  return text;
}

const userListOf = ({ username, password }: URL) => `"${username}" "${password}"\n`;

async function run(folder: string, port: number, settings: string): Promise<() => Promise<void>> {
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settings, { mode: 0o644 });
  const child = spawn(pgBouncerPath(), [...asOtherUser(), file], { stdio: 'ignore' });
  await untilListening(port);
  return async () => {
    const exited = once(child, 'exit');
    child.kill('SIGTERM');
    await exited;
    await rm(folder, { recursive: true, force: true });
  };
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-pgbouncer-'));
  await chmod(folder, 0o755);
  return folder;
}

/** Starts a pooler in transaction mode in front of a database. `more` are further settings. */
export async function startPgBouncer(databaseUrl: string, more = ''): Promise<PgBouncer> {
  const port = await freePort();
  const stop = await run(await makeFolder(), port, settingsOf(port, new URL(databaseUrl), more));
  return { url: `postgres://any@127.0.0.1:${port}${new URL(databaseUrl).pathname}`, stop };
}

/** Starts a pooler with the shipped file, for the user that the URL of the database names. */
export async function startShippedPgBouncer(databaseUrl: string): Promise<PgBouncer> {
  const database = new URL(databaseUrl);
  const [folder, port] = [await makeFolder(), await freePort()];
  await writeFile(path.join(folder, 'userlist.txt'), userListOf(database), { mode: 0o644 });
  const stop = await run(folder, port, await shippedFor(database, port, folder));
  const { username, password } = database;
  return { url: `postgres://${username}:${password}@127.0.0.1:${port}/stagelink`, stop };
}
