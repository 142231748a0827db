import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots, Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { InfiniteData } from '@tanstack/react-query';
import type { SnapshotFilters } from './snapshotFilters.ts';
import { queryClient } from '../../lib/queryClient.ts';

type Page = Reply<typeof listSnapshots>;

export const all = ['snapshots'] as const;
const lists = [...all, 'list'] as const;
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

function changePage(page: Page, change: (snapshot: Snapshot) => Snapshot, project: string | undefined): Page {
  const changed = page.snapshots.map(change);
  if (changed.every((snapshot, index) => snapshot === page.snapshots[index])) return page;
  return { ...page, snapshots: changed.filter((snapshot) => isIn(project, snapshot)) };
}

/** Returns the snapshots with these ids that are loaded in a list. */
export function loadedSnapshots(ids: readonly string[]): Snapshot[] {
  const found = queryClient
    .getQueriesData<InfiniteData<Page>>({ queryKey: lists })
    .flatMap(([, data]) => data?.pages.flatMap(({ snapshots }) => snapshots) ?? []);
  const byId = new Map(found.map((snapshot) => [snapshot.id, snapshot]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Updates the snapshots in all cached lists. */
export function showChanged(change: (snapshot: Snapshot) => Snapshot): void {
  for (const [key, data] of queryClient.getQueriesData<InfiniteData<Page>>({ queryKey: lists })) {
    if (!data) continue;
    const { project } = key.at(-1) as SnapshotFilters;
    const pages = data.pages.map((page) => changePage(page, change, project));
    const count = (each: readonly Page[]) => each.reduce((sum, { snapshots }) => sum + snapshots.length, 0);
    const gone = count(data.pages) - count(pages);
    queryClient.setQueryData<InfiniteData<Page>>(key, {
      ...data,
      pages: gone === 0 ? pages : pages.map((page) => ({ ...page, matching: page.matching - gone })),
    });
  }
}

/**
 * Updates the cache at once, then sends the change. A rejected change is reverted by refetching. Cancels
 * fetches in flight, which would restore the old state.
 */
export async function optimistically<T>(
  change: (snapshot: Snapshot) => Snapshot,
  act: () => Promise<T>,
): Promise<T> {
  await queryClient.cancelQueries({ queryKey: lists });
  showChanged(change);
  try {
    return await act();
  } finally {
    void invalidateSnapshotLists();
  }
}
