import type { Snapshot } from '@stagelink/shared/contracts/snapshots';
import { type RefObject, useEffect, useEffectEvent } from 'react';
import * as acts from './acts.ts';
import { canExtend } from './expiry.ts';

/** The search field's id, so that `/` finds it. */
export const SEARCH_ID = 'snapshot-search';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"]), textarea, select, [contenteditable]') !== null;
const isElsewhere = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('[role="dialog"], [role="menu"]') !== null;

interface TableKeysOptions {
  body: RefObject<HTMLTableSectionElement | null>;
  snapshots: readonly Snapshot[];
  /** The row Tab would reach. */
  active: number;
}

/** Answers how to focus a row. `/` searches, J and K (and the arrows, in a row) move, Enter opens, L copies the link, E extends. */
export function useTableKeys({ body, snapshots, active }: TableKeysOptions): (index: number) => void {
  const focusRow = (index: number) =>
    body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus();

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || isElsewhere(event.target))
      return;
    const isInRow = body.current?.contains(document.activeElement) ?? false;
    const isOnRow = document.activeElement instanceof HTMLTableRowElement;
    const snapshot = isInRow ? snapshots[active] : undefined;
    const step = (by: number) => focusRow(isInRow ? active + by : active);

    const keys: Record<string, (() => void) | false | undefined> = {
      '/': () => document.getElementById(SEARCH_ID)?.focus(),
      j: () => step(1),
      k: () => step(-1),
      ArrowDown: isInRow && (() => step(1)),
      ArrowUp: isInRow && (() => step(-1)),
      Enter: isOnRow && snapshot && (() => acts.open(snapshot)),
      l: snapshot && (() => void acts.copyLink(snapshot)),
      e:
        snapshot && canExtend(new Date(snapshot.expiresAt), new Date()) && (() => void acts.extend(snapshot)),
    };
    const act = keys[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });

  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);

  return focusRow;
}
