import { type RefObject, useEffect, useRef } from 'react';

/** For the button that opens a form in the page: once that is closed, it has the focus, unless something else took it. */
export function useFocusAfter(isOpen: boolean, button: RefObject<HTMLElement | null>): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen, button]);
}
