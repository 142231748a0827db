import type { Input } from '@stagelink/shared/contracts/endpoint';
import * as api from '@stagelink/shared/contracts/snapshots';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from './api.ts';
import { asInput, type ListQuestion } from './listQuestion.ts';
import { all, listKey, listsAreStale, optimistically, showChanged } from './snapshotLists.ts';

type Snapshot = api.Snapshot;

/** More than a fast scroll passes while the next page is on its way. */
const PAGE = 100;

/** Your snapshots in the asked order, a page at a time; the last answer stays on screen while a new one is fetched. */
export const useSnapshots = (question: ListQuestion) =>
  useInfiniteQuery({
    queryKey: listKey(question),
    queryFn: ({ pageParam }) =>
      call(api.listSnapshots, {
        ...asInput(question),
        limit: PAGE,
        ...(pageParam !== null && { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    placeholderData: keepPreviousData,
  });

/** Every tag there is, the most used first. */
export const useTags = () =>
  useQuery({
    queryKey: [...all, 'tags'],
    queryFn: async () => (await call(api.listTags, {})).tags.map(({ tag }) => tag),
  });

type Change = Omit<Input<typeof api.updateSnapshot>, 'id'>;

/** Keeps the rest of a change, which the answer brings, out of what is shown before it. */
function withChange(snapshot: Snapshot, change: Change): Snapshot {
  const { password, ...plain } = change;
  return { ...snapshot, ...plain, ...(password !== undefined && { password, public: password === null }) };
}

export async function changeSnapshot(id: string, change: Change): Promise<void> {
  await optimistically(
    (each) => (each.id === id ? withChange(each, change) : each),
    () => call(api.updateSnapshot, { id, ...change }),
  );
}

export async function extendSnapshot(id: string): Promise<void> {
  const { snapshot } = await call(api.extendSnapshot, { id });
  showChanged((each) => (each.id === id ? snapshot : each));
  void listsAreStale();
}

export async function deleteSnapshot(id: string): Promise<void> {
  await call(api.deleteSnapshot, { id });
  await listsAreStale();
}
