import { useEffect, useEffectEvent, useState } from 'react';
import type { Preview } from './usePreview.ts';

const isWeb = (url: string) => /^https?:/.test(url);

export interface OutsideLinkState {
  /** Some browsers name the origin of the link only. */
  address: string;
  onBack: () => void;
}

/** Calls back with the address that our policy kept from the preview. Other frames of the viewer are left alone. */
function watchBlocked(onLeft: (address: string) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let blocked: string | null = null;

  document.addEventListener(
    'securitypolicyviolation',
    ({ effectiveDirective, blockedURI }) => {
      if (effectiveDirective !== 'frame-src' || !isWeb(blockedURI)) return;
      if (document.querySelectorAll('iframe').length === 1) onLeft(blockedURI);
      else blocked = blockedURI;
    },
    { signal },
  );
  // The event does not name its frame, which then loads the browser's page of an error.
  document.addEventListener(
    'load',
    ({ target }) => {
      if (blocked === null || !(target instanceof HTMLIFrameElement)) return;
      if (target.id === 'preview') onLeft(blocked);
      blocked = null;
    },
    { signal, capture: true },
  );
  return () => listening.abort();
}

/**
 * Returns the link that led the frame out of the prototype, which our policy blocks; null while the
 * prototype is shown.
 */
export function useOutsideLink({ documents, openAfresh }: Preview): OutsideLinkState | null {
  const [left, setLeft] = useState<{ address: string; documents: number } | null>(null);
  const onLeft = useEffectEvent((address: string) => setLeft({ address, documents }));
  useEffect(() => watchBlocked((address) => onLeft(address)), []);

  // Otherwise another document of the prototype is shown.
  if (left?.documents !== documents) return null;
  return {
    address: left.address,
    onBack() {
      setLeft(null);
      openAfresh();
    },
  };
}
