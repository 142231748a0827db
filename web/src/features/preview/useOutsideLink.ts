import { useEffect, useEffectEvent, useState } from 'react';
import type { Preview } from './usePreview.ts';

const isWeb = (url: string) => /^https?:/.test(url);

interface OutsideLinkState {
  /** Some browsers name the origin of the link only. */
  address: string;
  onBack: () => void;
}

/**
 * Returns the link that led the frame out of the prototype, which our policy blocks; null while the
 * prototype is shown.
 */
export function useOutsideLink({ documents, openAfresh }: Preview): OutsideLinkState | null {
  const [left, setLeft] = useState<{ address: string; documents: number } | null>(null);
  const onBlocked = useEffectEvent(({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && isWeb(blockedURI)) setLeft({ address: blockedURI, documents });
  });
  useEffect(() => {
    const listening = new AbortController();
    document.addEventListener('securitypolicyviolation', (event) => onBlocked(event), {
      signal: listening.signal,
    });
    return () => listening.abort();
  }, []);

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
