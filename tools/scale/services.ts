import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { locateBinaries } from '@stagelink/postgres/binaries';
import * as clusters from '@stagelink/postgres/cluster';
import { databaseUser } from '@stagelink/postgres/databaseUser';
import { Client } from 'pg';
import { ROOT } from '../../scripts/setup/root.mjs';
import { type Bucket, createBucket } from '../../tests/support/bucket.ts';
import { freePort } from '../../tests/support/server.ts';

// What an installation depends on, each of which can be away for a while.

interface Service {
  /** Ends it without losing what it holds. */
  pause: () => Promise<void>;
  resume: () => Promise<void>;
  stop: () => Promise<void>;
}

export interface DatabaseService extends Service {
  /** Names an empty database. */
  url: string;
}

export interface BucketService extends Service {
  bucket: Bucket;
}

/** Starts PostgreSQL, which does not start itself again as the embedded one of a server does. */
export async function startDatabase(dataDir: string): Promise<DatabaseService> {
  const user = await databaseUser();
  const dir = path.join(dataDir, 'postgres');
  // As root the database runs as another user.
  await mkdir(dir, { mode: 0o711 });
  const cluster = { dir, binaries: await locateBinaries(dir, user), user, durable: true };
  const password = randomBytes(16).toString('hex');
  await clusters.create(cluster, password);
  const port = await freePort();
  await clusters.start(cluster, port);
  const urlOf = (name: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${name}`;
  const client = new Client({ connectionString: urlOf('postgres') });
  await client.connect();
  await client.query('create database stagelink');
  await client.end();
  const stop = () => clusters.stop(cluster, 'fast');
  return { url: urlOf('stagelink'), pause: stop, resume: () => clusters.start(cluster, port), stop };
}

/** Starts an S3 service of Ceph with an empty bucket. */
export async function startBucket(): Promise<BucketService> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-ceph-'));
  const port = String(await freePort());
  const ceph = async (...args: string[]) =>
    (await promisify(execFile)(path.join(ROOT, 'scripts/ceph.sh'), args)).stdout;
  const stop = async () => void (await ceph('stop', dir));
  try {
    const access = JSON.parse(await ceph('start', dir, port)) as Omit<Bucket, 'name'>;
    return {
      bucket: await createBucket(access),
      pause: async () => void (await ceph('pause', dir)),
      resume: async () => void (await ceph('resume', dir, port)),
      stop,
    };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
