import { useEffect, useSyncExternalStore } from 'react';

/**
 * What actions are listed under, in this order. `links` are last: the server finds them, and what arrives later must
 * not move what somebody is about to choose.
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
] as const;

/** Something a person can do now: by its key, in the palette, and read in the key sheet. */
export interface Action {
  /** Unique among all that are registered. */
  id: string;
  group: (typeof GROUPS)[number];
  label: string;
  /** Said beside it, more quietly. */
  aside?: string;
  /** As `KeyboardEvent.key` names them, letters in lower case; pressed without ⌘, Ctrl or Alt. */
  keys?: readonly string[];
  /** Whether such a key means this action just now; always, when left out. The palette does not ask. */
  isForKey?: (key: string) => boolean;
  /** Moves the focus: goes on while its key is held, and means nothing once the palette has taken the focus. */
  isKeyOnly?: boolean;
  /** `isShifted` when its key was pressed together with Shift. */
  run: (options?: { isShifted: boolean }) => void;
}

const registered = new Map<symbol, readonly Action[]>();
const listeners = new Set<() => void>();
let all: readonly Action[] = [];

function changed(): void {
  all = [...registered.values()].flat();
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Everything that can be done just now. */
export const allActions = (): readonly Action[] => all;
export const useAllActions = () => useSyncExternalStore(listen, allActions);

/** Offers actions for as long as the component stands. Hand in the same array until one changes (`useMemo`). */
export function useActions(actions: readonly Action[]): void {
  useEffect(() => {
    const owner = Symbol('actions');
    registered.set(owner, actions);
    changed();
    return () => {
      registered.delete(owner);
      changed();
    };
  }, [actions]);
}
