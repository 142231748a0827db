import { useEffect, useRef, useState } from 'react';

export interface TypedAhead {
  /** Records keys from now on instead of handling them. */
  start: () => void;
  /** Returns what was typed and stops recording. */
  take: () => string;
}

/** Records keys typed while the field they are meant for is still loading. */
export function useTypedAhead(): TypedAhead {
  const [isKeeping, setKeeping] = useState(false);
  const typed = useRef('');

  useEffect(() => {
    if (!isKeeping) return;
    function keep(event: KeyboardEvent): void {
      const { key } = event;
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if (key.length === 1) typed.current += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    }
    const listening = new AbortController();
    window.addEventListener('keydown', keep, { capture: true, signal: listening.signal });
    return () => listening.abort();
  }, [isKeeping]);

  return {
    start() {
      typed.current = '';
      setKeeping(true);
    },
    take() {
      const taken = typed.current;
      typed.current = '';
      setKeeping(false);
      return taken;
    },
  };
}
