import { useLayoutEffect } from 'react';
import { undoLatest } from '../../kit/toast.ts';

const isField = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  target.closest('input:not([type="checkbox"], [type="radio"]), textarea, [contenteditable]') !== null;

/** ⌘Z or Ctrl-Z runs the undo action of the last toast; in a field the field handles it. */
export function useUndoKey(): void {
  // Before the paint: a page that is visible handles its keys.
  useLayoutEffect(() => {
    const listening = new AbortController();
    window.addEventListener(
      'keydown',
      (event) => {
        const isUndo = (event.metaKey || event.ctrlKey) && !event.shiftKey && event.key.toLowerCase() === 'z';
        if (isUndo && !isField(event.target) && undoLatest()) event.preventDefault();
      },
      { signal: listening.signal },
    );
    return () => listening.abort();
  }, []);
}
