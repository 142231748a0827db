import { commentsAreStale, FEW_THREADS, readThread } from './comments.ts';

/**
 * Reads the threads in which something happened, one after the other, so that no older answer comes last. The returned
 * function takes the comment to which it happened.
 */
export function createThreadReader(snapshotId: string): (commentId: string) => void {
  const waiting = new Set<string>();
  let isReading = false;

  async function readNext(): Promise<void> {
    const [commentId] = waiting;
    if (commentId === undefined) return;
    if (waiting.size > FEW_THREADS) {
      waiting.clear();
      await commentsAreStale(snapshotId);
    } else {
      waiting.delete(commentId);
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
