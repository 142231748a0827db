import { ApiError } from '@stagelink/shared/client';
import {
  type BulkChange,
  getBulkChange,
  startBulkChange,
  undoBulkChange,
} from '@stagelink/shared/contracts/bulkChanges';
import type { Input } from '@stagelink/shared/contracts/endpoint';
import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { call } from './api.ts';
import { listsAreStale, optimistically } from './snapshotLists.ts';

type Start = Input<typeof startBulkChange>;
export type BulkAction = Start['action'];

/** The snapshots that are meant, as the server is asked for them and as the lists on screen know them. */
export interface Target {
  snapshots: Start['snapshots'];
  includes: (id: string) => boolean;
}

type OnProgress = (change: BulkChange) => void;

const POLL_MS = 500;

/** What an action makes of a snapshot, as far as it can be known before the server has answered. */
export function afterAction(snapshot: Snapshot, action: BulkAction): Snapshot {
  if (action.type === 'move') return { ...snapshot, projectId: action.projectId };
  if (action.type !== 'tag') return snapshot;
  const kept = snapshot.tags.filter((tag) => !action.remove?.includes(tag));
  return { ...snapshot, tags: [...new Set([...kept, ...(action.add ?? [])])] };
}

/** Has the server change them all, and follows it to the end; it goes on when this page is closed. */
export const changeSnapshots = (
  { snapshots, includes }: Target,
  action: BulkAction,
  onProgress: OnProgress,
): Promise<BulkChange> =>
  optimistically(
    (each) => (includes(each.id) ? afterAction(each, action) : each),
    async () => follow((await call(startBulkChange, { snapshots, action })).change, onProgress),
  );

/** Undoes a finished change as a whole. */
export async function undoChange({ id }: BulkChange): Promise<BulkChange> {
  try {
    return await follow((await call(undoBulkChange, { changeId: id })).change, () => undefined);
  } finally {
    void listsAreStale();
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

/** The same as before while the server cannot be reached: it goes on meanwhile. */
async function progressOf(change: BulkChange): Promise<BulkChange> {
  try {
    return (await call(getBulkChange, { changeId: change.id })).change;
  } catch (cause) {
    if (cause instanceof ApiError && cause.status < 500) throw cause;
    return change;
  }
}
