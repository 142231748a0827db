import { useEffect, useRef } from 'react';

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** Does something when a key is pressed, but not while somebody is typing. */
export function useKey(key: string, act: () => void): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });

  useEffect(() => {
    function press(event: KeyboardEvent): void {
      const isChord = event.ctrlKey || event.metaKey || event.altKey;
      if (event.key === key && !isChord && !event.defaultPrevented && !isTyping(event.target))
        newest.current();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key]);
}
