import { useCallback, useState } from 'react';

const PLAIN_MS = 2500;
const UNDO_MS = 8000;

interface VersionToastOptions {
  undo?: () => void;
  shownFor?: number;
}

export interface VersionToastItem extends VersionToastOptions {
  text: string;
  shownFor: number;
}

/** Shows a message for a moment; a new one replaces it. */
export function useVersionToast() {
  const [news, setNews] = useState<VersionToastItem | null>(null);
  const say = useCallback((text: string, options: VersionToastOptions = {}) => {
    setNews({ text, shownFor: options.undo ? UNDO_MS : PLAIN_MS, ...options });
  }, []);
  return { news, say };
}

export type ShowToast = ReturnType<typeof useVersionToast>['say'];
