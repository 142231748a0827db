import { useEffect, useRef } from 'react';
import { isCommand } from './keys.ts';

/** Handles a key, unless the user is typing or inside an overlay. */
export function useKey(key: string, act: () => void, isOn = true): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });

  useEffect(() => {
    if (!isOn) return undefined;
    function press(event: KeyboardEvent): void {
      if (event.key !== key || !isCommand(event)) return;
      event.preventDefault();
      newest.current();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key, isOn]);
}
