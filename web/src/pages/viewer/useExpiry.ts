import { useEffect, useRef } from 'react';

/** Maximum delay of a timer. */
const LONGEST_MS = 2 ** 31 - 1;

/** Calls `act` at a time that may be further away than a timer can wait. */
export function useExpiry(iso: string | undefined, act: () => void): void {
  const newest = useRef(act);
  useEffect(() => {
    newest.current = act;
  });

  useEffect(() => {
    if (iso === undefined) return;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      const left = Date.parse(iso) - Date.now();
      if (left <= 0) newest.current();
      else timer = setTimeout(wait, Math.min(left, LONGEST_MS));
    };
    wait();
    return () => clearTimeout(timer);
  }, [iso]);
}
