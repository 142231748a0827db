import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots, Snapshot } from '@stagelink/shared/contracts/snapshots';
import { hashKey, type InfiniteData, type Query, type QueryKey } from '@tanstack/react-query';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { type Apply, type Change, change, patch } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

/** `outdated`: how often it was outdated since it was read. */
export type Page = Reply<typeof listSnapshots> & { outdated?: number };
export type Pages = InfiniteData<Page, string | null>;

export const all = ['snapshots'] as const;
export const lists = [...all, 'list'] as const;
/** Snapshots beside lists of something else, such as the companion’s folders. */
export const elsewhere = [...all, 'elsewhere'] as const;
const LISTS = hashKey(lists);
export const listKey = (question: SnapshotFilters) => [...lists, question] as const;

const isList = ({ queryKey }: { queryKey: QueryKey }) => hashKey(queryKey.slice(0, lists.length)) === LISTS;
const outdatePage = (page: Page): Page => ({ ...page, outdated: (page.outdated ?? 0) + 1 });

/**
 * Marks the pages of lists as outdated: those in sight are read again at once, the others when they come into sight. `how`
 * returns the pages of a list that are meant.
 */
export async function outdateLists(
  how: (question: SnapshotFilters) => 'all' | 'first' | 'none' = () => 'all',
): Promise<void> {
  const meant = (queryKey: QueryKey) => how(queryKey.at(-1) as SnapshotFilters);
  const filter = { queryKey: lists, predicate: ({ queryKey }: Query) => meant(queryKey) !== 'none' };
  // The reply of a request under way may be older than the change.
  await queryClient.cancelQueries(filter);
  for (const { queryKey, state } of queryClient.getQueryCache().findAll(filter)) {
    if (state.data === undefined) void queryClient.invalidateQueries({ queryKey, exact: true });
    else
      queryClient.setQueryData<Pages>(
        queryKey,
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page, index) =>
              index === 0 || meant(queryKey) === 'all' ? outdatePage(page) : page,
            ),
          },
      );
  }
}

/** Refetches tags and overview numbers. */
export const invalidateCounts = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: all, predicate: (query) => !isList(query) });

export async function invalidateSnapshots(): Promise<void> {
  await Promise.all([outdateLists(), invalidateCounts()]);
}

/** Also refetches tags, overview numbers and project counts. */
export async function invalidateSnapshotLists(): Promise<void> {
  await Promise.all([invalidateSnapshots(), queryClient.invalidateQueries({ queryKey: ['projects'] })]);
}

/** Invalidates all that was read, lists as `outdateLists` says. */
export async function invalidateEverything(): Promise<void> {
  await Promise.all([
    outdateLists(),
    queryClient.invalidateQueries({ predicate: (query) => !isList(query) }),
  ]);
}

const isIn = (project: string | undefined, { projectId }: Snapshot) =>
  project === undefined || (projectId ?? NO_PROJECT) === project;

/** A snapshot that the change moves to another project leaves the list. */
function changePage(page: Page, how: (snapshot: Snapshot) => Snapshot, project: string | undefined): Page {
  const isUnchanged = (snapshot: Snapshot, index: number) => snapshot === page.snapshots[index];
  const changed = page.snapshots.map(how);
  if (changed.every(isUnchanged)) return page;
  const snapshots = changed.filter((each, index) => isUnchanged(each, index) || isIn(project, each));
  return { ...page, snapshots };
}

const countIn = (pages: readonly Page[]) => pages.reduce((sum, { snapshots }) => sum + snapshots.length, 0);

const inLists =
  (how: (snapshot: Snapshot) => Snapshot): Apply<Pages> =>
  (data, key) => {
    const { project } = key.at(-1) as SnapshotFilters;
    const pages = data.pages.map((page) => changePage(page, how, project));
    const gone = countIn(data.pages) - countIn(pages);
    return {
      ...data,
      pages: gone === 0 ? pages : pages.map((page) => ({ ...page, matching: page.matching - gone })),
    };
  };

/** Returns the snapshots with these ids that are loaded in a list. */
export function loadedSnapshots(ids: readonly string[]): Snapshot[] {
  const found = queryClient
    .getQueriesData<Pages>({ queryKey: lists })
    .flatMap(([, data]) => data?.pages.flatMap(({ snapshots }) => snapshots) ?? []);
  const byId = new Map(found.map((snapshot) => [snapshot.id, snapshot]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Writes what the server has changed to all cached lists. */
export const patchSnapshots = (how: (snapshot: Snapshot) => Snapshot): Promise<void> =>
  patch(lists, inLists(how));

/** Removes a snapshot that is gone from all cached lists. */
export const dropSnapshot = (id: string): Promise<void> =>
  patch<Pages>(lists, (data) => {
    const without = data.pages.map((page) => ({
      ...page,
      snapshots: page.snapshots.filter((each) => each.id !== id),
    }));
    const gone = countIn(data.pages) - countIn(without);
    if (gone === 0) return data;
    const less = ({ matching, total }: Page) => ({ matching: matching - gone, total: total - gone });
    return { ...data, pages: without.map((page) => ({ ...page, ...less(page) })) };
  });

type SnapshotChange<Result> = Pick<Change<Pages, Result>, 'act' | 'isRepeatable' | 'subject'> & {
  apply: (snapshot: Snapshot) => Snapshot;
};

/** Shows a change in all lists at once. */
export const changeInLists = <Result>({ apply, ...how }: SnapshotChange<Result>): Promise<Result> =>
  change({ key: lists, apply: inLists(apply), refetch: invalidateSnapshotLists, ...how });
