import { type RefObject, useLayoutEffect, useState } from 'react';
import { readStored, writeStored } from '../../lib/localStore.ts';
import { useMediaQuery } from '../../lib/useMediaQuery.ts';

export type ListView = 'list' | 'grid';

const KEY = 'list-view';

export function useListView(): [ListView, (view: ListView) => void] {
  const [view, setView] = useState<ListView>(() => (readStored(KEY) === 'grid' ? 'grid' : 'list'));
  function change(next: ListView): void {
    writeStored(KEY, next === 'list' ? null : next);
    setView(next);
  }
  return [view, change];
}

// Same as in SnapshotTable.module.css, in pixels.
const CARD = { narrowest: 250, narrowestOnPhone: 160, gap: 8, padding: 8, words: 54 };
const ROW = { height: 40, heightOnPhone: 68 };

export interface ListLayout {
  /** Snapshots beside each other. */
  columns: number;
  /** Height of a line of snapshots, with the gap below. */
  lineHeight: number;
}

/** Cards at least as wide as a picture needs, in columns that fill the width with their padding outside. */
export function gridLayout(width: number, isPhone: boolean): ListLayout {
  const { gap, padding, words } = CARD;
  const narrowest = isPhone ? CARD.narrowestOnPhone : CARD.narrowest;
  const room = width + 2 * padding + gap;
  const columns = Math.max(1, Math.floor(room / (narrowest + gap)));
  const picture = ((room / columns - gap - 2 * padding) * 10) / 16;
  return { columns, lineHeight: Math.ceil(picture) + words + 2 * padding + gap };
}

/** Measures the list before it is painted, and again whenever its width changes. */
export function useListLayout(view: ListView, list: RefObject<HTMLElement | null>): ListLayout {
  const isPhone = useMediaQuery('(max-width: 640px)');
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = list.current;
    if (view === 'list' || !element) return undefined;
    const measure = () => setWidth(element.clientWidth);
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [view, list]);
  if (view === 'grid') return gridLayout(width, isPhone);
  return { columns: 1, lineHeight: isPhone ? ROW.heightOnPhone : ROW.height };
}
