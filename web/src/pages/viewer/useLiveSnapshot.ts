import { useEffect, useState } from 'react';
import type { LiveState } from '../../lib/liveChannel.ts';
import { followSnapshot } from './liveUpdates.ts';

export function useLiveSnapshot(id: string): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => followSnapshot(id, setState), [id]);
  return state;
}
