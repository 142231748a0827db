import { ApiError } from '@stagelink/shared/client/call';
import { getSnapshot, type Snapshot } from '@stagelink/shared/contracts/snapshots';
import { call } from '../../lib/api.ts';
import { queryClient } from '../../lib/queryClient.ts';
import { all, dropSnapshot, elsewhere, loadedSnapshots, outdateLists, patchSnapshots } from './listsApi.ts';
import { hasFilters, type SnapshotFilters } from './snapshotFilters.ts';

/** What a list is ordered by. */
const SORTED_BY = {
  created: 'createdAt',
  modified: 'lastModifiedAt',
  expires: 'expiresAt',
  views: 'viewCount',
  comments: 'commentCount',
  name: 'name',
} as const satisfies Record<SnapshotFilters['sort'], keyof Snapshot>;

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

type Field = keyof Snapshot;
type Changed = (field: Field) => boolean;

/** Returns the fields that something is filtered, ordered or counted by. */
const fieldsOf = (snapshot: Snapshot) =>
  (Object.keys(snapshot) as Field[]).filter((field) => field !== 'picture' && field !== 'files');

/** Returns which fields differ; of a row that no list has, all may. */
const changesOf =
  (before: Snapshot | undefined, after: Snapshot | undefined): Changed =>
  (field) =>
    !before || !after || !isSame(before[field], after[field]);

/** Whether the row may have to move in a list, or come into it. */
const mayMove = (question: SnapshotFilters, isLoaded: boolean, hasChanged: Changed): boolean => {
  if (hasFilters(question)) return true;
  if (question.project !== undefined && hasChanged('projectId')) return true;
  const field = SORTED_BY[question.sort];
  return isLoaded ? hasChanged(field) : field !== 'createdAt' && field !== 'name';
};

/** Returns the snapshot as it is now; undefined if it is gone. */
async function read(id: string): Promise<Snapshot | undefined> {
  try {
    return (await call(getSnapshot, { id })).snapshot;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}

async function refetchCounts(hasChanged: Changed): Promise<void> {
  const keys = [
    [...all, 'summary'],
    ...(hasChanged('tags') ? [[...all, 'tags']] : []),
    ...(hasChanged('projectId') ? [['projects']] : []),
  ];
  await Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

/** Reads one row again that an event names. Lists are read only where the row may move or come in. */
export async function refreshRow(id: string): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: elsewhere });
  try {
    const [before] = loadedSnapshots([id]);
    const after = before && (await read(id));
    const hasChanged = changesOf(before, after);
    if (after) await patchSnapshots((each) => (each.id === id ? after : each));
    else await dropSnapshot(id);
    if (after && !fieldsOf(after).some(hasChanged)) return;
    const isGone = before && !after;
    const mayDiffer = (question: SnapshotFilters) =>
      !isGone && mayMove(question, before !== undefined, hasChanged);
    await Promise.all([
      refetchCounts(hasChanged),
      outdateLists((question) => (mayDiffer(question) ? 'all' : 'none')),
    ]);
  } catch {
    await outdateLists();
  }
}
