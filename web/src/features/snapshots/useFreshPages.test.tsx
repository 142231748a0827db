import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { snapshot, summary } from '@stagelink/shared/testing/builders';
import { refusal, type Requests } from '@stagelink/shared/testing/fakeServer';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { queryClient } from '../../lib/queryClient.ts';
import { serve } from '../../testing/server.ts';
import { useSnapshots } from './api.ts';
import { refreshRow } from './liveRow.ts';
import { invalidateSnapshotLists, outdateLists } from './listsApi.ts';
import { snapshotList } from './snapshotFilters.ts';
import type { PagesInSight } from './useFreshPages.ts';

const LIST = 'GET /api/snapshots/list';
const ONE = 'GET /api/snapshots/:id';
const SUMMARY = 'GET /api/snapshots/summary';
/** Rows of a page as the server of these tests sends it. */
const SIZE = 3;

/** What the server has, in the order of the list. */
let stored: Snapshot[];
let requests: Requests;
/** Happens while a page is read, and returns the page as it was. */
let meanwhile: (() => Promise<ReturnType<typeof pageAfter>>) | undefined;

const named = (name: string): Snapshot => snapshot({ id: name.padEnd(12, '0'), name });
const namesOf = (snapshots: readonly Snapshot[] = []) => snapshots.map(({ name }) => name).join(' ');

/** A cursor is the id after which a page begins; in the place of a row that is gone is where it was. */
function pageAfter(cursor: string | undefined) {
  const names = stored.map(({ name }) => name);
  const after = cursor === undefined ? -1 : names.findLastIndex((name) => name <= cursor);
  const snapshots = stored.slice(after + 1, after + 1 + SIZE);
  const hasMore = after + 1 + SIZE < stored.length;
  return {
    snapshots,
    nextCursor: hasMore ? (snapshots.at(-1)?.name ?? null) : null,
    matching: stored.length,
    total: stored.length,
  };
}

