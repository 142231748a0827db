import { useCallback, useLayoutEffect, useState } from 'react';

export type Column = 'files' | 'panel';
type Columns = Record<Column, boolean>;

const isWide = () => window.matchMedia('(min-width: 1200px)').matches;
/** Whether columns are sheets over the preview. */
export const isSheet = () => window.matchMedia('(max-width: 767px)').matches;
const isRoomForBoth = () => window.matchMedia('(min-width: 1000px)').matches;

const attributeOf = (column: Column) => `data-viewer-${column}`;
/** Same keys as in public/colorScheme.js, which opens the columns before the first paint. */
const keyOf = (column: Column) => `stagelink-viewer-${column}`;

function firstColumns(isAsked: boolean): Columns {
  const stateOf = (column: Column) => document.documentElement.getAttribute(attributeOf(column));
  return {
    // The prototype comes first: a column opens only where the user left it open.
    files: isWide() && stateOf('files') === 'open',
    panel: isAsked || (isWide() && stateOf('panel') === 'open'),
  };
}

function remember(column: Column, isOpen: boolean): void {
  try {
    localStorage.setItem(keyOf(column), isOpen ? 'open' : 'closed');
  } catch {
    // The columns start as on the first visit if there is no storage.
  }
}

/** Which columns beside the preview are open; remembered in wide windows. On a phone each is a sheet. */
export function useColumns(isPanelAsked: boolean) {
  const [columns, setColumns] = useState(() => firstColumns(isPanelAsked));
  const { files, panel } = columns;

  // The preview's position depends on these attributes, see previewFrame.css.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute(attributeOf('files'), files ? 'open' : 'closed');
    root.setAttribute(attributeOf('panel'), panel ? 'open' : 'closed');
  }, [files, panel]);

  const set = useCallback((column: Column, isOpen: boolean) => {
    setColumns((before) => {
      if (before[column] === isOpen) return before;
      const others = isRoomForBoth() ? before : { files: false, panel: false };
      return { ...others, [column]: isOpen };
    });
  }, []);

  const toggle = useCallback(
    (column: Column) => {
      const isOpen = !columns[column];
      if (isWide()) remember(column, isOpen);
      set(column, isOpen);
    },
    [columns, set],
  );

  /** Opens a column to reveal something in it, without remembering that. */
  const open = useCallback((column: Column) => set(column, true), [set]);

  return { columns, toggle, open };
}
