import { useCallback, useEffect, useRef, useState } from 'react';
import { follow, type LiveState } from '../data/live.ts';
import type { Channel } from '../data/reconnecting.ts';

/** Keeps the page up to date while it is shown; `retry` starts over after it has given up. */
export function useLive(): { state: LiveState; retry: () => void } {
  const [state, setState] = useState<LiveState>('connecting');
  const following = useRef<Channel>(undefined);
  useEffect(() => {
    const started = follow(setState);
    following.current = started;
    return started.stop;
  }, []);
  const retry = useCallback(() => following.current?.startOver(), []);
  return { state, retry };
}
