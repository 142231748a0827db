import { hashKey } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { queryClient } from '../../lib/queryClient.ts';
import { listKey, type Page, type Pages } from './listsApi.ts';
import type { SnapshotFilters } from './snapshotFilters.ts';

/** The first and the last page of which rows are in sight, counted from 0. */
export interface PagesInSight {
  first: number;
  last: number;
}

export const FIRST_PAGE: PagesInSight = { first: 0, last: 0 };

export interface RowsInSight {
  first: number;
  last: number;
}

/** Returns the pages in which these rows are. */
export function pagesOf(pages: readonly Page[], rows: RowsInSight): PagesInSight {
  let end = 0;
  const ends = pages.map(({ snapshots }) => (end += snapshots.length));
  const pageOf = (row: number) =>
    Math.max(
      0,
      ends.findIndex((each) => row < each),
    );
  return { first: pageOf(rows.first), last: pageOf(rows.last) };
}

const outdatedIn = ({ pages }: Pages, { first, last }: PagesInSight): number =>
  pages.findIndex(({ outdated }, index) => outdated !== undefined && index >= first && index <= last);

/**
 * Puts a page that was read again in place of the former one. A row is in one page only; the next page begins where this
 * one ends now, and is outdated if that is elsewhere.
 */
export function withPage({ pages, pageParams }: Pages, index: number, page: Page): Pages {
  const ids = new Set(page.snapshots.map(({ id }) => id));
  const next = page.nextCursor;
  const end = next === null ? index + 1 : pages.length;
  const { matching, total, asOf } = page;
  const others = pages.map((each, place): Page => {
    const snapshots = each.snapshots.filter(({ id }) => !ids.has(id));
    const hasMoved = place === index + 1 && pageParams[place] !== next;
    return {
      ...each,
      ...(place === 0 && { matching, total, asOf }),
      snapshots: snapshots.length === each.snapshots.length ? each.snapshots : snapshots,
      ...(hasMoved && { outdated: (each.outdated ?? 0) + 1 }),
    };
  });
  return {
    pages: others.with(index, page).slice(0, end),
    pageParams: pageParams.map((each, place) => (place === index + 1 ? next : each)).slice(0, end),
  };
}

async function refresh(
  question: SnapshotFilters,
  before: Pages,
  index: number,
  read: (cursor: string | null) => Promise<Page>,
): Promise<void> {
  const { outdated } = before.pages[index] ?? {};
  const cursor = before.pageParams[index] ?? null;
  const page = await read(cursor);
  queryClient.setQueryData<Pages>(listKey(question), (data) => {
    const place = data?.pageParams.indexOf(cursor) ?? -1;
    if (!data || place < 0) return data;
    // Outdated again while it was read.
    const isOutdated = data.pages[place]?.outdated !== outdated;
    return withPage(data, place, isOutdated ? { ...page, outdated: (outdated ?? 0) + 1 } : page);
  });
}

/** Reads the pages in sight again that are outdated, one after the other. One that cannot be read stays outdated. */
export function useFreshPages(
  question: SnapshotFilters,
  pages: Pages | undefined,
  inSight: PagesInSight,
  read: (cursor: string | null) => Promise<Page>,
): void {
  const index = pages ? outdatedIn(pages, inSight) : -1;
  const outdated = pages?.pages[index]?.outdated;
  /** Changes with what is to be read. */
  const reading =
    outdated === undefined ? null : hashKey([listKey(question), pages?.pageParams[index], outdated]);
  const refreshPage = useEffectEvent(() => {
    if (pages) refresh(question, pages, index, read).catch(() => undefined);
  });
  useEffect(() => {
    if (reading !== null) refreshPage();
  }, [reading]);
}
