import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { openChannel } from './reconnecting.ts';
import { viewIsStale } from './snapshotView.ts';

const isNews = ({ type }: LiveMessage) => type !== 'connected' && type !== 'ping' && type !== 'error';

/**
 * Follows one snapshot for somebody who looks at it, signed in or not: whatever happens to it, its view is read
 * again, and that answer says what to do. The returned function stops it.
 */
export function followSnapshot(id: string): () => void {
  const channel = openChannel(`/api/events?snapshotId=${encodeURIComponent(id)}`, {
    onMessage(message, isBack) {
      if (isBack || isNews(message)) void viewIsStale(id);
    },
    onLost({ isFinal }) {
      if (isFinal) void viewIsStale(id);
    },
  });
  return channel.stop;
}
