import { CLOSE, type LiveMessage } from '@stagelink/shared/contracts/live';
import { invalidateComments, removeCachedComment } from '../../features/comments/api.ts';
import { createThreadReader } from '../../features/comments/liveComments.ts';
import { invalidateFindings } from '../../features/findings/findingsKey.ts';
import type { LiveState } from '../../lib/liveChannel.ts';
import { openChannel, stateAfter } from '../../lib/liveChannel.ts';
import { invalidatePresence } from '../../features/presence/presenceKey.ts';
import { invalidateReviews } from '../../features/reviews/reviewsKey.ts';
import { invalidateSnapshotView } from '../../features/snapshots/viewApi.ts';

type Effect = 'thread' | 'removal' | 'findings' | 'presence' | 'everything' | 'nothing';

/** The effect of each message on an open snapshot; a message type without an entry does not compile. */
const EFFECTS: Record<LiveMessage['type'], Effect> = {
  // Events before the connection were not sent.
  connected: 'everything',
  snapshot_created: 'everything',
  snapshot_finalized: 'everything',
  snapshot_extended: 'everything',
  lists_changed: 'everything',
  comment_created: 'thread',
  comment_updated: 'thread',
  comment_deleted: 'removal',
  findings_changed: 'findings',
  subscription_created: 'everything',
  subscription_cancelled: 'everything',
  initial_data: 'nothing',
  agents_changed: 'presence',
  project_created: 'nothing',
  project_updated: 'nothing',
  project_deleted: 'nothing',
  project_archived: 'nothing',
  project_unarchived: 'nothing',
  notification_read: 'nothing',
  all_notifications_read: 'nothing',
  admin_user_created: 'nothing',
  admin_user_deactivated: 'nothing',
  admin_user_activated: 'nothing',
  admin_user_deleted: 'nothing',
  admin_snapshot_changed: 'nothing',
  account_deactivated: 'nothing',
  activity: 'nothing',
  ping: 'nothing',
  error: 'nothing',
};

/**
 * Follows a snapshot's live channel, signed in or not. An event in a thread refetches that thread; any
 * other event, and a gap, refetch everything about the snapshot. Returns a function that stops it.
 */
export function followSnapshot(id: string, onState: (state: LiveState) => void): () => void {
  const read = createThreadReader(id);

  function refetchAll(): void {
    void invalidateComments(id);
    void invalidateSnapshotView(id);
    void invalidateReviews(id);
    void invalidateFindings(id);
  }

  function handle(message: LiveMessage, hasMissed: boolean): void {
    const effect = hasMissed ? 'everything' : EFFECTS[message.type];
    if (effect === 'removal' && 'commentId' in message) void removeCachedComment(id, message.commentId);
    else if (effect === 'thread' && 'commentId' in message) read(message.commentId);
    else if (effect === 'findings') void invalidateFindings(id);
    else if (effect === 'presence') void invalidatePresence(id);
    else if (effect === 'everything') refetchAll();
  }

  const channel = openChannel(`/api/events?snapshotId=${encodeURIComponent(id)}`, {
    onMessage(message, hasMissed) {
      if (message.type === 'connected') onState('live');
      handle(message, hasMissed);
    },
    // The channel may be rejected because the snapshot has ended. Where a proxy blocks WebSockets, this is
    // how a new version is noticed.
    onLost(loss, channelState) {
      if (loss.code === CLOSE.signedOut) {
        refetchAll();
        onState('reconnecting');
        // A visitor may follow it too, unless the view says otherwise.
        channel.restart();
        return;
      }
      const state = stateAfter(loss, channelState);
      if (loss.isFirst || state === 'failed') void invalidateSnapshotView(id);
      onState(state);
    },
  });
  return channel.stop;
}
