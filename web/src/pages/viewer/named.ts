import { useEffect, useEffectEvent } from 'react';
import { type PanelName, panelNamed } from './panels.tsx';

/** What an address names beside the place in the prototype. */
export interface Named {
  /** A comment of the thread. */
  thread: string | null;
  panel: PanelName | null;
}

export const namedIn = (hash: string): Named => ({
  thread: /^#(?:review=[\w.-]+&)?thread=([\da-f-]{36})$/.exec(hash)?.[1] ?? null,
  panel: panelNamed(/^#panel=([a-z]+)$/.exec(hash)?.[1]),
});

/** Hears of links to something in the snapshot that is being looked at. */
export function useNamed(onNamed: (named: Named) => void): void {
  const hear = useEffectEvent(() => onNamed(namedIn(window.location.hash)));
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('hashchange', () => hear(), { signal: listening.signal });
    return () => listening.abort();
  }, []);
}
