import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { listOf, snapshot } from '@stagelink/shared/testing/builders';
import { refusal } from '@stagelink/shared/testing/fakeServer';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { listKey } from './listsApi.ts';
import { refreshRow } from './liveRow.ts';
import { snapshotList } from './snapshotFilters.ts';

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

test('one row is read, and no list', async () => {
  const requests = serve({ [ONE]: () => ({ snapshot: { ...one, commentCount: 2 } }) });
  const rows = await show('newest', {});
  await refreshRow(one.id);
  expect(rows().map(({ commentCount }) => commentCount)).toEqual([2, other.commentCount]);
  expect(requests[ONE]).toHaveLength(1);
  expect(fetched).toEqual([]);
});

test('a list that the change may order or filter anew is read', async () => {
  serve({ [ONE]: () => ({ snapshot: { ...one, commentCount: 2 } }) });
  await show('newest', {});
  await show('by comments', { sort: 'comments' });
  await show('in review', { review: 'pending' });
  await refreshRow(one.id);
  expect(fetched.toSorted()).toEqual(['by comments', 'in review']);
});

test('a snapshot that no list shows costs nothing', async () => {
  const requests = serve({});
  await show('newest', {});
  await refreshRow('abcdefghijkl');
  expect(fetched).toEqual([]);
  expect(requests).toEqual({});
});

test('the lists are read when the row cannot be', async () => {
  serve({ [ONE]: () => refusal(404, 'not_found', 'The requested snapshot could not be found.') });
  await show('newest', {});
  await refreshRow(one.id);
  expect(fetched).toEqual(['newest']);
});
