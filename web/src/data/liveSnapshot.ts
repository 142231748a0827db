import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { openChannel } from './reconnecting.ts';
import { commentsAreStale } from './comments.ts';
import { reviewsAreStale } from './reviewsKey.ts';
import { viewIsStale } from './snapshotView.ts';

// What happened before the channel was connected was told to nobody, so being connected is news too.
const isNews = ({ type }: LiveMessage) => type !== 'ping' && type !== 'error';

const isAboutComments = ({ type }: LiveMessage) =>
  type === 'comment_created' || type === 'comment_updated' || type === 'comment_deleted';

/**
 * Follows one snapshot for somebody who looks at it, signed in or not: whatever happens to it, its view is read
 * again, and that answer says what to do. The returned function stops it.
 */
export function followSnapshot(id: string): () => void {
  const channel = openChannel(`/api/events?snapshotId=${encodeURIComponent(id)}`, {
    onMessage(message) {
      if (!isNews(message)) return;
      void commentsAreStale(id);
      if (isAboutComments(message)) return;
      void viewIsStale(id);
      void reviewsAreStale(id);
    },
    // A channel that never opens may be refused because the snapshot has ended meanwhile.
    onLost({ isFinal, isFirst }) {
      if (isFinal || isFirst) void viewIsStale(id);
    },
  });
  return channel.stop;
}
