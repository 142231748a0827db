import { useEffect } from 'react';

/** For what lies over the page: when it goes, the focus is where it was before, if that is still there. */
export function useFocusBack(): void {
  useEffect(() => {
    const before = document.activeElement;
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, []);
}
