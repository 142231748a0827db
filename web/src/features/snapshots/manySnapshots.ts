import { ApiError } from '@stagelink/shared/client/call';
import {
  type BulkChange,
  getBulkChange,
  startBulkChange,
  undoBulkChange,
} from '@stagelink/shared/contracts/bulkChanges';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { call } from '../../lib/api.ts';
import { changeInLists, invalidateSnapshotLists } from './listsApi.ts';

type Start = Input<typeof startBulkChange>;
export type BulkAction = Start['action'];

/** The targeted snapshots: as the server's filter, and as a predicate for cached lists. */
export interface Target {
  snapshots: Start['snapshots'];
  includes: (snapshot: Snapshot) => boolean;
}

type OnProgress = (change: BulkChange) => void;

const POLL_MS = 500;

/** Predicts what an action changes, for the optimistic update. */
export function afterAction(snapshot: Snapshot, action: BulkAction): Snapshot {
  if (action.type === 'move') return { ...snapshot, projectId: action.projectId };
  if (action.type !== 'tag') return snapshot;
  const kept = snapshot.tags.filter((tag) => !action.remove?.includes(tag));
  return { ...snapshot, tags: [...new Set([...kept, ...(action.add ?? [])])] };
}

/** Starts a bulk change on the server and polls it to the end. It continues if this page is closed. */
export const changeSnapshots = (
  { snapshots, includes }: Target,
  action: BulkAction,
  onProgress: OnProgress,
): Promise<BulkChange> =>
  changeInLists({
    apply: (each) => (includes(each) ? afterAction(each, action) : each),
    act: async () => follow((await call(startBulkChange, { snapshots, action })).change, onProgress),
    isRepeatable: false,
  });

/** Reverts a finished change. */
export async function undoChange({ id }: BulkChange): Promise<BulkChange> {
  try {
    return await follow((await call(undoBulkChange, { changeId: id })).change, () => undefined);
  } finally {
    void invalidateSnapshotLists();
  }
}

async function follow(started: BulkChange, onProgress: OnProgress): Promise<BulkChange> {
  let change = started;
  for (;;) {
    onProgress(change);
    if (change.isFinished) return change;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    change = await progressOf(change);
  }
}

/** Returns the last known progress while the server is unreachable: the change continues. */
async function progressOf(change: BulkChange): Promise<BulkChange> {
  try {
    return (await call(getBulkChange, { changeId: change.id })).change;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status < 500) throw cause;
    return change;
  }
}
