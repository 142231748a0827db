import type { Input } from '@stagelink/shared/contracts/endpoint';
import { BULK_MAX } from '@stagelink/shared/contracts/limits';
import * as api from '@stagelink/shared/contracts/snapshots';
import { call } from './api.ts';
import { asInput, type ListQuestion } from './listQuestion.ts';
import { optimistically } from './snapshotLists.ts';

type Snapshot = api.Snapshot;
export type Act = Input<typeof api.changeSnapshots>['act'];

export interface Outcome {
  done: string[];
  failed: { id: string; message: string }[];
}

/** As many as one answer may hold. */
const PAGE = 200;

/** Reads every snapshot that matches, loaded or not. `onRead` is told how many have come. */
export async function everyMatch(
  question: ListQuestion,
  onRead: (count: number) => void,
): Promise<Snapshot[]> {
  const found: Snapshot[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(question, cursor);
    found.push(...page.snapshots);
    onRead(found.length);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return found;
}

const readPage = (question: ListQuestion, cursor: string | null) =>
  call(api.listSnapshots, { ...asInput(question), limit: PAGE, ...(cursor !== null && { cursor }) });

/** What an act makes of a snapshot, as far as it can be known before the server has answered. */
export function afterAct(snapshot: Snapshot, act: Act): Snapshot {
  if (act.type === 'move') return { ...snapshot, projectId: act.projectId };
  if (act.type !== 'tag') return snapshot;
  const kept = snapshot.tags.filter((tag) => !act.remove?.includes(tag));
  return { ...snapshot, tags: [...new Set([...kept, ...(act.add ?? [])])] };
}

/** What brings a snapshot back to where it is now; null when the act changes nothing or cannot be undone. */
function reverse(snapshot: Snapshot, act: Act): Act | null {
  if (act.type === 'move') {
    return snapshot.projectId === act.projectId ? null : { type: 'move', projectId: snapshot.projectId };
  }
  if (act.type !== 'tag') return null;
  const after = afterAct(snapshot, act).tags;
  const add = snapshot.tags.filter((tag) => !after.includes(tag));
  const remove = after.filter((tag) => !snapshot.tags.includes(tag));
  return add.length + remove.length === 0 ? null : { type: 'tag', add, remove };
}

/** The acts that undo an act, each with those it is for. */
export function undoing(snapshots: readonly Snapshot[], act: Act): { act: Act; snapshots: Snapshot[] }[] {
  const groups = new Map<string, { act: Act; snapshots: Snapshot[] }>();
  for (const snapshot of snapshots) {
    const back = reverse(snapshot, act);
    if (!back) continue;
    const name = JSON.stringify(back);
    const group = groups.get(name) ?? { act: back, snapshots: [] };
    group.snapshots.push(afterAct(snapshot, act));
    groups.set(name, group);
  }
  return [...groups.values()];
}

/** Does one thing to all of them, as many at a time as a call may. `onDone` is told how many are behind us. */
export async function changeSnapshots(
  snapshots: readonly Snapshot[],
  act: Act,
  onDone: (count: number) => void = () => undefined,
): Promise<Outcome> {
  const ids = snapshots.map(({ id }) => id);
  const chosen = new Set(ids);
  const outcome: Outcome = { done: [], failed: [] };
  await optimistically(
    (each) => (chosen.has(each.id) ? afterAct(each, act) : each),
    async () => {
      for (let from = 0; from < ids.length; from += BULK_MAX) {
        const { done, failed } = await call(api.changeSnapshots, {
          ids: ids.slice(from, from + BULK_MAX),
          act,
        });
        outcome.done.push(...done);
        outcome.failed.push(...failed);
        onDone(from + done.length + failed.length);
      }
    },
  );
  return outcome;
}
