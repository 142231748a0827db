import * as api from '@stagelink/shared/contracts/admin';
import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { EventType } from '@stagelink/shared/contracts/analytics';
import * as analytics from '../analytics/repo.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { rollUp } from './rollupRepo.ts';
import { grantSuperadmin } from './superadmins.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

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

const charts = () => world.as(root)(api.getCharts, {});

interface Happened {
  type: EventType;
  user: string | null;
  at: Date;
}

const record = (events: Happened[]) =>
  analytics.insert(
    world.app.db,
    events.map(({ type, user, at }) => ({
      id: uuidv7(),
      eventType: type,
      eventData: {},
      userId: user,
      page: '',
      userAgent: '',
      referrer: '',
      occurredAt: at,
    })),
  );

const dayOf = (at: Date) => at.toISOString().slice(0, 10);
const today = () => dayOf(new Date());
const daysAgo = (days: number) => new Date(Date.parse(today()) - days * DAY_MS);

/** Random events of the last 400 days, many of them at the turn of a day or of a month. */
function sample(users: string[]): Happened[] {
  const moment = fc
    .record({ days: fc.nat(400), hours: fc.constantFrom(0, 0, 1, 12, 23.999) })
    .map(({ days, hours }) => new Date(Date.parse(today()) - days * DAY_MS + hours * HOUR_MS))
    .filter((at) => at.getTime() <= Date.now());
  return fc.sample(
    fc.record({
      type: fc.constantFrom<EventType>('user_registered', 'user_login', 'page_view'),
      user: fc.constantFrom(null, ...users),
      at: moment,
    }),
    { numRuns: 3000, seed: 5 },
  );
}

test('registrations and active users are those of a search through all events', async () => {
  const users = [await world.build.user(), await world.build.user(), await world.build.user()];
  const events = sample(users.map(({ id }) => id));
  await world.app.db('analytics_events').delete();
  await record(events);

  for (const isCounted of [false, true]) {
    if (isCounted) await rollUp(world.app.db);
    const { registrations, activeUsers } = await charts();
    expect(activeUsers).toHaveLength(30);
    expect(activeUsers.at(-1)?.day).toBe(today());
    for (const { day, count } of activeUsers) {
      const active = events.filter(({ at, user }) => user !== null && dayOf(at) === day);
      expect([day, count]).toEqual([day, new Set(active.map(({ user }) => user)).size]);
    }
    expect(registrations).toHaveLength(12);
    expect(registrations.at(-1)?.month).toBe(today().slice(0, 7));
    for (const { month, count } of registrations) {
      const registered = events.filter(
        ({ type, at }) => type === 'user_registered' && dayOf(at).startsWith(month),
      );
      expect([month, count]).toEqual([month, registered.length]);
    }
  }
});

test('an account that is deleted later does not change the past', async () => {
  const user = await world.build.user();
  await record([{ type: 'user_login', user: user.id, at: daysAgo(3) }]);
  await rollUp(world.app.db);
  await world.app.db('analytics_events').where({ user_id: user.id }).update({ user_id: null });
  await rollUp(world.app.db);
  const { activeUsers } = await charts();
  expect(activeUsers.find(({ day }) => day === dayOf(daysAgo(3)))?.count).toBe(1);
});

test('events that arrive weeks late are counted', async () => {
  const [first, second] = [await world.build.user(), await world.build.user()];
  await record([{ type: 'user_login', user: first.id, at: daysAgo(20) }]);
  await rollUp(world.app.db);
  await record([{ type: 'user_login', user: second.id, at: daysAgo(20) }]);
  await rollUp(world.app.db);
  expect((await charts()).activeUsers.at(-21)?.count).toBe(2);
});

test('the list of a day has the users that the day counts', async () => {
  const [first, second] = [await world.build.user(), await world.build.user()];
  await record([
    { type: 'user_login', user: first.id, at: daysAgo(2) },
    { type: 'page_view', user: first.id, at: new Date(daysAgo(1).getTime() - 1) },
    { type: 'user_login', user: second.id, at: daysAgo(1) },
    { type: 'page_view', user: null, at: daysAgo(2) },
  ]);
  const { users } = await world.as(root)(api.listUsers, { activeOn: dayOf(daysAgo(2)) });
  expect(users.map(({ uid }) => uid)).toEqual([first.id]);
  expect((await charts()).activeUsers.at(-3)?.count).toBe(1);
});

test('each group of users is as large as the list it leads to', async () => {
  for (const snapshots of [0, 5, 6, 10]) {
    const user = await world.build.user();
    for (let made = 0; made < snapshots; made += 1) await world.build.snapshot(user);
  }
  const { snapshotUsage } = await charts();
  expect(snapshotUsage.map(({ bucket }) => bucket)).toEqual(api.SNAPSHOT_BUCKETS);
  expect(snapshotUsage.slice(1).map(({ count }) => count)).toEqual([2, 0, 0, 0]);
  for (const { bucket, count } of snapshotUsage) {
    const { total } = await world.as(root)(api.listUsers, { snapshots: bucket });
    expect([bucket, total]).toEqual([bucket, count]);
  }
});

test('conversion and churn need subscriptions', async () => {
  expect(await charts()).toMatchObject({ conversion: null, churn: null });
  for (const status of ['active', 'active', 'active', 'trial', 'cancelled']) {
    const user = await world.build.user();
    await world.app.db('users').where({ id: user.id }).update({ subscription_status: status });
  }
  expect(await charts()).toMatchObject({ conversion: 0.75, churn: 0.25 });
});
