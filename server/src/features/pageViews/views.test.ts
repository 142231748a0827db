import { deleteSnapshot, getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { RATE_LIMITS, RETENTION_DAYS } from '@stagelink/shared/contracts/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { follow } from '../../testing/live.ts';
import { stage } from '../../testing/stage.ts';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { accessToSnapshot } from '../access/access.ts';
import { pruneViews, Views } from './views.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ trustedProxies: 1 });
});
afterAll(() => world.close());

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

async function open(owner: Person): Promise<string> {
  const { snapshot } = await stage(world, owner, { 'index.html': '<h1>hi</h1>' }, { password: null });
  return snapshot.id;
}

async function ownersSnapshot(): Promise<{ ada: Person; id: string }> {
  const ada = await world.build.user();
  return { ada, id: await open(ada) };
}

/** Requests what the viewer shows, like a browser. */
async function look(id: string, headers: Record<string, string> = {}): Promise<void> {
  const answer = await world.fetch({
    path: `/snapshots/${id}`,
    headers: { 'User-Agent': FIREFOX, 'X-Forwarded-For': '198.51.100.1', ...headers },
  });
  expect(answer.status).toBe(200);
  // Counting sets no cookie.
  expect(answer.headers['set-cookie']).toBeUndefined();
}

async function countsOf(ada: Person, id: string) {
  await world.app.views.flush();
  const { viewCount, uniqueViewers } = (await world.as(ada)(getSnapshot, { id })).snapshot;
  return { viewCount, uniqueViewers };
}

/** Returns the user and number of views of each event about the snapshot. */
async function viewEventsOf(id: string): Promise<[userId: string | null, views: number][]> {
  const events: { user_id: string | null; event_data: { views: number } }[] = await world.app
    .db('analytics_events')
    .where({ event_type: 'snapshot_viewed' })
    .whereRaw(`event_data->>'snapshotId' = ?`, [id])
    .orderBy('occurred_at');
  return events.map((event) => [event.user_id, event.event_data.views]);
}

/** Opens the snapshot at this time, in a separate process. */
async function lookAt(id: string, at: Date, views = new Views(world.app)): Promise<void> {
  const request = { headers: { 'user-agent': FIREFOX } };
  const access = await accessToSnapshot(
    world.app,
    { principal: null, request: { headers: {} } as never },
    id,
  );
  await views.note(request, access, { principal: null, address: '198.51.100.9' }, at);
  await views.flush();
}

describe('a view', () => {
  test('counts a visitor once within half an hour', async () => {
    const { ada, id } = await ownersSnapshot();
    for (let at = 0; at < 3; at += 1) await look(id);
    expect(await countsOf(ada, id)).toEqual({ viewCount: 1, uniqueViewers: 1 });
    await look(id);
    expect(await countsOf(ada, id)).toEqual({ viewCount: 1, uniqueViewers: 1 });
  });

  test('from another address counts another visitor', async () => {
    const { ada, id } = await ownersSnapshot();
    await look(id);
    await look(id, { 'X-Forwarded-For': '198.51.100.2' });
    await look(id, { 'X-Forwarded-For': '2001:db8:1:2::1' });
    expect(await countsOf(ada, id)).toEqual({ viewCount: 3, uniqueViewers: 3 });
  });

  test('from another browser or another address of one network is of the same visitor', async () => {
    const { ada, id } = await ownersSnapshot();
    await look(id, { 'X-Forwarded-For': '2001:db8:1:2::1' });
    await look(id, { 'X-Forwarded-For': '2001:db8:1:2:ffff::9', 'User-Agent': SAFARI });
    expect(await countsOf(ada, id)).toEqual({ viewCount: 1, uniqueViewers: 1 });
  });

  test('counts again half an hour after the visitor’s last one', async () => {
    const { ada, id } = await ownersSnapshot();
    const noon = Date.parse('2026-05-05T12:00:00Z');
    for (const minutes of [0, 29, 58, 90, 120]) await lookAt(id, new Date(noon + minutes * MINUTE_MS));
    expect(await countsOf(ada, id)).toEqual({ viewCount: 3, uniqueViewers: 1 });
  });

  test('on another day counts a new, unlinkable visitor', async () => {
    const { ada, id } = await ownersSnapshot();
    await lookAt(id, new Date('2026-05-05T12:00:00Z'));
    await lookAt(id, new Date('2026-05-06T12:00:00Z'));
    expect(await countsOf(ada, id)).toEqual({ viewCount: 2, uniqueViewers: 2 });
    const visitors = await world.app.db('snapshot_views').where({ snapshot_id: id }).pluck('visitor');
    expect(visitors[0]).not.toEqual(visitors[1]);
  });

  test('by the owner does not count', async () => {
    const { ada, id } = await ownersSnapshot();
    await look(id, { Authorization: `Bearer ${ada.secret}` });
    expect(await countsOf(ada, id)).toEqual({ viewCount: 0, uniqueViewers: 0 });
  });

  test.each([
    [
      'a search engine',
      { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    ],
    [
      'a chat that unfurls links',
      { 'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)' },
    ],
    ['curl', { 'User-Agent': 'curl/8.11.0' }],
    ['a program without a name', { 'User-Agent': '' }],
    ['a browser that fetches in advance', { 'Sec-Purpose': 'prefetch' }],
    ['a browser that runs in advance', { 'Sec-Purpose': 'prefetch;prerender' }],
    ['an old browser that fetches in advance', { 'X-Moz': 'prefetch' }],
    ['a preview in a list of tabs', { 'X-Purpose': 'preview' }],
  ])('by %s does not count', async (_who, headers) => {
    const { ada, id } = await ownersSnapshot();
    await look(id, headers as Record<string, string>);
    expect(await countsOf(ada, id)).toEqual({ viewCount: 0, uniqueViewers: 0 });
  });

  test('of a gate does not count', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, { 'index.html': 'x' }, { password: 'open sesame' });
    await world.fetch({ path: `/snapshots/${snapshot.id}`, headers: { 'User-Agent': FIREFOX } });
    expect(await countsOf(ada, snapshot.id)).toEqual({ viewCount: 0, uniqueViewers: 0 });
  });
});

