import type { Input, Reply } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/snapshots';
import { keepPreviousData, type QueryKey, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChanged } from '../../lib/query/changes.ts';
import { toQuery, type SnapshotFilters } from './snapshotFilters.ts';
import {
  all,
  changeInLists,
  dropSnapshot,
  invalidateSnapshotLists,
  listKey,
  lists,
  type Page,
  type Pages,
  patchSnapshots,
} from './listsApi.ts';
import { FIRST_PAGE, useFreshPages } from './useFreshPages.ts';

type Snapshot = api.Snapshot;

/** More rows than a fast scroll passes during a fetch. */
const PAGE = 100;

const readPage = (question: SnapshotFilters, cursor: string | null): Promise<Page> =>
  call(api.listSnapshots, { ...toQuery(question), limit: PAGE, ...(cursor !== null && { cursor }) });

/** Shows the previous result while a new query loads. */
const useList = (question: SnapshotFilters) =>
  useInfiniteQuery<Page, Error, Pages, QueryKey, string | null>({
    queryKey: listKey(question),
    queryFn: ({ pageParam }) => readPage(question, pageParam),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
    // The live channel says what has changed; a whole list would be read page by page.
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= 1,
  });

export function useSnapshots(question: SnapshotFilters, inSight = FIRST_PAGE) {
  const { data, ...list } = useList(question);
  const pages = list.isPlaceholderData ? undefined : data;
  useFreshPages(question, pages, inSight, (cursor) => readPage(question, cursor));
  return { ...list, data: useChanged(lists, data, listKey(question)) };
}

/** Whether there is nothing to list, not even hidden snapshots. */
export const useHasNone = (question: SnapshotFilters): boolean =>
  useList(question).data?.pages[0]?.total === 0;

export type Summary = Reply<typeof api.getSummary>;

/** Invalidated together with the lists. */
export const useSummary = () =>
  useQuery({ queryKey: [...all, 'summary'], queryFn: () => call(api.getSummary, {}) });

const FOUND = 6;

/** The newest snapshots whose name, tags or client contain the text. Disabled without text. */
export const useFoundSnapshots = (text: string) =>
  useQuery({
    queryKey: [...all, 'search', text],
    queryFn: async () =>
      (await call(api.listSnapshots, { search: text, status: 'all', limit: FOUND })).snapshots,
    enabled: text !== '',
  });

/** All tags, the most used first. */
export const useTags = () =>
  useQuery({
    queryKey: [...all, 'tags'],
    queryFn: async () => (await call(api.listTags, {})).tags.map(({ tag }) => tag),
  });

type Fields = Omit<Input<typeof api.updateSnapshot>, 'id'>;

/** Applies only the fields a list shows; the server's reply has the rest. */
function withFields(snapshot: Snapshot, fields: Fields): Snapshot {
  const { password, ...plain } = fields;
  return { ...snapshot, ...plain, ...(password !== undefined && { password, public: password === null }) };
}

export async function changeSnapshot(id: string, fields: Fields): Promise<void> {
  await changeInLists({
    apply: (each) => (each.id === id ? withFields(each, fields) : each),
    act: () => call(api.updateSnapshot, { id, ...fields }),
    subject: `snapshot ${id}`,
  });
}

export async function extendSnapshot(id: string): Promise<void> {
  const { snapshot } = await call(api.extendSnapshot, { id });
  await patchSnapshots((each) => (each.id === id ? snapshot : each));
  void invalidateSnapshotLists();
}

export async function deleteSnapshot(id: string): Promise<void> {
  await call(api.deleteSnapshot, { id });
  await dropSnapshot(id);
  void invalidateSnapshotLists();
}
