import { invalidateComments, FEW_THREADS, readThread } from './api.ts';
import { whenSent } from './outbox.ts';

/**
 * Refetches changed threads one after the other, so that replies stay in order. The returned function takes
 * the id of a changed comment.
 */
export function createThreadReader(snapshotId: string): (commentId: string) => void {
  const waiting = new Set<string>();
  let isReading = false;

  async function readNext(): Promise<void> {
    const [commentId] = waiting;
    if (commentId === undefined) return;
    if (waiting.size > FEW_THREADS) {
      waiting.clear();
      await invalidateComments(snapshotId);
    } else {
      waiting.delete(commentId);
      // Before the first response a visitor has no cookie, and would read their own comment as another person's.
      const sent = whenSent(commentId);
      if (sent) await sent;
      await readThread(snapshotId, commentId);
    }
    await readNext();
  }

  return (commentId) => {
    waiting.add(commentId);
    if (isReading) return;
    isReading = true;
    void readNext().finally(() => (isReading = false));
  };
}
