import { EventType } from '@stagelink/shared/contracts/analytics';
import * as api from '@stagelink/shared/contracts/admin';
import * as fc from 'fast-check';
import { uuidv7 } from 'uuidv7';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as analytics from '../analytics/repo.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { grantSuperadmin } from './superadmins.ts';

let world: World;
let root: Person;
beforeAll(async () => {
  world = await createWorld();
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
});
afterAll(() => world.close());

/** Reads a list to its end. */
async function lengthOf<P extends { nextCursor: string | null }>(
  read: (cursor: { cursor?: string }) => Promise<P>,
  size: (page: P) => number,
): Promise<number> {
  let length = 0;
  let cursor: string | null | undefined;
  do {
    const page = await read(cursor ? { cursor } : {});
    length += size(page);
    cursor = page.nextCursor;
  } while (cursor);
  return length;
}

test('each total is the length of the list it counts', async () => {
  const { db } = world.app;
  const STATUSES = ['none', 'trial', 'active', 'cancelled', 'past_due'];
  for (const [at, status] of [...STATUSES, ...STATUSES, 'trial'].entries()) {
    const person = await world.build.user();
    await world.build.snapshot(person, { daysLeft: at % 2 === 0 ? 5 : -5 });
    await db('users')
      .where({ id: person.id })
      .update({ subscription_status: status, deactivated_at: at % 3 === 0 ? new Date() : null });
  }
  const closed = await world.build.user();
  await db('users').where({ id: closed.id }).update({ deactivated_at: new Date(), closed_at: new Date() });
  const idle = await world.build.user();
  await db('sessions')
    .where({ user_id: idle.id })
    .update({ last_used_at: new Date(Date.now() - 16 * 60_000) });

  const as = world.as(root);
  const { system, subscriptions } = await as(api.getStats, {});
  const users = (about: { subscription?: api.SubscriptionFilter }) =>
    lengthOf(
      (cursor) => as(api.listUsers, { ...about, ...cursor, limit: 3 }),
      (page) => page.users.length,
    );
  expect(subscriptions).toMatchObject({ trial: 3, active: 2, cancelled: 2, pastDue: 2, superadmin: 1 });
  expect(await users({})).toBe(system.totalUsers);
  for (const subscription of api.SUBSCRIPTION_FILTERS)
    expect(await users({ subscription })).toBe(subscriptions[subscription]);
  expect(Object.values(subscriptions).reduce((sum, each) => sum + each)).toBe(system.totalUsers);
  expect(
    await lengthOf(
      (cursor) => as(api.listAllSnapshots, { ...cursor, limit: 3 }),
      (page) => page.snapshots.length,
    ),
  ).toBe(system.totalSnapshots);
  expect(
    await lengthOf(
      (cursor) => as(api.listActiveSessions, { ...cursor, limit: 3 }),
      (page) => page.sessions.length,
    ),
  ).toBe(system.activeSessions);
});

describe('the activity feed', () => {
  const PAGES = ['', '/dashboard', '/dashboard/x', '/admin', '/100%'];
  const START = Date.UTC(2026, 0, 31, 23);
  const HOUR = 3_600_000;

  test('filters as a search through all events does', { timeout: 60_000 }, async () => {
    const people = [await world.build.user(), await world.build.user()];
    const arbitrary = fc.record({
      type: fc.constantFrom(...EventType.options.slice(0, 6)),
      hour: fc.nat(4),
      user: fc.constantFrom(null, ...people.map(({ id }) => id)),
      page: fc.constantFrom(...PAGES),
    });
    const all = fc.sample(arbitrary, { numRuns: 300, seed: 7 }).map((event) => ({ ...event, id: uuidv7() }));
    await world.app.db('analytics_events').delete();
    await analytics.insert(
      world.app.db,
      all.map(({ id, type, hour, user, page }) => ({
        id,
        eventType: type,
        eventData: {},
        userId: user,
        page,
        userAgent: '',
        referrer: '',
        occurredAt: new Date(START + hour * HOUR),
      })),
    );
    const at = (hour: number) => new Date(START + hour * HOUR).toISOString();
    const emails = new Map(people.map(({ id, email }) => [id, email]));
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          types: fc.uniqueArray(fc.constantFrom(...EventType.options.slice(0, 6)), { maxLength: 3 }),
          user: fc.constantFrom(undefined, 'anonymous', ...people.map(({ id }) => id)),
          byEmail: fc.boolean(),
          page: fc.constantFrom('', '/dashboard', '/100%', '/1'),
          time: fc.constantFrom(...api.TIME_FILTERS),
          from: fc.nat(4),
          to: fc.nat(4),
          limit: fc.constantFrom(1, 10, 100),
          sortBy: fc.constantFrom('recent' as const, 'oldest' as const),
        }),
        async ({ types, user, byEmail, page, time, from, to, limit, sortBy }) => {
          const isAfter = time === 'after' || time === 'between';
          const isBefore = time === 'before' || time === 'between';
          const wanted = all.filter(
            (event) =>
              (types.length === 0 || types.includes(event.type)) &&
              (user === undefined || event.user === (user === 'anonymous' ? null : user)) &&
              event.page.startsWith(page) &&
              (!isAfter || event.hour >= from) &&
              (!isBefore || event.hour < to),
          );
          const query = {
            sortBy,
            limit,
            ...(types.length > 0 && { eventType: types }),
            ...(user && { userId: (byEmail && emails.get(user)) || user }),
            ...(page && { page }),
            timeFilterType: time,
            timeFilterAfter: at(from),
            timeFilterBefore: at(to),
            timeFilterStart: at(from),
            timeFilterEnd: at(to),
          };
          const found: api.ActivityEvent[] = [];
          let cursor: string | null = null;
          do {
            const reply: { events: api.ActivityEvent[]; nextCursor: string | null; total: number } =
              await world.as(root)(api.listActivity, { ...query, ...(cursor && { cursor }) });
            expect(reply.total).toBe(wanted.length);
            found.push(...reply.events);
            cursor = reply.nextCursor;
          } while (cursor !== null);
          const times = found.map(({ timestamp }) => timestamp);
          const sorted = times.toSorted();
          expect(times).toEqual(sortBy === 'oldest' ? sorted : sorted.toReversed());
          expect(found.map(({ id }) => id).toSorted()).toEqual(wanted.map(({ id }) => id).toSorted());
        },
      ),
      { numRuns: 40, seed: 11 },
    );
  });

  test.each([
    ['limit', { limit: 501 }],
    ['eventType', { eventType: ['hello' as 'page_view'] }],
    ['timeFilterAfter', { timeFilterType: 'after' as const, timeFilterAfter: 'yesterday' }],
    ['cursor', { cursor: 'made-up' }],
  ])('rejects an unusable %s', async (field, query) => {
    await expect(world.as(root)(api.listActivity, query)).rejects.toMatchObject({
      status: 400,
      field: expect.stringContaining(field),
    });
  });
});
