import { type RefObject, useLayoutEffect } from 'react';

/** Moves the focus to another element when a row is removed together with its focused button. */
export function useFocusFallback(
  row: RefObject<HTMLElement | null>,
  heir: RefObject<HTMLElement | null>,
): void {
  useLayoutEffect(() => {
    const element = row.current;
    const next = heir.current;
    return () => {
      if (element?.contains(document.activeElement)) next?.focus();
    };
  }, [row, heir]);
}
