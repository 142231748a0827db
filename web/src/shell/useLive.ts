import { useCallback, useEffect, useRef, useState } from 'react';
import { follow, type LiveState } from '../data/live.ts';
import type { Channel, ChannelAddress } from '../data/reconnecting.ts';

export interface Live {
  state: LiveState;
  /** Starts over after it has given up. */
  retry: () => void;
}

/** Keeps the page up to date while it is shown. */
export function useLive(address: ChannelAddress): Live {
  const [state, setState] = useState<LiveState>('connecting');
  const following = useRef<Channel>(undefined);
  useEffect(() => {
    const started = follow(address, setState);
    following.current = started;
    return started.stop;
  }, [address]);
  const retry = useCallback(() => following.current?.startOver(), []);
  return { state, retry };
}
