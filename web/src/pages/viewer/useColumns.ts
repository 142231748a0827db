import { useCallback, useLayoutEffect, useState } from 'react';

export type Column = 'files' | 'panel';
type Columns = Record<Column, boolean>;

const isWide = () => window.matchMedia('(min-width: 1200px)').matches;
const isRoomForBoth = () => window.matchMedia('(min-width: 1000px)').matches;

const attributeOf = (column: Column) => `data-viewer-${column}`;
/** The same keys as in public/colorScheme.js, which opens the columns before the first paint. */
const keyOf = (column: Column) => `stagelink-viewer-${column}`;

function firstColumns(): Columns {
  const isOpen = (column: Column) =>
    isWide() && document.documentElement.getAttribute(attributeOf(column)) !== 'closed';
  return { files: isOpen('files'), panel: isOpen('panel') };
}

function remember(column: Column, isOpen: boolean): void {
  try {
    localStorage.setItem(keyOf(column), isOpen ? 'open' : 'closed');
  } catch {
    // Storage is closed to us: the columns start open next time.
  }
}

/** Which of the columns beside the preview are open; wide windows remember it. On a phone each is a sheet. */
export function useColumns() {
  const [columns, setColumns] = useState(firstColumns);
  const { files, panel } = columns;

  // The stage makes room by these attributes, see stage.css.
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.setAttribute(attributeOf('files'), files ? 'open' : 'closed');
    root.setAttribute(attributeOf('panel'), panel ? 'open' : 'closed');
  }, [files, panel]);

  const toggle = useCallback(
    (column: Column) => {
      const isOpen = !columns[column];
      if (isWide()) remember(column, isOpen);
      const others = isRoomForBoth() ? columns : { files: false, panel: false };
      setColumns({ ...others, [column]: isOpen });
    },
    [columns],
  );

  return { columns, toggle };
}
