import { useEffect } from 'react';

/**
 * Sets `--keyboard` on the document to the height an on-screen keyboard covers. Android resizes the page,
 * as index.html requests; iOS covers it and reports that only in the visual viewport.
 */
export function useKeyboardInset(): void {
  useEffect(() => {
    const { visualViewport } = window;
    if (!visualViewport) return undefined;
    function measure(this: VisualViewport): void {
      const isZoomed = this.scale > 1.01;
      const covered = isZoomed ? 0 : Math.max(0, window.innerHeight - this.height - this.offsetTop);
      document.documentElement.style.setProperty('--keyboard', `${Math.round(covered)}px`);
    }
    const listening = new AbortController();
    for (const event of ['resize', 'scroll']) {
      visualViewport.addEventListener(event, measure, { signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
}
