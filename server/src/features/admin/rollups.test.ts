import * as api from '@stagelink/shared/contracts/admin';
import { EventType } from '@stagelink/shared/contracts/analytics';
import { intervalMs, type Period, PERIODS, periodStart } from '@stagelink/shared/domain/periods';
import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deleteAccount } from '../identity/accounts/deletion.ts';
import * as analytics from '../analytics/repo.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { rollUp } from './rollupRepo.ts';
import { grantSuperadmin } from './superadmins.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let root: Person;
beforeAll(async () => {
  world = await createWorld();
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
});
afterAll(() => world.close());
beforeEach(async () => {
  for (const table of [
    'analytics_events',
    'active_days',
    'analytics_hourly',
    'analytics_rollups',
    'account_days',
  ])
    await world.app.db(table).delete();
});

interface Happened {
  type: EventType;
  at: Date;
}

const record = (events: Happened[]) =>
  analytics.insert(
    world.app.db,
    events.map(({ type, at }) => ({
      id: uuidv7(),
      eventType: type,
      eventData: {},
      userId: null,
      page: '',
      userAgent: '',
      referrer: '',
      occurredAt: at,
    })),
  );

const stats = (period: Period) => world.as(root)(api.getStats, { period });

/** Random events of the last 62 days, half of them at the turn of an hour or of a day. */
function sample(seed: number): Happened[] {
  const now = Date.now();
  const moment = fc.oneof(
    fc.nat(62 * 24 * 3600).map((seconds) => now - seconds * 1000),
    fc.nat(62 * 24).map((hours) => Math.floor(now / HOUR_MS) * HOUR_MS - hours * HOUR_MS),
    fc.nat(61).map((days) => Math.floor(now / DAY_MS) * DAY_MS - days * DAY_MS - 1),
  );
  const types = fc.constantFrom<EventType>('user_login', 'comment_posted', 'comment_replied', 'page_view');
  return fc.sample(fc.record({ type: types, at: moment.map((at) => new Date(at)) }), { numRuns: 800, seed });
}

/** Counts by a search through all events. */
function searched(events: Happened[], period: Period, name: api.FigureName) {
  const types: readonly EventType[] = api.FIGURES[name];
  const from = periodStart(period, new Date()).getTime();
  const [length, size] = [intervalMs(period), PERIODS[period]];
  const counted = events.filter(({ type }) => types.length === 0 || types.includes(type));
  const between = (start: number, end: number) =>
    counted.filter(({ at }) => at.getTime() >= start && at.getTime() < end).length;
  return {
    name,
    count: between(from, Infinity),
    before: between(from - size * length, from),
    series: Array.from({ length: size }, (_, at) => between(from + at * length, from + (at + 1) * length)),
  };
}

test('the figures of each period are those of a search through all events, before and after a rollup', async () => {
  const [first, late] = [sample(1), sample(2)];
  await record(first);
  const check = async (events: Happened[]) => {
    for (const period of Object.keys(PERIODS) as Period[]) {
      const { figures, from } = (await stats(period)).period;
      expect(from).toBe(periodStart(period, new Date()).toISOString());
      for (const figure of figures) {
        expect([period, figure]).toEqual([period, searched(events, period, figure.name)]);
        const types = api.FIGURES[figure.name];
        const { total } = await world.as(root)(api.listActivity, {
          limit: 1,
          timeFilterType: 'after',
          timeFilterAfter: from,
          ...(types.length > 0 && { eventType: [...types] }),
        });
        expect([period, figure.name, total]).toEqual([period, figure.name, figure.count]);
      }
    }
  };
  await check(first);
  await rollUp(world.app.db);
  await check(first);
  // Many of these happened long before the last rollup.
  await record(late);
  await rollUp(world.app.db);
  await check([...first, ...late]);
  await rollUp(world.app.db);
  await check([...first, ...late]);
}, 120_000);

test('events of the current hour count at once, and events that are pruned later stay counted', async () => {
  const past = new Date(Date.now() - 5 * DAY_MS);
  await record([{ type: 'user_login', at: past }]);
  await rollUp(world.app.db);
  await record([{ type: 'user_login', at: new Date() }]);
  const logins = async () => (await stats('7d')).period.figures.find(({ name }) => name === 'logins')?.count;
  expect(await logins()).toBe(2);
  await world.app.db('analytics_events').where('occurred_at', '<=', past).delete();
  await rollUp(world.app.db);
  expect(await logins()).toBe(2);
});

test('the page views that one event sums up all count, also those after a rollup', async () => {
  const addViews = (views: number) =>
    world.app.db.transaction((tx) =>
      analytics.addViews(tx, [{ snapshotId: 'k3n9', userId: null, views, lastAt: new Date() }]),
    );
  const count = async () => (await stats('7d')).period.figures.find(({ name }) => name === 'views')?.count;
  await addViews(3);
  await addViews(4);
  expect(await count()).toBe(7);
  await rollUp(world.app.db);
  await addViews(5);
  expect(await count()).toBe(12);
  await rollUp(world.app.db);
  expect(await count()).toBe(12);
  expect(await world.app.db('analytics_events')).toHaveLength(1);
});

test('the end of a day is kept once, and a deleted account does not change it', async () => {
  const ada = await world.build.user();
  await world.build.snapshot(ada);
  const before = await stats('24h');
  await rollUp(world.app.db);
  await deleteAccount(world.app, ada.id);
  await rollUp(world.app.db);
  const { history, system } = await stats('24h');
  expect(history).toEqual([
    {
      day: new Date(Date.now() - DAY_MS).toISOString().slice(0, 10),
      totalUsers: before.system.totalUsers,
      totalSnapshots: before.system.totalSnapshots,
      subscriptions: before.subscriptions,
    },
  ]);
  expect(system.totalUsers).toBe(before.system.totalUsers - 1);
  expect(system.totalSnapshots).toBe(before.system.totalSnapshots - 1);
});

test('from 100,000 accounts on, totals are estimated and say so', async () => {
  const trial = await world.build.user();
  await world.app.db('users').where({ id: trial.id }).update({ subscription_status: 'trial' });
  expect((await stats('24h')).estimated).toEqual([]);
  await world.app.db.raw(`update pg_class set reltuples = 123456 where oid = 'users'::regclass`);
  const { system, subscriptions, estimated } = await stats('24h');
  expect(estimated).toEqual(['users', 'snapshots']);
  expect(system.totalUsers).toBe(123_456);
  expect(subscriptions).toMatchObject({ trial: 1, superadmin: 1, free: 123_454 });
  await world.app.db.raw('analyze users');
});
