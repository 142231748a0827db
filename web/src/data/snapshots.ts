import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/snapshots';
import { type InfiniteData, keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { queries } from './queries.ts';

type Snapshot = api.Snapshot;
type Page = Reply<typeof api.listSnapshots>;

/** What the list is asked for: search, filter and order. */
export interface ListQuestion {
  search: string;
  expired: boolean;
  sort: (typeof api.SORTS)[number];
  order: 'asc' | 'desc';
}

const all = ['snapshots'] as const;
const lists = [...all, 'list'] as const;
/** More than a fast scroll passes while the next page is on its way. */
const PAGE = 100;

/** Your snapshots in the asked order, a page at a time; the last answer stays on screen while a new one is fetched. */
export const useSnapshots = ({ search, expired, sort, order }: ListQuestion) =>
  useInfiniteQuery({
    queryKey: [...lists, { search, expired, sort, order }],
    queryFn: ({ pageParam }) =>
      call(api.listSnapshots, {
        search,
        sort,
        order,
        status: expired ? 'all' : 'active',
        limit: PAGE,
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export const listsAreStale = () => queries.invalidateQueries({ queryKey: all });

/** Puts what an act answered where it is shown, and lets the lists be read again: order and counts may have changed. */
function show(changed: Snapshot): void {
  queries.setQueriesData<InfiniteData<Page>>({ queryKey: lists }, (data) =>
    data === undefined
      ? data
      : {
          ...data,
          pages: data.pages.map((page) => ({
            ...page,
            snapshots: page.snapshots.map((each) => (each.id === changed.id ? changed : each)),
          })),
        },
  );
  void listsAreStale();
}

export async function changeSnapshot(input: Input<typeof api.updateSnapshot>): Promise<void> {
  show((await call(api.updateSnapshot, input)).snapshot);
}

export async function extendSnapshot(id: string): Promise<void> {
  show((await call(api.extendSnapshot, { id })).snapshot);
}

export async function deleteSnapshot(id: string): Promise<void> {
  await call(api.deleteSnapshot, { id });
  await listsAreStale();
}
