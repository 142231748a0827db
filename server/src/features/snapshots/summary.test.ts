import { randomBytes } from 'node:crypto';
import { getSnapshot, getSummary } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { createWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const DAY_MS = 86_400_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

let ada: Person;
beforeEach(async () => {
  ada = await world.build.user();
});

const summary = () => world.as(ada)(getSummary, {});
const names = (snapshots: { name: string }[]) => snapshots.map(({ name }) => name);
const named = (name: string, about = {}) => world.build.snapshot(ada, { name, ...about });

async function look(snapshotId: string, minutes: number, viewer: Person | null = null): Promise<void> {
  const last = ago(minutes);
  await world.app.db('snapshot_views').insert({
    snapshot_id: snapshotId,
    day: last,
    visitor: randomBytes(8),
    user_id: viewer?.id ?? null,
    last_viewed_at: last,
  });
  await world.app.db('snapshots').where({ id: snapshotId }).update({ last_viewed_at: last });
}

describe('the overview', () => {
  test('is empty at first', async () => {
    expect(await summary()).toEqual({
      reviewStatus: { pending: 0, overdue: 0, links: [] },
      expiringSoon: [],
      mostViewed: [],
      quickStats: { activeSnapshots: 0, totalViews: 0, comments: 0, reviews: 0 },
      recentActivity: [],
    });
  });

  test('lists three pending reviews, the overdue first', async () => {
    const soon = new Date(Date.now() + DAY_MS);
    await world.build.review(await named('whenever'));
    await world.build.review(await named('soon'), { deadline: soon });
    await world.build.review(await named('late'), { deadline: ago(5) });
    await world.build.review(await named('later'), { deadline: ago(1) });
    await world.build.review(await named('answered'), { answered: 1, deadline: ago(1) });
    await world.build.review(await named('expired', { daysLeft: -1 }), { deadline: ago(1) });
    const { reviewStatus, quickStats } = await summary();
    expect(reviewStatus).toMatchObject({ pending: 2, overdue: 2 });
    expect(names(reviewStatus.links)).toEqual(['late', 'later', 'soon']);
    expect(reviewStatus.links[0]?.review).toMatchObject({ status: 'overdue', totalReviewers: 1 });
    expect(quickStats.reviews).toBe(6);
  });

  test('lists five that expire within three days, the soonest first', async () => {
    await named('gone', { daysLeft: -0.01 });
    await named('in four days', { daysLeft: 4 });
    for (const daysLeft of [2.9, 0.1, 2, 1, 1.5, 2.5]) await named(String(daysLeft), { daysLeft });
    expect(names((await summary()).expiringSoon)).toEqual(['0.1', '1', '1.5', '2', '2.5']);
  });

  test('lists the five most viewed of those with views', async () => {
    for (const viewCount of [0, 3, 9]) await named(String(viewCount), { viewCount });
    expect(names((await summary()).mostViewed)).toEqual(['9', '3']);
    for (const viewCount of [4, 5, 6, 7]) await named(String(viewCount), { viewCount });
    expect(names((await summary()).mostViewed)).toEqual(['9', '7', '6', '5', '4']);
  });

  test('contains the numbers of all own snapshots', async () => {
    await named('a', { viewCount: 3, commentCount: 2 });
    await named('b', { viewCount: 4, commentCount: 1, daysLeft: -2 });
    await world.build.snapshot(await world.build.user(), { viewCount: 100, commentCount: 100 });
    expect((await summary()).quickStats).toEqual({
      activeSnapshots: 1,
      totalViews: 7,
      comments: 3,
      reviews: 0,
    });
  });

  test('lists the five viewed last', async () => {
    await named('never');
    for (const minutes of [50, 10, 30, 20, 40, 60]) await look(await named(String(minutes)), minutes);
    const strangers = await world.build.snapshot(await world.build.user());
    await look(strangers, 1);
    expect(names((await summary()).recentActivity)).toEqual(['10', '20', '30', '40', '50']);
  });
});

describe('recent viewers', () => {
  const viewersOf = async (id: string) =>
    (await world.as(ada)(getSnapshot, { id })).snapshot.analytics.recentViewers;

  test('are the last five, each once, by name when signed in', async () => {
    const [id, bob] = [await named('a'), await world.build.user({ name: 'Bob' })];
    await look(id, 3 * 24 * 60, bob);
    await look(id, 1, bob);
    for (const minutes of [2, 3, 4, 5, 6]) await look(id, minutes);
    const viewers = await viewersOf(id);
    expect(viewers.map(({ name }) => name)).toEqual(['Bob', null, null, null, null]);
    const times = viewers.map(({ viewedAt }) => Date.parse(viewedAt));
    expect(times).toEqual(times.toSorted((a, b) => b - a));
  });

  test('are empty before the first view', async () => {
    expect(await viewersOf(await named('a'))).toEqual([]);
  });
});
