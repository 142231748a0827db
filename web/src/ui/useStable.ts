import { useCallback, useLayoutEffect, useRef } from 'react';

/** Returns a function that stays the same and does what the newest one does, for parts that are memoized. */
export function useStable<Args extends unknown[], Result>(
  newest: (...args: Args) => Result,
): (...args: Args) => Result {
  const latest = useRef(newest);
  useLayoutEffect(() => {
    latest.current = newest;
  });
  return useCallback((...args: Args) => latest.current(...args), []);
}
