import { useEffect } from 'react';
import { startReview } from './api.ts';

/**
 * Reports a reviewer's first interaction as started: a mail scanner that opens the link does not interact.
 * A press inside the preview is visible here only as a focus change.
 */
export function useBegin(snapshotId: string, reviewId: string | null): void {
  useEffect(() => {
    if (reviewId === null) return undefined;
    const stop = new AbortController();

    function begin(id: string): void {
      stop.abort();
      startReview(snapshotId, id).catch(() => undefined); // Submitting the decision reports it too.
    }
    const act = (event: Event) => {
      if (event.isTrusted) begin(reviewId);
    };
    const leave = () => {
      if (document.activeElement instanceof HTMLIFrameElement) begin(reviewId);
    };
    const { signal } = stop;
    window.addEventListener('pointerdown', act, { signal });
    window.addEventListener('keydown', act, { signal });
    window.addEventListener('blur', leave, { signal });
    return () => stop.abort();
  }, [snapshotId, reviewId]);
}
