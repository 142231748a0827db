import { useEffect, useRef } from 'react';

/** The longest a browser's timer can wait. */
const LONGEST_MS = 2 ** 31 - 1;

/** Does something when a moment has come; expiry is days away, but a viewer may be left open for as long. */
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
