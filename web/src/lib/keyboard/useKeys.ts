import { useEffectEvent, useLayoutEffect } from 'react';
import { allActions } from './actions.ts';
import { isCommand, nameOf } from './keys.ts';

const isForPalette = (event: KeyboardEvent) =>
  (event.metaKey || event.ctrlKey) && !event.shiftKey && !event.altKey && nameOf(event) === 'k';

/** Runs the registered action of a key; ⌘K or Ctrl-K works in fields too. */
export function useKeys(onPalette: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForPalette(event)) {
      event.preventDefault();
      if (!event.repeat) onPalette();
      return;
    }
    if (!isCommand(event)) return;
    const key = nameOf(event);
    const action = allActions().find(
      ({ keys, isForKey }) => keys?.includes(key) && (isForKey?.(key) ?? true),
    );
    if (!action) return;
    event.preventDefault();
    // A held key repeats movements only.
    if (!event.repeat || action.isKeyOnly) action.run({ isShifted: event.shiftKey });
  });

  // Before the paint: a page that is visible handles its keys.
  useLayoutEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
