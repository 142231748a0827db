import { useEffect, useEffectEvent } from 'react';
import { type PanelName, panelNamed } from './panels.tsx';

/** What a hash refers to besides the route of the prototype. */
export interface HashTarget {
  /** The id of a comment in the thread. */
  thread: string | null;
  panel: PanelName | null;
}

export const namedIn = (hash: string): HashTarget => ({
  thread: /^#(?:(?:review|answer)=[\w.-]+&)?thread=([\da-f-]{36})$/.exec(hash)?.[1] ?? null,
  panel: panelNamed(/^#panel=([a-z]+)$/.exec(hash)?.[1]),
});

/** Calls back for links to something in the open snapshot. */
export function useHashLinks(onNamed: (named: HashTarget) => void): void {
  const onHashChange = useEffectEvent(() => onNamed(namedIn(window.location.hash)));
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('hashchange', () => onHashChange(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
