import { useLayoutEffect, useSyncExternalStore } from 'react';
import { createListeners } from '../listeners.ts';

/**
 * Groups of the palette, in this order. `links` and `users` are last: they arrive from the server and must not move the
 * others.
 */
export const GROUPS = [
  'folders',
  'list',
  'snapshots',
  'projects',
  'navigation',
  'appearance',
  'help',
  'account',
  'links',
  'users',
] as const;

/** An available action, run by its key or from the palette, and listed in the key sheet. */
export interface Action {
  /** Unique among the registered actions. */
  id: string;
  group: (typeof GROUPS)[number];
  label: string;
  /** Secondary text. */
  aside?: string;
  /** The picture of the snapshot that it opens; null if there is none yet. */
  picture?: string | null;
  /** Values of `KeyboardEvent.key`, letters in lower case; without ⌘, Ctrl or Alt. */
  keys?: readonly string[];
  /** Whether the key applies now; always by default. The palette ignores it. */
  isForKey?: (key: string) => boolean;
  /** Moves the focus: repeats while its key is pressed, and is not in the palette, which takes the focus. */
  isKeyOnly?: boolean;
  /** `isShifted` if Shift was pressed too. */
  run: (options?: { isShifted: boolean }) => void;
}

const registered = new Map<symbol, readonly Action[]>();
const { listen, notify } = createListeners();
let all: readonly Action[] = [];

function changed(): void {
  all = [...registered.values()].flat();
  notify();
}

/** Returns the registered actions. */
export const allActions = (): readonly Action[] => all;
export const useAllActions = () => useSyncExternalStore(listen, allActions);

/** Registers actions while the component is mounted. Pass the same array until one changes (`useMemo`). */
export function useActions(actions: readonly Action[]): void {
  // Before the paint: a page that is visible handles its keys.
  useLayoutEffect(() => {
    const owner = Symbol('actions');
    registered.set(owner, actions);
    changed();
    return () => {
      registered.delete(owner);
      changed();
    };
  }, [actions]);
}
