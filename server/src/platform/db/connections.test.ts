import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { jobHandlers } from '../../app/jobHandlers.ts';
import { worldForTest } from '../../testing/world.ts';
import { readConfig } from '../config.ts';
import type { Db } from './db.ts';

const POOL = 14;
/** A connection that takes longer to open is given up, and PostgreSQL counts it beside its replacement for a moment. */
const WAIT_MS = 60_000;

/** Asks for more connections than a pool has. */
const fill = (db: Db) => Array.from({ length: 2 * POOL }, () => db.raw('select pg_sleep(0.2)'));

test('DATABASE_POOL is the number of connections of one process, all pools together, also under load', async () => {
  const { databasePool } = readConfig({ DATABASE_POOL: String(POOL) });
  const { app, directUrl, fetch } = await worldForTest({ databasePool, databaseWaitMs: WAIT_MS });
  await app.jobs.start(jobHandlers(app));
  const watcher = new Client({ connectionString: inject('postgres').adminUrl });
  await watcher.connect();
  onTestFinished(() => watcher.end());
  const connections = async () => {
    const name = new URL(directUrl).pathname.slice(1);
    const counted = 'select count(*)::int from pg_stat_activity where datname = $1';
    return (await watcher.query<{ count: number }>(counted, [name])).rows[0]?.count ?? 0;
  };

  await app.db.transaction((tx) => app.jobs.enqueue(tx, 'sweep', {}));
  const filled = [app.db, app.jobDb, app.shortDb].flatMap(fill);
  const requests = Array.from({ length: 50 }, () => fetch({ path: '/readyz' }));
  const load = { isOver: false };
  const over = Promise.all([...filled, ...requests]).then(() => (load.isOver = true));
  let most = 0;
  while (!load.isOver) most = Math.max(most, await connections());
  await over;
  expect(most).toBe(POOL);
});
