import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots, Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { InfiniteData } from '@tanstack/react-query';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { type Apply, type Change, change, patch } from '../../lib/query/changes.ts';
import { queryClient } from '../../lib/queryClient.ts';

type Page = Reply<typeof listSnapshots>;
type Pages = InfiniteData<Page>;

export const all = ['snapshots'] as const;
export const lists = [...all, 'list'] as const;
export const listKey = (question: SnapshotFilters) => [...lists, question] as const;

/** Also refetches tags, overview numbers and project counts. */
export async function invalidateSnapshotLists(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: all }),
    queryClient.invalidateQueries({ queryKey: ['projects'] }),
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

type SnapshotChange<Result> = Pick<Change<Pages, Result>, 'act' | 'isRepeatable' | 'subject'> & {
  apply: (snapshot: Snapshot) => Snapshot;
};

/** Shows a change in all lists at once. */
export const changeInLists = <Result>({ apply, ...how }: SnapshotChange<Result>): Promise<Result> =>
  change({ key: lists, apply: inLists(apply), refetch: invalidateSnapshotLists, ...how });
