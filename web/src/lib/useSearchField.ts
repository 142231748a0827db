import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Debounce, in milliseconds, for pasted text or a held key. */
const BETWEEN = 40;

/**
 * Text of a search field that is stored in the URL. Sends at once, then debounced. The URL updates late,
 * when more may have been typed: it replaces the text only if it changed from outside (Back, or Clear
 * search).
 */
export function useSearchField(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  const [searches, setSearches] = useState<readonly string[]>([]);

  if (search !== shown) {
    setShown(search);
    const at = searches.indexOf(search);
    setSearches(searches.slice(at === -1 ? searches.length : at + 1));
    if (at === -1) setText(search);
  }

  const wanted = text.trim();
  const last = searches.at(-1) ?? search;
  const sentAt = useRef(-Infinity);
  const ask = useEffectEvent(() => {
    sentAt.current = performance.now();
    setSearches([...searches, wanted]);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === last) return undefined;
    const timer = setTimeout(ask, sentAt.current + BETWEEN - performance.now());
    return () => clearTimeout(timer);
  }, [wanted, last]);

  return [text, setText] as const;
}
