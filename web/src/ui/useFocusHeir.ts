import { type RefObject, useLayoutEffect } from 'react';

/** For a row that may go with the button that was pressed in it: the focus goes to the heir, not to nowhere. */
export function useFocusHeir(row: RefObject<HTMLElement | null>, heir: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = row.current;
    const next = heir.current;
    return () => {
      if (element?.contains(document.activeElement)) next?.focus();
    };
  }, [row, heir]);
}
