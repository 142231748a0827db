import { useEffect } from 'react';

/**
 * Keeps `--keyboard`, the height of what an on-screen keyboard covers, on the document. Android makes the page smaller,
 * as index.html asks; iOS covers it, and only the visual viewport says so.
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
