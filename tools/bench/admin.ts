import { rm } from 'node:fs/promises';
import path from 'node:path';
import { getCharts, getStats, listActivity } from '@stagelink/shared/contracts/admin';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import { startEmbedded } from '@stagelink/postgres/embedded';
import { rollUp } from '../../server/src/features/admin/rollupRepo.ts';
import { type Db, JOB_LIMITS, openDb } from '../../server/src/platform/db/db.ts';
import { migrate } from '../../server/src/platform/db/migrate.ts';
import { newDataDir, startServer } from '../../tests/support/server.ts';
import { manyEvents } from './support/manyEvents.ts';
import { print, row } from './support/report.ts';

/*
 * Measures the back office of a server with 5 million events and 100,000 accounts: feed, totals, charts and the rollup
 * of an hour. Run: node tools/bench/admin.ts
 */

const EVENTS = Number(process.env['BENCH_EVENTS'] ?? 5_000_000);
const USERS = Number(process.env['BENCH_USERS'] ?? 100_000);
const ROUNDS = Number(process.env['BENCH_ROUNDS'] ?? 30);
const HOUR_EVENTS = 2_000;

const percentile = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.floor((times.length - 1) * share)] ?? Number.NaN;

/** Reads an address again and again. Returns how long each response took, without the first. */
async function timesOf(url: string, secret: string): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const startedAt = performance.now();
    const response = await fetch(url, { headers: { Authorization: `Bearer ${secret}` } });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${url} was answered ${response.status}`);
    if (round > 0) times.push(performance.now() - startedAt);
  }
  return times;
}

async function measure(base: string, secret: string, name: string, bar: number, at: string): Promise<void> {
  const times = await timesOf(`${base}${at}`, secret);
  const p95 = percentile(times, 0.95);
  row(
    name,
    `${p95.toFixed(0)} ms`,
    `≤ ${bar} ms`,
    `p95; p50 ${percentile(times, 0.5).toFixed(0)} ms, ${(p95 / bar).toFixed(2)} of the bar`,
  );
}

function feedAddress(query: Input<typeof listActivity>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    for (const each of [value].flat()) search.append(name, String(each));
  return `${listActivity.path}?${search}`;
}

async function measureFeed(db: Db, base: string, secret: string): Promise<void> {
  const { rows } = await db.raw<{ rows: [{ id: string }] }>(
    'select user_id as id from analytics_events where user_id is not null order by occurred_at desc limit 1',
  );
  const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
  const first = await fetch(`${base}${listActivity.path}`, {
    headers: { Authorization: `Bearer ${secret}` },
  });
  const { nextCursor } = listActivity.reply.parse(await first.json());
  const feeds: [string, Input<typeof listActivity>][] = [
    ['first page', {}],
    ['next page', { cursor: nextCursor ?? '' }],
    ['oldest first', { sortBy: 'oldest' }],
    ['of a day', { timeFilterType: 'after', timeFilterAfter: dayAgo }],
    ['of one type', { eventType: ['payment_succeeded'] }],
    ['of two types', { eventType: ['user_login', 'comment_posted'] }],
    ['of one user', { userId: rows[0].id }],
    ['of anonymous visitors', { userId: 'anonymous' }],
    ['of a page', { page: '/docs' }],
  ];
  for (const [name, query] of feeds)
    await measure(base, secret, `activity feed, ${name}`, 50, feedAddress(query));
}

async function measureRollup(db: Db): Promise<void> {
  await rollUp(db);
  const times: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    await db.raw(
      `insert into analytics_events (id, event_type, event_data, occurred_at)
       select gen_random_uuid(), 'user_login', '{}', now() - interval '2 hours' - n * interval '1 second'
       from generate_series(1, ?::int) as n`,
      [HOUR_EVENTS],
    );
    const begun = performance.now();
    await rollUp(db);
    times.push(performance.now() - begun);
  }
  row(
    'rollup of an hour',
    `${percentile(times, 1).toFixed(0)} ms`,
    '≤ 1000 ms',
    `slowest of ${times.length}; ${HOUR_EVENTS} events arrived late`,
  );
}

const dataDir = await newDataDir();
const postgres = await startEmbedded(path.join(dataDir, 'postgres'), { durable: true });
try {
  await postgres.createDatabase('stagelink');
  const databaseUrl = postgres.url('stagelink');
  await migrate(databaseUrl);
  const db = openDb(databaseUrl, 2, { limits: JOB_LIMITS });
  const begun = performance.now();
  const { secret } = await manyEvents(db, { events: EVENTS, users: USERS });
  print(
    `Back office (${EVENTS} events, ${USERS} accounts, seeded in ${((performance.now() - begun) / 1000).toFixed(0)} s)`,
  );
  const rolling = performance.now();
  await rollUp(db);
  print(`first rollup of everything: ${((performance.now() - rolling) / 1000).toFixed(1)} s`);
  await db.raw('vacuum analyze');
  await measureRollup(db);
  const server = await startServer({ dataDir });
  try {
    await measureFeed(db, server.url, secret);
    for (const period of ['24h', '7d', '30d'])
      await measure(server.url, secret, `totals, ${period}`, 50, `${getStats.path}?period=${period}`);
    await measure(server.url, secret, 'charts', 100, getCharts.path);
  } finally {
    await server.stop();
    await db.destroy();
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true, force: true });
}
