import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { EXTEND_DAYS } from '@stagelink/shared/contracts/limits';
import { type RefObject, useCallback, useMemo } from 'react';
import { type Action, useActions } from '../../../shell/palette/actions.ts';
import { t } from '../../../words/snapshots.ts';
import * as acts from './acts.ts';
import { canExtend } from './expiry.ts';

/** The search field's id, so that `/` finds it. */
export const SEARCH_ID = 'snapshot-search';

interface TableKeysOptions {
  body: RefObject<HTMLTableSectionElement | null>;
  snapshots: readonly Snapshot[];
  /** The row Tab would reach. */
  active: number;
  now: Date;
}

/** Answers how to focus a row. `/` searches, J and K (and the arrows, in a row) move, Enter opens, L copies the link, E extends. */
export function useTableKeys({ body, snapshots, active, now }: TableKeysOptions): (index: number) => void {
  const focusRow = useCallback(
    (index: number) => body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus(),
    [body],
  );
  const snapshot = snapshots[active];

  const actions = useMemo(() => {
    const isInRow = () => body.current?.contains(document.activeElement) ?? false;
    const isOnRow = () => isInRow() && document.activeElement instanceof HTMLTableRowElement;
    const isLetterOrInRow = (key: string) => key.length === 1 || isInRow();
    const step = (by: number) => focusRow(isInRow() ? active + by : active);
    const isExtendable = snapshot && canExtend(new Date(snapshot.expiresAt), now);

    const inList = { group: 'list', isForKey: isLetterOrInRow, isKeyOnly: true } as const;
    const onRow = { group: 'list', isForKey: isInRow } as const;
    const own: (Action | false | undefined)[] = [
      {
        id: 'search',
        group: 'list',
        label: t('search'),
        keys: ['/'],
        run: () => document.getElementById(SEARCH_ID)?.focus(),
      },
      { ...inList, id: 'next', label: t('next'), keys: ['j', 'ArrowDown'], run: () => step(1) },
      { ...inList, id: 'previous', label: t('previous'), keys: ['k', 'ArrowUp'], run: () => step(-1) },
      snapshot && {
        ...onRow,
        id: 'open',
        label: t('openNamed', { name: snapshot.name }),
        keys: ['Enter'],
        isForKey: isOnRow,
        run: () => acts.open(snapshot),
      },
      snapshot && {
        ...onRow,
        id: 'copyLink',
        label: t('copyLinkOf', { name: snapshot.name }),
        keys: ['l'],
        run: () => void acts.copyLink(snapshot),
      },
      isExtendable && {
        ...onRow,
        id: 'extend',
        label: t('extendNamed', { name: snapshot.name, days: EXTEND_DAYS }),
        keys: ['e'],
        run: () => void acts.extend(snapshot),
      },
    ];
    return own.filter((action) => action !== false && action !== undefined);
  }, [body, focusRow, active, snapshot, now]);
  useActions(actions);

  return focusRow;
}
