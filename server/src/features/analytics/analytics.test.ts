import { randomUUID } from 'node:crypto';
import { login, logout, register } from '@stagelink/shared/contracts/accounts';
import { type AnalyticsEvent, trackEvent, trackEvents } from '@stagelink/shared/contracts/analytics';
import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { extendSnapshot } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Config } from '../../platform/config.ts';
import { stage } from '../../testing/stage.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { prune, record, track } from './service.ts';

const DAY_MS = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(() => world.app.db('analytics_events').delete());

interface Row {
  event_type: string;
  event_data: object;
  user_id: string | null;
  page: string;
  user_agent: string;
  referrer: string;
  occurred_at: Date;
}
const stored = (): Promise<Row[]> => world.app.db('analytics_events').orderBy('occurred_at');

const event = (about: Partial<AnalyticsEvent> = {}): AnalyticsEvent => ({
  id: randomUUID(),
  eventType: 'page_view',
  eventData: {},
  timestamp: new Date().toISOString(),
  ...about,
});

describe('an event of a page', () => {
  test('is recorded for the signed-in user, or without a user', async () => {
    const ada = await world.build.user();
    await world.as(ada)(trackEvent, { eventType: 'dashboard_visit', eventData: { page: '/dashboard' } });
    await world.as(null)(trackEvent, { eventType: 'page_view' });
    expect(await stored()).toMatchObject([
      { event_type: 'dashboard_visit', user_id: ada.id, page: '/dashboard', event_data: {} },
      { event_type: 'page_view', user_id: null, page: '' },
    ]);
  });

  test('stores its data as text', async () => {
    const page = '/<img src=x onerror=alert(1)>';
    const eventData = { page, referrer: 'javascript:alert(1)', userAgent: 'x'.repeat(500), action: 'open' };
    await world.as(null)(trackEvents, { events: [event({ eventData })] });
    expect(await stored()).toMatchObject([
      { page, referrer: 'javascript:alert(1)', user_agent: 'x'.repeat(200), event_data: { action: 'open' } },
    ]);
  });

  test('sent twice is recorded once, beside new ones of the same batch', async () => {
    const [first, second] = [event(), event()];
    await world.as(null)(trackEvents, { events: [first] });
    await world.as(null)(trackEvents, { events: [first, second] });
    expect(await stored()).toHaveLength(2);
  });

  test('has the time its page reports, but none in the future', async () => {
    const now = new Date();
    const then = new Date(now.getTime() - 3_600_000);
    const reporter = { userId: null, address: '203.0.113.1', userAgent: '' };
    const fast = new Date(now.getTime() + DAY_MS).toISOString();
    await track(
      world.app,
      reporter,
      [event({ timestamp: then.toISOString() }), event({ timestamp: fast })],
      now,
    );
    expect((await stored()).map(({ occurred_at }) => occurred_at)).toEqual([then, now]);
  });

  test('is sent by a page that closes, through a beacon', async () => {
    const answer = await world.fetch({
      method: 'POST',
      path: '/analytics/track/batch',
      headers: {
        'Content-Type': 'application/json',
        Origin: world.app.config.appUrl,
        'Sec-Fetch-Site': 'same-origin',
        'User-Agent': 'A browser',
      },
      body: JSON.stringify({ events: [event()] }),
    });
    expect(answer.status).toBe(200);
    expect(await stored()).toMatchObject([{ user_agent: 'A browser' }]);
  });

  test.each([
    ['of another site', { Origin: 'https://evil.example' }, 403],
    ['in another form', { 'Content-Type': 'text/plain' }, 415],
  ])('is rejected %s', async (_how, headers, status) => {
    const answer = await world.fetch({
      method: 'POST',
      path: '/analytics/track/batch',
      headers: { 'Content-Type': 'application/json', ...headers } as Record<string, string>,
      body: JSON.stringify({ events: [event()] }),
    });
    expect(answer.status).toBe(status);
    expect(await stored()).toEqual([]);
  });

  test.each([
    ['that only the server can know', { eventType: 'payment_succeeded' }],
    ['of an unknown type', { eventType: 'hello' }],
    ['with more than it may report', { eventData: { secret: 'x' } }],
    ['with an id that is none', { id: 'x' }],
    ['at no time', { timestamp: 'yesterday' }],
    ['with characters that cannot be stored', { eventData: { action: 'a\u0000b' } }],
  ])('%s is rejected', async (_what, about) => {
    const events = [event(about as Partial<AnalyticsEvent>)];
    await expect(world.as(null)(trackEvents, { events })).rejects.toMatchObject({ code: 'invalid_input' });
    expect(await stored()).toEqual([]);
  });

  test('with too much data is rejected with its whole batch', async () => {
    const long = '漢'.repeat(500);
    const eventData = { page: long, userAgent: long, referrer: long };
    await expect(
      world.as(null)(trackEvents, { events: [event(), event({ eventData })] }),
    ).rejects.toMatchObject({ code: 'too_large' });
    expect(await stored()).toEqual([]);
  });

  test('comes with at most nine others', async () => {
    const events = Array.from({ length: 11 }, () => event());
    await expect(world.as(null)(trackEvents, { events })).rejects.toMatchObject({ code: 'invalid_input' });
    await world.as(null)(trackEvents, { events: events.slice(1) });
    expect(await stored()).toHaveLength(10);
  });

  test('needs no id, and may have its time in its data', async () => {
    const timestamp = '2026-01-02T03:04:05.000Z';
    const eventData = { timestamp, userAgent: 'A browser', referrer: 'https://example.com' };
    const body = JSON.stringify({ events: [{ eventType: 'page_view', eventData, retryCount: 1 }] });
    const headers = { 'Content-Type': 'application/json' };
    const answer = await world.fetch({ method: 'POST', path: '/analytics/track/batch', headers, body });
    expect(answer.status).toBe(200);
    expect(await stored()).toMatchObject([
      { user_agent: 'A browser', referrer: 'https://example.com', occurred_at: new Date(timestamp) },
    ]);
  });
});

