import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { listOf, snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { elsewhere, listKey, lists, type Pages } from './listsApi.ts';
import { refreshRow } from './liveRow.ts';
import { type SnapshotFilters, snapshotList } from './snapshotFilters.ts';

const ONE = 'GET /api/snapshots/:id';
const CREATED = snapshotList.read(new URLSearchParams());

let one: Snapshot;
let other: Snapshot;
/** Lists that were fetched, in order. */
let fetched: string[];
let stops: (() => void)[];

/** Shows a list of both snapshots. */
async function show(name: string, question: object): Promise<() => Snapshot[]> {
  const queryKey = listKey({ ...CREATED, ...question });
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: () => {
      fetched.push(name);
      return { pages: [listOf(one, other)], pageParams: [null] };
    },
  });
  stops.push(observer.subscribe(() => undefined));
  await observer.refetch();
  fetched = [];
  return () => observer.getCurrentResult().data?.pages[0]?.snapshots ?? [];
}

/** Review or order of the lists whose page is outdated. */
const outdated = () =>
  queryClient.getQueriesData<Pages>({ queryKey: lists }).flatMap(([key, data]) => {
    const { review, sort } = key.at(-1) as SnapshotFilters;
    return data?.pages[0]?.outdated === undefined ? [] : [review ?? sort];
  });

beforeEach(() => {
  one = snapshot({ name: 'Checkout', commentCount: 1 });
  other = snapshot({ name: 'Basket' });
  fetched = [];
  stops = [];
});

afterEach(() => {
  for (const stop of stops) stop();
  queryClient.clear();
});

test('what is shown beside lists of something else is read again', async () => {
  serve({ [ONE]: () => ({ snapshot: one }) });
  let reads = 0;
  const observer = new QueryObserver(queryClient, {
    queryKey: [...elsewhere, 'pictures'],
    queryFn: () => (reads += 1),
  });
  stops.push(observer.subscribe(() => undefined));
  await observer.refetch();
  const before = reads;
  await refreshRow(one.id);
  await expect.poll(() => reads).toBe(before + 1);
});

test('one row is read, and no list', async () => {
  const requests = serve({ [ONE]: () => ({ snapshot: { ...one, commentCount: 2 } }) });
  const rows = await show('newest', {});
  await refreshRow(one.id);
  expect(rows().map(({ commentCount }) => commentCount)).toEqual([2, other.commentCount]);
  expect(requests[ONE]).toHaveLength(1);
  expect(fetched).toEqual([]);
});

test('a list that the change may order or filter anew is outdated', async () => {
  serve({ [ONE]: () => ({ snapshot: { ...one, commentCount: 2 } }) });
  await show('newest', {});
  await show('by comments', { sort: 'comments' });
  await show('in review', { review: 'pending' });
  await refreshRow(one.id);
  expect(outdated()).toEqual(['comments', 'pending']);
});

test('a snapshot that no list shows costs nothing', async () => {
  const requests = serve({});
  await show('newest', {});
  await refreshRow('abcdefghijkl');
  expect(fetched).toEqual([]);
  expect(requests).toEqual({});
});

test('a row that is gone leaves the list', async () => {
  serve({ [ONE]: () => refusal(404, 'not_found', 'The requested snapshot could not be found.') });
  const rows = await show('newest', {});
  await refreshRow(one.id);
  expect(rows().map(({ name }) => name)).toEqual(['Basket']);
  expect(outdated()).toEqual([]);
});

test('the lists are outdated when the row cannot be read', async () => {
  serve({ [ONE]: () => refusal(500, 'internal', 'The server failed.') });
  await show('newest', {});
  await refreshRow(one.id);
  expect(outdated()).toEqual(['created']);
});
