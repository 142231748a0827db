import { getSnapshot } from '@stagelink/shared/contracts/snapshots';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { lists, loadedSnapshots, patchSnapshots } from './listsApi.ts';
import { hasFilters, type SnapshotFilters } from './snapshotFilters.ts';

/** What orders a list that a comment or another date leaves as it is. */
const STEADY = new Set(['created', 'name', 'views']);

const mayMove = (question: SnapshotFilters) => hasFilters(question) || !STEADY.has(question.sort);

/** Reads one row again that an event names. Lists are read only where the row may move or come in. */
export async function refreshRow(id: string): Promise<void> {
  try {
    if (loadedSnapshots([id]).length > 0) {
      const { snapshot } = await call(getSnapshot, { id });
      await patchSnapshots((each) => (each.id === id ? snapshot : each));
    }
    await queryClient.invalidateQueries({
      queryKey: lists,
      predicate: ({ queryKey }) => mayMove(queryKey.at(-1) as SnapshotFilters),
    });
  } catch {
    await queryClient.invalidateQueries({ queryKey: lists });
  }
}
