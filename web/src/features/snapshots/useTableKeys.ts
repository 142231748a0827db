import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type RefObject, useCallback, useMemo } from 'react';
import { type Action, useActions } from '../../lib/keyboard/actions.ts';
import { t } from './copy.ts';
import { actionsOf, type RowControls } from './snapshotActions.ts';
import { START } from '../staging/stageStart.ts';
import { SEARCH_ID } from './Toolbar.tsx';
import type { Selecting } from './useSelection.ts';

interface TableKeysOptions {
  body: RefObject<HTMLTableSectionElement | null>;
  snapshots: readonly Snapshot[];
  /** The row in the tab order. */
  active: number;
  /** Rows beside each other. */
  columns: number;
  now: Date;
  selecting: Selecting;
  controls: RowControls;
}

/**
 * Returns a function that focuses a row. `/` searches, J and K (and the arrows, in a row) move, with Shift
 * they select on the way, X selects, N stages another, Escape clears the selection; `snapshotActions` has the
 * keys of the snapshot. In a grid the arrows move in both directions.
 */
export function useTableKeys(options: TableKeysOptions): (index: number, how?: FocusOptions) => void {
  const { body, snapshots, active, columns, now, selecting, controls } = options;
  const { count, toggle, clear } = selecting;
  const focusRow = useCallback(
    (index: number, how?: FocusOptions) =>
      body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(how),
    [body],
  );
  const snapshot = snapshots[active];
  const isGrid = columns > 1;

  const actions = useMemo(() => {
    const isInRow = () => body.current?.contains(document.activeElement) ?? false;
    const isOnRow = () => isInRow() && document.activeElement instanceof HTMLTableRowElement;
    const isLetterOrInRow = (key: string) => key.length === 1 || isInRow();
    const step = (by: number) => (pressed?: { isShifted: boolean }) => {
      const next = isInRow() ? active + by : active;
      if (pressed?.isShifted && snapshots[next]) {
        toggle(active, { isChosen: true });
        toggle(next, { isChosen: true });
      }
      focusRow(next);
    };

    const inList = { group: 'list', isForKey: isLetterOrInRow, isKeyOnly: true } as const;
    const onRow = { group: 'list', isForKey: isInRow } as const;
    const keysOf = (current: Snapshot) =>
      actionsOf(current, now).map(
        ({ id, key, run }) =>
          key && {
            ...onRow,
            id,
            label: key.label(current.name),
            keys: [key.key],
            isForKey: key.key === 'Enter' ? isOnRow : isInRow,
            run: () => void run(current, controls),
          },
      );
    const own: (Action | false | undefined)[] = [
      {
        id: 'search',
        group: 'list',
        label: t('search'),
        keys: ['/'],
        run: () => document.getElementById(SEARCH_ID)?.focus(),
      },
      {
        ...inList,
        id: 'next',
        label: t('next'),
        keys: ['j', isGrid ? 'ArrowRight' : 'ArrowDown'],
        run: step(1),
      },
      {
        ...inList,
        id: 'previous',
        label: t('previous'),
        keys: ['k', isGrid ? 'ArrowLeft' : 'ArrowUp'],
        run: step(-1),
      },
      isGrid && { ...inList, id: 'below', label: t('below'), keys: ['ArrowDown'], run: step(columns) },
      isGrid && { ...inList, id: 'above', label: t('above'), keys: ['ArrowUp'], run: step(-columns) },
      snapshot && {
        ...onRow,
        id: 'select',
        label: t('selectNamed', { name: snapshot.name }),
        keys: ['x'],
        run: (pressed) => toggle(active, { isRange: pressed?.isShifted ?? false }),
      },
      count > 0 && {
        id: 'clearSelection',
        group: 'list',
        label: t('clearSelection'),
        keys: ['Escape'],
        run: clear,
      },
      {
        id: 'newSnapshot',
        group: 'snapshots',
        label: t('newSnapshot'),
        keys: ['n'],
        run: () => document.querySelector<HTMLElement>(START)?.focus(),
      },
      ...(snapshot ? keysOf(snapshot) : []),
    ];
    return own.filter((action) => action !== false && action !== undefined);
  }, [body, focusRow, active, columns, isGrid, snapshots, snapshot, now, count, toggle, clear, controls]);
  useActions(actions);

  return focusRow;
}
