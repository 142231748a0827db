import { useEffect, useRef } from 'react';
import { isCommand } from '../../shell/palette/keys.ts';

const isUnderDialog = () => document.querySelector('dialog[open]') !== null;

/** Does something when a key is pressed, but not while somebody is typing or in something that lies over the page. */
export function useKey(key: string, act: () => void, isOn = true): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });

  useEffect(() => {
    if (!isOn) return undefined;
    function press(event: KeyboardEvent): void {
      if (event.key !== key || !isCommand(event) || isUnderDialog()) return;
      event.preventDefault();
      newest.current();
    }
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [key, isOn]);
}
