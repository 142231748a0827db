import { NO_PROJECT } from '@stagelink/shared/contracts/limits';
import type { Reply } from '@stagelink/shared/contracts/endpoint';
import type { listSnapshots, Snapshot } from '@stagelink/shared/contracts/snapshots';
import type { InfiniteData } from '@tanstack/react-query';
import type { ListQuestion } from './listQuestion.ts';
import { queries } from './queries.ts';

type Page = Reply<typeof listSnapshots>;

export const all = ['snapshots'] as const;
const lists = [...all, 'list'] as const;
export const listKey = (question: ListQuestion) => [...lists, question] as const;

/** Lists, tags and the numbers above them, and how many are in each project. */
export async function listsAreStale(): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: all }),
    queries.invalidateQueries({ queryKey: ['projects'] }),
  ]);
}

const isIn = (project: string | null, { projectId }: Snapshot) =>
  project === null || (projectId ?? NO_PROJECT) === project;

function changePage(page: Page, change: (snapshot: Snapshot) => Snapshot, project: string | null): Page {
  const changed = page.snapshots.map(change);
  if (changed.every((snapshot, index) => snapshot === page.snapshots[index])) return page;
  return { ...page, snapshots: changed.filter((snapshot) => isIn(project, snapshot)) };
}

/** Those of these snapshots that a list has loaded. */
export function loadedSnapshots(ids: readonly string[]): Snapshot[] {
  const found = queries
    .getQueriesData<InfiniteData<Page>>({ queryKey: lists })
    .flatMap(([, data]) => data?.pages.flatMap(({ snapshots }) => snapshots) ?? []);
  const byId = new Map(found.map((snapshot) => [snapshot.id, snapshot]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Changes what every list shows, before the server is asked or after it has answered. */
export function showChanged(change: (snapshot: Snapshot) => Snapshot): void {
  for (const [key, data] of queries.getQueriesData<InfiniteData<Page>>({ queryKey: lists })) {
    if (!data) continue;
    const { project } = key.at(-1) as ListQuestion;
    const pages = data.pages.map((page) => changePage(page, change, project));
    const count = (each: readonly Page[]) => each.reduce((sum, { snapshots }) => sum + snapshots.length, 0);
    const gone = count(data.pages) - count(pages);
    queries.setQueryData<InfiniteData<Page>>(key, {
      ...data,
      pages: gone === 0 ? pages : pages.map((page) => ({ ...page, matching: page.matching - gone })),
    });
  }
}

/**
 * Shows a change at once, then makes it. A refused one is taken back by reading what the server has.
 * An answer that is on its way would show the old state again, so nobody waits for it any more.
 */
export async function optimistically<T>(
  change: (snapshot: Snapshot) => Snapshot,
  act: () => Promise<T>,
): Promise<T> {
  await queries.cancelQueries({ queryKey: lists });
  showChanged(change);
  try {
    return await act();
  } finally {
    void listsAreStale();
  }
}
