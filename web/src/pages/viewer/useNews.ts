import { useCallback, useState } from 'react';

const PLAIN_MS = 2500;
/** Long enough to notice, think and press the button. */
const UNDO_MS = 8000;

interface NewsOptions {
  undo?: () => void;
  shownFor?: number;
}

/** Something that has just happened. */
export interface NewsItem extends NewsOptions {
  text: string;
  shownFor: number;
}

/** What is said for a moment; the newest replaces the one before. */
export function useNews() {
  const [news, setNews] = useState<NewsItem | null>(null);
  const say = useCallback((text: string, options: NewsOptions = {}) => {
    setNews({ text, shownFor: options.undo ? UNDO_MS : PLAIN_MS, ...options });
  }, []);
  return { news, say };
}

export type Say = ReturnType<typeof useNews>['say'];
