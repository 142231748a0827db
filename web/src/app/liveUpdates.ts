import { INITIAL_DATA_SECONDS } from '@stagelink/shared/contracts/limits';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import type { QueryKey } from '@tanstack/react-query';
import { refreshRow } from '../features/snapshots/liveRow.ts';
import { queryClient } from '../lib/queryClient.ts';
import {
  type Channel,
  type ChannelAddress,
  type LiveState,
  openChannel,
  stateAfter,
} from '../lib/liveChannel.ts';
import { endSession, recheckSession } from '../features/identity/account/sessionApi.ts';

type Kind = LiveMessage['type'];

/** Messages with this key are about one snapshot, whose row is read again instead of the lists. */
const SUMMARY: QueryKey = ['snapshots', 'summary'];

/** What each message invalidates; a message type without an entry does not compile. */
const INVALIDATES: Record<Kind, readonly QueryKey[]> = {
  connected: [],
  initial_data: [['snapshots'], ['projects'], ['notifications']],
  lists_changed: [['snapshots'], ['projects'], ['notifications'], ['session'], ['onboarding', 'state']],
  snapshot_created: [['snapshots'], ['projects'], ['onboarding', 'state']],
  snapshot_finalized: [['snapshots'], ['projects'], ['onboarding', 'state']],
  snapshot_extended: [SUMMARY],
  project_created: [['projects']],
  project_updated: [['projects']],
  project_deleted: [['projects']],
  project_archived: [['projects'], ['snapshots']],
  project_unarchived: [['projects'], ['snapshots']],
  comment_created: [SUMMARY, ['notifications'], ['onboarding', 'state']],
  comment_updated: [SUMMARY, ['notifications']],
  comment_deleted: [SUMMARY, ['notifications']],
  findings_changed: [],
  agents_changed: [],
  subscription_created: [['subscriptions'], SUMMARY],
  subscription_cancelled: [['subscriptions'], SUMMARY],
  notification_read: [['notifications']],
  all_notifications_read: [['notifications']],
  admin_user_created: [['admin']],
  admin_user_deactivated: [['admin']],
  admin_user_activated: [['admin']],
  admin_user_deleted: [['admin']],
  admin_snapshot_changed: [['admin']],
  activity: [['activity']],
  account_deactivated: [],
  ping: [],
  error: [],
};

const invalidateAll = () => void queryClient.invalidateQueries();

/** Limits refetching during a burst of events. */
const REFRESH_MS = 1_000;

/**
 * Refetches at once, then collects what is due in the next second. Names do not wait for each other, so a burst of one
 * kind of event does not delay another kind.
 */
function createRefresher() {
  /** What was refetched within the last second. */
  const recent = new Map<string, { timer: ReturnType<typeof setTimeout>; isDue: boolean }>();

  function refresh(name: string, refetch: () => Promise<void>): void {
    void refetch();
    recent.set(name, { timer: setTimeout(() => end(name, refetch), REFRESH_MS), isDue: false });
  }

  function end(name: string, refetch: () => Promise<void>): void {
    const isDue = recent.get(name)?.isDue === true;
    recent.delete(name);
    if (isDue) refresh(name, refetch);
  }

  return {
    add(name: string, refetch: () => Promise<void>): void {
      const before = recent.get(name);
      if (before) before.isDue = true;
      else refresh(name, refetch);
    },
    stop(): void {
      for (const { timer } of recent.values()) clearTimeout(timer);
    },
  };
}

const isAboutRow = (message: LiveMessage): message is Extract<LiveMessage, { snapshotId: string }> =>
  'snapshotId' in message && INVALIDATES[message.type].includes(SUMMARY);

/** Follows the live channel of the user and invalidates the cache. */
export function follow(address: ChannelAddress, onState: (state: LiveState) => void): Channel {
  const refresher = createRefresher();
  let fallback: ReturnType<typeof setTimeout> | undefined;

  onState('connecting');
  const channel = openChannel(address, {
    onOpen() {
      fallback = setTimeout(invalidateAll, INITIAL_DATA_SECONDS * 1000);
    },
    onMessage(message, hasMissed) {
      if (message.type === 'connected') onState('live');
      if (message.type === 'initial_data') clearTimeout(fallback);
      if (message.type === 'account_deactivated') endSession(message.message);
      if (hasMissed) return invalidateAll();
      if (isAboutRow(message)) refresher.add(message.snapshotId, () => refreshRow(message.snapshotId));
      for (const queryKey of INVALIDATES[message.type])
        refresher.add(queryKey.join('/'), () => queryClient.invalidateQueries({ queryKey }));
    },
    onLost(loss, channelState) {
      clearTimeout(fallback);
      // A failed handshake has no reason, so check the session.
      if (loss.isFirst || channelState === 'closed') void recheckSession();
      onState(stateAfter(loss, channelState));
    },
  });

  return {
    restart() {
      onState('connecting');
      channel.restart();
    },
    stop() {
      clearTimeout(fallback);
      refresher.stop();
      channel.stop();
    },
  };
}