/** Loads three pages of a list and scrolls to those in sight. */
async function scrolledTo(inSight: PagesInSight, order = '') {
  const question = snapshotList.read(new URLSearchParams(order));
  const { result, rerender } = renderHook((sight: PagesInSight) => useSnapshots(question, sight), {
    initialProps: inSight,
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  await waitFor(() => expect(result.current.data?.pages).toHaveLength(1));
  for (const pages of [2, 3]) {
    await act(() => result.current.fetchNextPage());
    await waitFor(() => expect(result.current.data?.pages).toHaveLength(pages));
  }
  const rows = () => namesOf(result.current.data?.pages.flatMap(({ snapshots }) => snapshots));
  const matching = () => result.current.data?.pages[0]?.matching;
  return { rows, matching, show: rerender, read: readSince(requests) };
}

/** Returns where the pages begin that were read since, and how many rows they had in all. */
function readSince(all: Requests) {
  const before = all[LIST]?.length ?? 0;
  return () => {
    const cursors = (all[LIST] ?? []).slice(before).map(({ input }) => input.cursor ?? 'top');
    const rows = cursors.reduce(
      (sum, cursor) => sum + pageAfter(cursor === 'top' ? undefined : cursor).snapshots.length,
      0,
    );
    return { cursors, rows };
  };
}

beforeEach(() => {
  stored = [...'abcdefghi'].map(named);
  meanwhile = undefined;
  requests = serve({
    [LIST]: async ({ input }) => (await meanwhile?.()) ?? pageAfter(input.cursor),
    [ONE]: ({ input }) => {
      const found = stored.find(({ id }) => id === input.id);
      return found ? { snapshot: found } : refusal(404, 'not_found', 'It is gone.');
    },
    [SUMMARY]: () => summary(),
    'GET /api/tags': () => ({ tags: [] }),
  });
});

afterEach(() => {
  cleanup();
  queryClient.clear();
});

describe('lists that changed', () => {
  test('are read in sight, and elsewhere when they come into sight', async () => {
    const { rows, show, read } = await scrolledTo({ first: 1, last: 1 });
    await act(() => outdateLists());
    await waitFor(() => expect(read()).toEqual({ cursors: ['c'], rows: 3 }));
    show({ first: 0, last: 1 });
    await waitFor(() => expect(read().cursors).toEqual(['c', 'top']));
    expect(rows()).toBe('a b c d e f g h i');
  });

  test('show a row that is new, once', async () => {
    const { rows, matching, show } = await scrolledTo({ first: 0, last: 0 });
    stored.splice(1, 0, named('ab'));
    await act(() => outdateLists());
    await waitFor(() => expect(rows()).toBe('a ab b d e f g h i'));
    expect(matching()).toBe(10);
    show({ first: 0, last: 1 });
    await waitFor(() => expect(rows()).toBe('a ab b c d e g h i'));
    show({ first: 1, last: 2 });
    await waitFor(() => expect(rows()).toBe('a ab b c d e f g h'));
  });

  test('no longer show a row that is gone', async () => {
    const { rows, show } = await scrolledTo({ first: 0, last: 0 });
    stored.splice(1, 1);
    await act(() => outdateLists());
    await waitFor(() => expect(rows()).toBe('a c d e f g h i'));
    show({ first: 0, last: 2 });
    await waitFor(() => expect(rows()).toBe('a c d e f g h i'));
  });

  test('end where the server says', async () => {
    const { rows } = await scrolledTo({ first: 0, last: 0 });
    stored = stored.slice(0, 2);
    await act(() => outdateLists());
    await waitFor(() => expect(rows()).toBe('a b'));
  });

  test('are read again when they change while they are read', async () => {
    const { rows, read } = await scrolledTo({ first: 0, last: 0 });
    const former = pageAfter(undefined);
    meanwhile = async () => {
      meanwhile = undefined;
      stored.splice(0, 1);
      await outdateLists();
      return former;
    };
    await act(() => outdateLists());
    await waitFor(() => expect(rows()).toBe('b c d e f g h i'));
    expect(read().cursors).toEqual(['top', 'top']);
  });

  test('after a change of one’s own are read in sight', async () => {
    const { read } = await scrolledTo({ first: 2, last: 2 });
    await act(() => invalidateSnapshotLists());
    await waitFor(() => expect(read()).toEqual({ cursors: ['f'], rows: 3 }));
  });
});

describe('a snapshot that changed', () => {
  test('is one request and one row, however much is loaded', async () => {
    const { rows, read } = await scrolledTo({ first: 1, last: 1 });
    const [first] = stored;
    if (!first) throw new Error('There is a first row');
    stored[0] = { ...first, picture: `/api/snapshots/${first.id}/picture` };
    await act(() => refreshRow(first.id));
    expect(requests[ONE]).toHaveLength(1);
    expect(requests[SUMMARY]).toBeUndefined();
    expect(read()).toEqual({ cursors: [], rows: 0 });
    expect(rows()).toBe('a b c d e f g h i');
  });

  test('leaves the list when it is gone, without a page that is read', async () => {
    const { rows, matching, read } = await scrolledTo({ first: 0, last: 0 });
    const [gone] = stored.splice(1, 1);
    await act(() => refreshRow(gone?.id ?? ''));
    await waitFor(() => expect(rows()).toBe('a c d e f g h i'));
    expect(matching()).toBe(8);
    expect(read().cursors).toEqual([]);
  });

  test('is looked for where the list is ordered by what changed', async () => {
    const { read } = await scrolledTo({ first: 1, last: 1 }, 'sort=views');
    const [first] = stored;
    if (!first) throw new Error('There is a first row');
    stored[0] = { ...first, viewCount: 9 };
    await act(() => refreshRow(first.id));
    await waitFor(() => expect(read().cursors).toEqual(['c']));
  });
});
