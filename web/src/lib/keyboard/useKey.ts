import { useEffectEvent, useLayoutEffect } from 'react';
import { isCommand } from './keys.ts';

/** Handles a key, unless the user is typing or inside an overlay. */
export function useKey(key: string, act: () => void, isOn = true): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || !isCommand(event)) return;
    event.preventDefault();
    act();
  });

  // Before the paint: a part that is visible handles its key.
  useLayoutEffect(() => {
    if (!isOn) return undefined;
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => press(event), { signal: listening.signal });
    return () => listening.abort();
  }, [isOn]);
}
