import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { toAppError } from '../http/errors.ts';
import { worldForTest } from '../../testing/world.ts';
import { jobHandlers } from '../../app/jobHandlers.ts';
import { readConfig } from '../config.ts';
import { type Db, type DbLimits, openDb, REQUEST_LIMITS } from './db.ts';

function openLimited(limits: Partial<DbLimits>) {
  const db = openDb(inject('postgres').adminUrl, 2, { limits: { ...REQUEST_LIMITS, ...limits } });
  onTestFinished(() => db.destroy());
  return db;
}

test('a query without a response is aborted, also on a connection that was idle for long', async () => {
  const db = openLimited({ silenceMs: 200 });
  const connected = (await db.client.acquireConnection()) as { connection: { stream: Socket } };
  await once(connected.connection.stream, 'timeout');
  await once(connected.connection.stream, 'timeout');
  await db.client.releaseConnection(connected);

  await expect(db.raw('select pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await expect(db.raw('select 1')).resolves.toBeDefined();
});

const failureOf = (query: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(query).then(
    () => undefined,
    (cause: unknown) => cause,
  );

test('a slow statement is cancelled by PostgreSQL and can be retried', async () => {
  const db = openLimited({ statementMs: 100 });
  const failure = await failureOf(db.raw('select pg_sleep(60) as abandoned'));
  expect(failure).toMatchObject({ code: '57014' });
  expect(toAppError(failure)).toMatchObject({ code: 'unavailable' });
  // The short limit would hold for this one too.
  const { rows } = await openLimited({}).raw<{ rows: unknown[] }>(
    `select from pg_stat_activity where query like '% as abandoned' and state = 'active'`,
  );
  expect(rows).toEqual([]);
});

test('waiting for a lock has a limit', async () => {
  const db = openLimited({ lockMs: 100 });
  const key = 4711;
  const lock = 'select pg_advisory_xact_lock(?)';
  const failure = await db.transaction(async (holder) => {
    await holder.raw(lock, [key]);
    return failureOf(db.transaction((tx) => tx.raw(lock, [key])));
  });
  expect(failure).toMatchObject({ code: '55P03' });
  expect(toAppError(failure)).toMatchObject({ code: 'unavailable' });
});

test('a transaction that is idle for long is ended with its locks', async () => {
  const db = openLimited({ idleInTransactionMs: 100 });
  const tx = await db.transaction();
  const { rows } = await tx.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  const [{ pid } = { pid: 0 }] = rows;
  const isThere = async () =>
    (await db.raw<{ rowCount: number }>('select from pg_stat_activity where pid = ?', [pid])).rowCount > 0;
  while (await isThere());
  expect(toAppError(await failureOf(tx.raw('select 1')))).toMatchObject({ code: 'unavailable' });
  await tx.rollback();
});

test('requests have short limits, jobs long ones on their own connections', async () => {
  const { app } = await worldForTest();
  const limitOf = async (db: typeof app.db) =>
    (await db.raw<{ rows: object[] }>('show statement_timeout')).rows[0];
  expect(await limitOf(app.db)).toEqual({ statement_timeout: '5s' });
  expect(await limitOf(app.jobDb)).toEqual({ statement_timeout: '10min' });
});

test('a process uses no more connections than it is allowed', async () => {
  const { databasePool } = readConfig({ DATABASE_POOL: '14' });
  const world = await worldForTest({ databasePool });
  const { app } = world;
  await app.jobs.start(jobHandlers(app));
  const pools: Db[] = [app.db, app.jobDb, app.hostingDb, app.shortDb];
  await Promise.all(pools.flatMap((db) => Array.from({ length: 20 }, () => db.raw('select pg_sleep(0.01)'))));
  const { rows } = await app.db.raw<{ rows: { count: number }[] }>(
    `select count(*)::int from pg_stat_activity where datname = current_database()`,
  );
  expect(rows[0]?.count).toBeGreaterThan(10);
  expect(rows[0]?.count).toBeLessThanOrEqual(14);
});
