import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { commentsAreStale, dropComment } from './comments.ts';
import { createCounter } from './counter.ts';
import { createThreadReader } from './liveComments.ts';
import type { LiveState } from './live.ts';
import { openChannel } from './reconnecting.ts';
import { reviewsAreStale } from './reviewsKey.ts';
import { viewIsStale } from './snapshotView.ts';

/** What a message means for an open snapshot; a new type of message without an entry does not compile. */
const EFFECTS: Record<LiveMessage['type'], 'thread' | 'removal' | 'everything' | 'nothing'> = {
  // What happened before the channel was connected was not sent.
  connected: 'everything',
  snapshot_created: 'everything',
  snapshot_finalized: 'everything',
  snapshot_extended: 'everything',
  lists_changed: 'everything',
  comment_created: 'thread',
  comment_updated: 'thread',
  comment_deleted: 'removal',
  subscription_created: 'everything',
  subscription_cancelled: 'everything',
  initial_data: 'nothing',
  project_created: 'nothing',
  project_updated: 'nothing',
  project_deleted: 'nothing',
  project_archived: 'nothing',
  project_unarchived: 'nothing',
  notification_read: 'nothing',
  all_notifications_read: 'nothing',
  ping: 'nothing',
  error: 'nothing',
};

/**
 * Follows one snapshot for somebody who looks at it, signed in or not. What happens in a thread makes that thread be
 * read again; whatever else happens, and whatever was missed, all that is known of the snapshot. The returned function
 * stops it.
 */
export function followSnapshot(id: string, onState: (state: LiveState) => void): () => void {
  const read = createThreadReader(id);
  let missedOne = createCounter();

  function handle(message: LiveMessage): void {
    const effect = EFFECTS[message.type];
    if (effect === 'removal' && 'commentId' in message) void dropComment(id, message.commentId);
    else if (effect === 'thread' && 'commentId' in message) read(message.commentId);
    else if (effect === 'everything') {
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
      if (missedOne(message)) void commentsAreStale(id);
      handle(message);
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
