import { type RefObject, useEffect } from 'react';

/** Handles Escape inside the element. */
export function useEscape(
  element: RefObject<HTMLElement | null>,
  isThere: boolean,
  onEscape: () => void,
): void {
  useEffect(() => {
    const place = isThere ? element.current : null;
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onEscape();
    };
    place?.addEventListener('keydown', onKeyDown);
    return () => place?.removeEventListener('keydown', onKeyDown);
  }, [element, isThere, onEscape]);
}
