import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { commentsAreStale, dropComment } from './comments.ts';
import { createCounter } from './counter.ts';
import { createThreadReader } from './liveComments.ts';
import type { LiveState } from './live.ts';
import { openChannel } from './reconnecting.ts';
import { reviewsAreStale } from './reviewsKey.ts';
import { viewIsStale } from './snapshotView.ts';

// What happened before the channel was connected was told to nobody, so being connected is news too.
const isNews = ({ type }: LiveMessage) => type !== 'ping' && type !== 'error';

/**
 * Follows one snapshot for somebody who looks at it, signed in or not. What happens in a thread makes that thread be
 * read again; whatever else happens, and whatever was missed, all that is known of the snapshot. The returned function
 * stops it.
 */
export function followSnapshot(id: string, onState: (state: LiveState) => void): () => void {
  const read = createThreadReader(id);
  let missedOne = createCounter();

  function hear(message: LiveMessage): void {
    if (message.type === 'comment_deleted') void dropComment(id, message.commentId);
    else if (message.type === 'comment_created' || message.type === 'comment_updated')
      read(message.commentId);
    else {
      void commentsAreStale(id);
      void viewIsStale(id);
      void reviewsAreStale(id);
    }
  }

  const channel = openChannel(`/api/events?snapshotId=${encodeURIComponent(id)}`, {
    onOpen() {
      missedOne = createCounter();
    },
    onMessage(message) {
      if (message.type === 'connected') onState('live');
      if (!isNews(message)) return;
      if (missedOne(message)) void commentsAreStale(id);
      hear(message);
    },
    // A channel that never opens may be refused because the snapshot has ended meanwhile; and where a proxy lets no
    // sockets through, this is how a new version is noticed.
    onLost({ isFinal, isFirst, isLasting }) {
      if (isFinal || isFirst || isLasting) void viewIsStale(id);
      onState(isLasting || isFinal ? 'failed' : 'reconnecting');
    },
  });
  return channel.stop;
}
