import { useEffect, useState } from 'react';
import type { LiveState } from '../../data/live.ts';
import { followSnapshot } from '../../data/liveSnapshot.ts';

/** Keeps a snapshot up to date while it is shown. */
export function useLiveSnapshot(id: string): LiveState {
  const [state, setState] = useState<LiveState>('connecting');
  useEffect(() => followSnapshot(id, setState), [id]);
  return state;
}
