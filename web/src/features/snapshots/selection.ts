import type { Snapshot } from '@stagelink/shared/contracts/snapshots';

/**
 * Either selected snapshots, or all matches (loaded or not) with exceptions. Stores whole snapshots: a list
 * in another order may not have loaded them.
 */
export type Selection =
  | { kind: 'some'; chosen: ReadonlyMap<string, Snapshot> }
  | {
      kind: 'all';
      except: ReadonlySet<string>;
      /** Number of matches when they were selected, and when that was; later ones are not selected. */
      total: number;
      until: string | undefined;
    };

/** All matches of a list. */
export const everything = (total: number, until: string | undefined): Selection => ({
  kind: 'all',
  except: new Set(),
  total,
  until,
});

export const NOTHING: Selection = { kind: 'some', chosen: new Map() };

const wasThere = (createdAt: string, until: string | undefined) =>
  until === undefined || new Date(createdAt) <= new Date(until);

export const isSelected = (
  selection: Selection,
  { id, createdAt }: Pick<Snapshot, 'id' | 'createdAt'>,
): boolean =>
  selection.kind === 'all'
    ? !selection.except.has(id) && wasThere(createdAt, selection.until)
    : selection.chosen.has(id);

export const countOf = (selection: Selection, matching: number): number =>
  selection.kind === 'all'
    ? Math.max(0, Math.min(selection.total, matching) - selection.except.size)
    : selection.chosen.size;

/** Number of matches that came after the selection of all. */
export const arrivedSince = (selection: Selection, matching: number): number =>
  selection.kind === 'all' ? Math.max(0, matching - selection.total) : 0;

export function select(selection: Selection, snapshots: readonly Snapshot[], isChosen: boolean): Selection {
  if (selection.kind === 'all') {
    const except = new Set(selection.except);
    for (const { id } of snapshots) {
      if (isChosen) except.delete(id);
      else except.add(id);
    }
    return { ...selection, except };
  }
  const chosen = new Map(selection.chosen);
  for (const snapshot of snapshots) {
    if (isChosen) chosen.set(snapshot.id, snapshot);
    else chosen.delete(snapshot.id);
  }
  return { kind: 'some', chosen };
}

/** Returns the rows between two indexes, inclusive, in either direction. */
export const range = (snapshots: readonly Snapshot[], from: number, to: number): readonly Snapshot[] =>
  snapshots.slice(Math.min(from, to), Math.max(from, to) + 1);

/**
 * Updates the selected snapshots from the list. Once the whole list is loaded, removes those it no longer
 * contains.
 */
export function keepIn(selection: Selection, snapshots: readonly Snapshot[], isWhole: boolean): Selection {
  const listed = new Map(snapshots.map((snapshot) => [snapshot.id, snapshot]));
  if (selection.kind === 'all') {
    if (!isWhole) return selection;
    return { ...selection, except: new Set([...selection.except].filter((id) => listed.has(id))) };
  }
  const chosen = new Map<string, Snapshot>();
  for (const [id, old] of selection.chosen) {
    const now = listed.get(id) ?? (isWhole ? undefined : old);
    if (now) chosen.set(id, now);
  }
  return { kind: 'some', chosen };
}