describe('a flood of events', () => {
  /** Creates a world behind one proxy with a real server's limits, and a way to report from any address. */
  async function floodedWorld(patch: Partial<Config['rateLimits']> = {}) {
    const own = await worldForTest({
      trustedProxies: 1,
      rateLimits: { ...RATE_LIMITS, ...patch },
    });
    const report = async (from: string, count: number, about: Partial<AnalyticsEvent> = {}) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': from };
      const body = JSON.stringify({ events: Array.from({ length: count }, () => event(about)) });
      return (await own.fetch({ method: 'POST', path: '/analytics/track/batch', headers, body })).status;
    };
    const rows = async () => Number((await own.app.db('analytics_events').count('* as n').first())?.['n']);
    return { own, report, rows };
  }

  test('100,000 from one address store a few hundred', { timeout: 120_000 }, async () => {
    const { report, rows } = await floodedWorld();
    const send = async () => {
      for (let n = 0; n < 1_000; n += 1) await report('203.0.113.7', 10);
    };
    await Promise.all(Array.from({ length: 10 }, send));
    // Simultaneous requests use up points before their events do.
    expect(await rows()).toBeLessThanOrEqual(RATE_LIMITS.analytics.points);
    expect(await rows()).toBeGreaterThan(RATE_LIMITS.analytics.points / 2);
    expect(await report('198.51.100.1', 1)).toBe(200);
  });

  test('from many addresses stores no more than the daily limit', async () => {
    const { report, rows } = await floodedWorld({ analyticsTotal: { points: 55, seconds: 86_400 } });
    const statuses: number[] = [];
    for (let n = 0; n < 8; n += 1) statuses.push(await report(`203.0.113.${n}`, 10));
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    expect(await rows()).toBe(50);
  });

  test('counts large events as several', async () => {
    const { report, rows } = await floodedWorld({ analytics: { points: 10, seconds: 3600 } });
    const action = '漢'.repeat(200);
    const large = { eventData: { page: action, description: action, action } };
    expect(await report('203.0.113.7', 6, large)).toBe(429);
    expect(await report('203.0.113.8', 5, large)).toBe(200);
    expect(await rows()).toBe(5);
  });

  test('keeps the newest, and everything the server itself recorded', async () => {
    const { own, rows } = await floodedWorld();
    const now = Date.now();
    const reporter = { userId: null, address: '203.0.113.1', userAgent: '' };
    const events = [4, 3, 2, 1].map((age) => event({ timestamp: new Date(now - age * 1000).toISOString() }));
    await track(own.app, reporter, events);
    await record(own.app.db, { type: 'system_event', userId: null, at: new Date(now - 9_000) });
    expect(await prune(own.app.db, new Date(now), 2)).toBe(2);
    expect(await rows()).toBe(3);
    expect(await prune(own.app.db, new Date(now), 2)).toBe(0);
  });
});

describe('an action of the server', () => {
  test('is recorded with the change, or not at all', async () => {
    const undone = world.app.db.transaction(async (tx) => {
      await record(tx, { type: 'system_event', userId: null });
      throw new Error('undone');
    });
    await expect(undone).rejects.toThrow('undone');
    expect(await stored()).toEqual([]);
  });

  test('is recorded for signing up, in and out, but not for failures', async () => {
    const ada = { email: 'ada@example.com', password: 'correct horse battery' };
    await world.as(null)(register, { ...ada, name: 'Ada' });
    const refused = (calling: Promise<unknown>, code: string) =>
      expect(calling).rejects.toMatchObject({ code });
    await refused(world.as(null)(register, { ...ada, name: 'Ada' }), 'email_taken');
    await refused(world.as(null)(login, { ...ada, password: 'wrong' }), 'wrong_credentials');
    const { user, sessionToken } = await world.as(null)(login, ada);
    await world.as({ id: user.uid, email: ada.email, secret: sessionToken })(logout, {});
    expect((await stored()).map(({ event_type, user_id }) => [event_type, user_id])).toEqual([
      ['user_registered', user.uid],
      ['user_login', user.uid],
      ['user_logout', user.uid],
    ]);
  });

  test('is recorded for staging and extending, and a new version is no new snapshot', async () => {
    const ada = await world.build.user();
    const { snapshot } = await stage(world, ada, { 'index.html': 'a' });
    await stage(world, ada, { 'index.html': 'b' }, { snapshotId: snapshot.id });
    await world.as(ada)(extendSnapshot, { id: snapshot.id });
    const about = { user_id: ada.id, event_data: { snapshotId: snapshot.id } };
    expect(await stored()).toMatchObject([
      { event_type: 'snapshot_created', ...about },
      { event_type: 'snapshot_extended', ...about },
    ]);
  });
});

test('events are kept for 400 days', async () => {
  const now = new Date();
  const ago = (days: number) => new Date(now.getTime() - days * DAY_MS);
  for (const days of [0, 399, 401]) {
    await record(world.app.db, { type: 'system_event', userId: null, at: ago(days) });
  }
  expect(await prune(world.app.db, now)).toBe(1);
  expect((await stored()).map(({ occurred_at }) => occurred_at)).toEqual([ago(399), ago(0)]);
});
