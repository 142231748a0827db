import { useEffect } from 'react';
import { startReview } from '../../../data/reviews.ts';

/**
 * Tells that a reviewer has begun, with their first act: a mail scanner that opens the link does nothing on the page.
 * A press inside the preview is heard of only as the focus that goes there.
 */
export function useBegin(snapshotId: string, reviewId: string | null): void {
  useEffect(() => {
    if (reviewId === null) return undefined;
    const stop = new AbortController();

    function begin(id: string): void {
      stop.abort();
      startReview(snapshotId, id).catch(() => undefined); // their answer says it all the same
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
