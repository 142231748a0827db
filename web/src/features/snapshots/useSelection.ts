import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { SnapshotFilters } from './snapshotFilters.ts';
import {
  countOf,
  everything,
  isSelected,
  keepIn,
  NOTHING,
  range,
  select,
  type Selection,
} from './selection.ts';

interface ListedSnapshots {
  question: SnapshotFilters;
  snapshots: readonly Snapshot[];
  /** Number of matches on the server, loaded or not. */
  matching: number;
  /** When they were counted. */
  asOf: string | undefined;
  isWhole: boolean;
}

/** Sorting keeps the selection. Any other change clears it, because it may hide selected snapshots. */
const sameList = ({ sort: _sort, order: _order, ...question }: SnapshotFilters) => JSON.stringify(question);

export interface Selecting {
  selection: Selection;
  count: number;
  /** Toggles a row; with `isRange`, all rows since the last one. */
  toggle: (index: number, options?: { isRange?: boolean; isChosen?: boolean }) => void;
  selectAll: () => void;
  clear: () => void;
  /** Keeps only these selected. */
  only: (snapshots: readonly Snapshot[]) => void;
}

/** Selection of the list. Survives paging, sorting and refetching. */
export function useSelection({ question, snapshots, matching, asOf, isWhole }: ListedSnapshots): Selecting {
  const list = sameList(question);
  const [kept, setKept] = useState<{ list: string; selection: Selection }>({ list, selection: NOTHING });
  const anchor = useRef<string>(undefined);
  const selection = useMemo(
    () => (kept.list === list ? keepIn(kept.selection, snapshots, isWhole) : NOTHING),
    [kept, list, snapshots, isWhole],
  );
  // A ref, so that rows do not rerender when the selection changes.
  const latest = useRef({ snapshots, selection });
  useEffect(() => {
    latest.current = { snapshots, selection };
  }, [snapshots, selection]);

  const put = useCallback(
    (next: Selection) => {
      // Two changes in one event: the second must see the first.
      latest.current = { ...latest.current, selection: next };
      setKept({ list, selection: next });
    },
    [list],
  );

  const toggle = useCallback<Selecting['toggle']>(
    (index, { isRange = false, isChosen } = {}) => {
      const now = latest.current;
      const snapshot = now.snapshots[index];
      if (!snapshot) return;
      const from = isRange ? now.snapshots.findIndex(({ id }) => id === anchor.current) : -1;
      anchor.current = snapshot.id;
      if (from !== -1) put(select(now.selection, range(now.snapshots, from, index), true));
      else put(select(now.selection, [snapshot], isChosen ?? !isSelected(now.selection, snapshot)));
    },
    [put],
  );

  const clear = useCallback(() => put(NOTHING), [put]);
  const selectAll = useCallback(() => put(everything(matching, asOf)), [put, matching, asOf]);
  const only = useCallback((left: readonly Snapshot[]) => put(select(NOTHING, left, true)), [put]);

  return { selection, count: countOf(selection, matching), toggle, selectAll, clear, only };
}
