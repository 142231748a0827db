import { useCallback, useEffect, useRef, useState } from 'react';
import { follow } from '../liveUpdates.ts';
import type { Channel, ChannelAddress, Live, LiveState } from '../../lib/liveChannel.ts';

export function useLive(address: ChannelAddress): Live {
  const [state, setState] = useState<LiveState>('connecting');
  const following = useRef<Channel>(undefined);
  useEffect(() => {
    const started = follow(address, setState);
    following.current = started;
    return started.stop;
  }, [address]);
  const retry = useCallback(() => following.current?.restart(), []);
  return { state, retry };
}