describe('the recent viewers', () => {
  test('have names when signed in, also colleagues with one address and browser', async () => {
    const { ada, id } = await ownersSnapshot();
    for (const name of ['Bob', 'Eve']) {
      const { secret } = await world.build.user({ name });
      await look(id, { Authorization: `Bearer ${secret}` });
    }
    expect(await countsOf(ada, id)).toEqual({ viewCount: 2, uniqueViewers: 2 });
    const { recentViewers } = (await world.as(ada)(getSnapshot, { id })).snapshot.analytics;
    expect(recentViewers.map(({ name }) => name).sort()).toEqual(['Bob', 'Eve']);
  });

  test('leave no address behind', async () => {
    const { id } = await ownersSnapshot();
    await look(id, { 'X-Forwarded-For': '203.0.113.77' });
    await world.app.views.flush();
    const rows: { visitor: Buffer }[] = await world.app.db('snapshot_views').where({ snapshot_id: id });
    expect(rows).toHaveLength(1);
    expect(rows[0]?.visitor).toHaveLength(32);
    expect(JSON.stringify(rows)).not.toContain('203.0.113');
  });
});

describe('counting', () => {
  test('is correct with several server processes', async () => {
    const { ada, id } = await ownersSnapshot();
    const at = new Date();
    await Promise.all(
      Array.from({ length: 6 }, async (_, process) => {
        const views = new Views(world.app);
        const access = await accessToSnapshot(
          world.app,
          { principal: null, request: { headers: {} } as never },
          id,
        );
        const request = { headers: { 'user-agent': FIREFOX } };
        for (let visitor = 0; visitor < 20; visitor += 1) {
          // Half of the visitors reach both processes.
          const address = `visitor ${visitor < 10 ? visitor : `${visitor} of ${process}`}`;
          await views.note(request, access, { principal: null, address }, at);
        }
        await views.flush();
        await views.flush();
      }),
    );
    expect(await countsOf(ada, id)).toEqual({ viewCount: 70, uniqueViewers: 70 });
    const sum = await world.app.db('snapshot_views').where({ snapshot_id: id }).sum('views as views').first();
    expect(Number(sum?.['views'])).toBe(70);
  });

  test('of one address with 500 invented browsers adds one row, one view and one event', async () => {
    const { ada, id } = await ownersSnapshot();
    for (let at = 0; at < 500; at += 1) await look(id, { 'User-Agent': `${FIREFOX} ${at}` });
    expect(await countsOf(ada, id)).toEqual({ viewCount: 1, uniqueViewers: 1 });
    expect(await world.app.db('snapshot_views').where({ snapshot_id: id })).toHaveLength(1);
    expect(await viewEventsOf(id)).toEqual([[null, 1]]);
  });

  test('of one address with invented accounts ends at a number an hour; the page is still served', async () => {
    const own = await worldForTest({
      trustedProxies: 1,
      rateLimits: { ...RATE_LIMITS, pageView: { points: 3, seconds: 3600 } },
    });
    const ada = await own.build.user();
    const { snapshot } = await stage(own, ada, { 'index.html': 'x' }, { password: null });
    for (let at = 0; at < 5; at += 1) {
      const { secret } = await own.build.user();
      const headers = { 'User-Agent': FIREFOX, Authorization: `Bearer ${secret}` };
      expect((await own.fetch({ path: `/snapshots/${snapshot.id}`, headers })).status).toBe(200);
    }
    await own.app.views.flush();
    const { viewCount } = (await own.as(ada)(getSnapshot, { id: snapshot.id })).snapshot;
    expect(viewCount).toBe(3);
    expect(await own.app.db('snapshot_views')).toHaveLength(3);
  });

  test('of many addresses ends at a number an hour for each snapshot', async () => {
    const own = await worldForTest({
      trustedProxies: 1,
      rateLimits: { ...RATE_LIMITS, pageViewsOfSnapshot: { points: 3, seconds: 3600 } },
    });
    const ada = await own.build.user();
    const { snapshot } = await stage(own, ada, { 'index.html': 'x' }, { password: null });
    for (let at = 1; at <= 5; at += 1) {
      const headers = { 'User-Agent': FIREFOX, 'X-Forwarded-For': `203.0.113.${at}` };
      expect((await own.fetch({ path: `/snapshots/${snapshot.id}`, headers })).status).toBe(200);
    }
    await own.app.views.flush();
    expect(await own.app.db('snapshot_views')).toHaveLength(3);
  });

  test('writes a flood at once', async () => {
    const { ada, id } = await ownersSnapshot();
    const access = await accessToSnapshot(
      world.app,
      { principal: null, request: { headers: {} } as never },
      id,
    );
    const request = { headers: { 'user-agent': FIREFOX } };
    const views = new Views({ ...world.app, rateLimits: { tryConsume: () => Promise.resolve(true) } });
    for (let visitor = 0; visitor < 20_000; visitor += 1) {
      await views.note(request, access, { principal: null, address: `visitor ${visitor}` });
    }
    await views.flush();
    expect(await countsOf(ada, id)).toEqual({ viewCount: 20_000, uniqueViewers: 20_000 });
  });

  test('gives way to a change of the snapshot, and catches up', async () => {
    const { ada, id } = await ownersSnapshot();
    const views = new Views({ ...world.app, log: { ...world.app.log, warn: () => undefined } as never });
    await world.app.db.transaction(async (tx) => {
      await tx('snapshots').where({ id }).forNoKeyUpdate().first('id');
      await lookAt(id, new Date(), views);
    });
    expect(await countsOf(ada, id)).toEqual({ viewCount: 0, uniqueViewers: 0 });
    await lookAt(id, new Date(), views);
    expect(await countsOf(ada, id)).toEqual({ viewCount: 1, uniqueViewers: 1 });
  });

  test('continues when a snapshot or its viewer is deleted', async () => {
    const { ada, id } = await ownersSnapshot();
    const gone = await open(ada);
    const bob = await world.build.user();
    await look(gone);
    await look(id, { Authorization: `Bearer ${bob.secret}` });
    await world.as(ada)(deleteSnapshot, { id: gone });
    await world.app.db('users').where({ id: bob.id }).delete();
    expect(await countsOf(ada, id)).toEqual({ viewCount: 1, uniqueViewers: 1 });
  });

  test('publishes one event to the owner for each snapshot, and none without views', async () => {
    const { ada, id } = await ownersSnapshot();
    const other = await open(ada);
    const client = await follow(world, ada);
    for (const seen of [id, other, id]) await look(seen);
    await world.app.views.flush();
    const [former, first] = [await client.next(), await client.next()];
    expect([former, first]).toEqual(
      expect.arrayContaining(
        [id, other].map((snapshotId) => expect.objectContaining({ type: 'lists_changed', snapshotId })),
      ),
    );
    await look(id);
    await world.app.views.flush();
    await look(id, { 'X-Forwarded-For': '198.51.100.2' });
    await world.app.views.flush();
    const second = await client.next();
    expect('seq' in first && 'seq' in second && second.seq - first.seq).toBe(1);
  });

  test('is completed when the server stops', async () => {
    const { ada, id } = await ownersSnapshot();
    world.app.views.start();
    await look(id);
    await world.app.views.stop();
    expect((await world.as(ada)(getSnapshot, { id })).snapshot.viewCount).toBe(1);
  });

  test('is summed in one event per hour, of each user and of all visitors without an account', async () => {
    const { id } = await ownersSnapshot();
    const bob = await world.build.user();
    for (let at = 0; at < 2; at += 1) await look(id, { Authorization: `Bearer ${bob.secret}` });
    const noon = Date.parse('2026-05-05T12:00:00Z');
    for (const minutes of [0, 31, 65]) await lookAt(id, new Date(noon + minutes * MINUTE_MS));
    await world.app.views.flush();
    expect(await viewEventsOf(id)).toEqual([
      [null, 2],
      [null, 1],
      [bob.id, 1],
    ]);
  });

  test('uses one salt a day, whichever process is first', async () => {
    const day = new Date('2026-06-06T10:00:00Z');
    const { ada, id } = await ownersSnapshot();
    await Promise.all(Array.from({ length: 5 }, () => lookAt(id, day)));
    expect(await world.app.db('view_salts').where({ day: '2026-06-06' })).toHaveLength(1);
    expect((await countsOf(ada, id)).uniqueViewers).toBe(1);
  });
});

test('salts are deleted after two days, views once no snapshot can show them', async () => {
  const { id } = await ownersSnapshot();
  const now = new Date('2026-10-10T12:00:00Z');
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const days of [0, 2, 3, RETENTION_DAYS + 60, RETENTION_DAYS + 61]) await lookAt(id, before(days));
  await pruneViews(world.app.db, now);
  const days = (rows: { day: Date }[]) => rows.map(({ day }) => day.getDate());
  const salts = await world.app
    .db('view_salts')
    .where('day', '<=', now)
    .where('day', '>', before(10))
    .orderBy('day');
  expect(days(salts as { day: Date }[])).toEqual([8, 10]);
  expect(await world.app.db('snapshot_views').where({ snapshot_id: id })).toHaveLength(4);
});
