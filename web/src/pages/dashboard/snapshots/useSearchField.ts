import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** Between two questions: letters that come at once, as from a paste or a held key, are asked for together. */
const BETWEEN = 40;

/**
 * The text of a search field that asks through the address, at once unless it has just asked. The address answers late, when more has been typed: only
 * what nobody asked here (Back, or Clear search) replaces the text.
 */
export function useSearchField(search: string, onSearch: (search: string) => void) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  const [asked, setAsked] = useState<readonly string[]>([]);

  if (search !== shown) {
    setShown(search);
    const at = asked.indexOf(search);
    setAsked(asked.slice(at === -1 ? asked.length : at + 1));
    if (at === -1) setText(search);
  }

  const wanted = text.trim();
  const last = asked.at(-1) ?? search;
  const askedAt = useRef(-Infinity);
  const ask = useEffectEvent(() => {
    askedAt.current = performance.now();
    setAsked([...asked, wanted]);
    onSearch(wanted);
  });
  useEffect(() => {
    if (wanted === last) return undefined;
    const timer = setTimeout(ask, askedAt.current + BETWEEN - performance.now());
    return () => clearTimeout(timer);
  }, [wanted, last]);

  return [text, setText] as const;
}
