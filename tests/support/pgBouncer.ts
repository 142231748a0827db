import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from './server.ts';
import { systemProgram } from './systemProgram.ts';

const pgBouncerPath = () =>
  systemProgram({
    title: 'PgBouncer',
    variable: 'PGBOUNCER_PATH',
    names: ['pgbouncer'],
    applications: ['/usr/sbin/pgbouncer'],
  });

/** PgBouncer does not run as root. */
const asOtherUser = () => (process.getuid?.() === 0 ? ['--user=daemon'] : []);

const settingsOf = (port: number, target: URL, more: string) => `[databases]
stagelink = host=${target.hostname} port=${target.port} dbname=stagelink user=${target.username} password=${target.password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
${more}
`;

async function untilListening(port: number): Promise<void> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false);
    socket.destroy();
    if (isOpen) return;
    await new Promise((done) => setTimeout(done, 20));
  }
}

export interface PgBouncer {
  url: string;
  stop: () => Promise<void>;
}

/** Starts a pooler in transaction mode in front of a database. `more` are further settings. */
export async function startPgBouncer(databaseUrl: string, more = ''): Promise<PgBouncer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'stagelink-pgbouncer-'));
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  await writeFile(file, settingsOf(port, new URL(databaseUrl), more), { mode: 0o644 });
  const child = spawn(pgBouncerPath(), [...asOtherUser(), file], { stdio: 'ignore' });
  await untilListening(port);
  return {
    url: `postgres://any@127.0.0.1:${port}/stagelink`,
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
