import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/snapshots';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useChanged } from '../../lib/query/changes.ts';
import { toQuery, type SnapshotFilters } from './snapshotFilters.ts';
import { all, changeInLists, invalidateSnapshotLists, listKey, lists, patchSnapshots } from './listsApi.ts';

type Snapshot = api.Snapshot;

/** More rows than a fast scroll passes during a fetch. */
const PAGE = 100;

/** Shows the previous result while a new query loads. */
const useList = (question: SnapshotFilters) =>
  useInfiniteQuery({
    queryKey: listKey(question),
    queryFn: ({ pageParam }) =>
      call(api.listSnapshots, {
        ...toQuery(question),
        limit: PAGE,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

export function useSnapshots(question: SnapshotFilters) {
  const { data, ...list } = useList(question);
  return { ...list, data: useChanged(lists, data, listKey(question)) };
}

/** Whether there is nothing to list, not even hidden snapshots. */
export const useHasNone = (question: SnapshotFilters): boolean =>
  useList(question).data?.pages[0]?.total === 0;

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
  await invalidateSnapshotLists();
}
