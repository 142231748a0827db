import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ListQuestion } from '../../../data/listQuestion.ts';
import {
  countOf,
  EVERYTHING,
  isSelected,
  keepIn,
  NOTHING,
  range,
  select,
  type Selection,
} from './selection.ts';

interface Listed {
  question: ListQuestion;
  snapshots: readonly Snapshot[];
  /** How many there are on the server, loaded or not. */
  matching: number;
  isWhole: boolean;
}

/** Another order shows the same snapshots; anything else may hide what is selected, and nobody acts on what they cannot see. */
const sameList = ({ sort: _sort, order: _order, ...question }: ListQuestion) => JSON.stringify(question);

export interface Selecting {
  selection: Selection;
  count: number;
  /** Selects a row, or not; with `isRange`, everything from the last one on. */
  toggle: (index: number, options?: { isRange?: boolean; isChosen?: boolean }) => void;
  selectAll: () => void;
  clear: () => void;
  /** Those that are left to be seen to. */
  only: (snapshots: readonly Snapshot[]) => void;
}

/** What is selected in the list. It survives paging, sorting and refetching. */
export function useSelection({ question, snapshots, matching, isWhole }: Listed): Selecting {
  const list = sameList(question);
  const [kept, setKept] = useState<{ list: string; selection: Selection }>({ list, selection: NOTHING });
  const anchor = useRef<string>(undefined);
  const selection = useMemo(
    () => (kept.list === list ? keepIn(kept.selection, snapshots, isWhole) : NOTHING),
    [kept, list, snapshots, isWhole],
  );
  // Read when a row is clicked, so that rows need not be drawn again whenever something else is selected.
  const latest = useRef({ snapshots, selection });
  useEffect(() => {
    latest.current = { snapshots, selection };
  }, [snapshots, selection]);

  const put = useCallback(
    (next: Selection) => {
      // Two rows in one stroke: the second must see the first.
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
      else put(select(now.selection, [snapshot], isChosen ?? !isSelected(now.selection, snapshot.id)));
    },
    [put],
  );

  const clear = useCallback(() => put(NOTHING), [put]);
  const selectAll = useCallback(() => put(EVERYTHING), [put]);
  const only = useCallback((left: readonly Snapshot[]) => put(select(NOTHING, left, true)), [put]);

  return { selection, count: countOf(selection, matching), toggle, selectAll, clear, only };
}
