import { INITIAL_DATA_SECONDS } from '@stagelink/shared/contracts/limits';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import type { QueryKey } from '@tanstack/react-query';
import {
  invalidateCounts,
  invalidateEverything,
  invalidateSnapshots,
  outdateLists,
} from '../features/snapshots/listsApi.ts';
import { refreshRow } from '../features/snapshots/liveRow.ts';
import type { SnapshotFilters } from '../features/snapshots/snapshotFilters.ts';
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
type ListsChanged = Extract<LiveMessage, { type: 'lists_changed' }>;

/** Lists of snapshots, whose pages in sight are read again. */
const SNAPSHOTS: QueryKey = ['snapshots'];
/** The one snapshot that a message names, whose row is read again instead of the lists. */
const ROW: QueryKey = ['snapshots', 'row'];
/** Lists in which a new snapshot comes first. */
const NEWEST: QueryKey = ['snapshots', 'newest'];

/** What each message invalidates; a message type without an entry does not compile. */
const INVALIDATES: Record<Kind, readonly QueryKey[]> = {
  connected: [],
  initial_data: [SNAPSHOTS, ['projects'], ['notifications']],
  lists_changed: [SNAPSHOTS, ['projects'], ['notifications'], ['session'], ['onboarding', 'state']],
  snapshot_created: [NEWEST, ['projects'], ['onboarding', 'state']],
  snapshot_finalized: [ROW, ['onboarding', 'state']],
  snapshot_extended: [ROW],
  project_created: [['projects']],
  project_updated: [['projects']],
  project_deleted: [['projects']],
  project_archived: [['projects'], SNAPSHOTS],
  project_unarchived: [['projects'], SNAPSHOTS],
  comment_created: [ROW, ['notifications'], ['onboarding', 'state']],
  comment_updated: [ROW, ['notifications']],
  comment_deleted: [ROW, ['notifications']],
  findings_changed: [],
  agents_changed: [],
  subscription_created: [['subscriptions'], ROW],
  subscription_cancelled: [['subscriptions'], ROW],
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

/** What a change of one part of the account's data invalidates. */
const PARTS: Record<NonNullable<ListsChanged['part']>, QueryKey> = {
  notifications: ['notifications'],
  projects: ['projects'],
  account: ['session'],
};

function invalidatedBy(message: LiveMessage): readonly QueryKey[] {
  if (message.type === 'lists_changed') {
    if (message.snapshotId !== undefined) return [ROW, ['onboarding', 'state']];
    if (message.part !== undefined) return [PARTS[message.part]];
  }
  return INVALIDATES[message.type];
}

const isNewestFirst = ({ sort, order }: SnapshotFilters) => sort === 'created' && order === 'desc';

/** A new snapshot is on the first page of lists with the newest first, and anywhere in others. */
async function refetchNewest(): Promise<void> {
  await Promise.all([
    outdateLists((question) => (isNewestFirst(question) ? 'first' : 'all')),
    invalidateCounts(),
  ]);
}

function refetch(queryKey: QueryKey, message: LiveMessage): Promise<void> {
  if (queryKey === SNAPSHOTS) return invalidateSnapshots();
  if (queryKey === NEWEST) return refetchNewest();
  if (queryKey === ROW && 'snapshotId' in message && message.snapshotId !== undefined)
    return refreshRow(message.snapshotId);
  return queryClient.invalidateQueries({ queryKey });
}

/** Messages about different rows do not wait for each other. */
const nameOf = (queryKey: QueryKey, message: LiveMessage): string =>
  queryKey === ROW && 'snapshotId' in message ? `row ${message.snapshotId}` : queryKey.join('/');

const invalidateAll = () => void invalidateEverything();

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
      for (const queryKey of invalidatedBy(message))
        refresher.add(nameOf(queryKey, message), () => refetch(queryKey, message));
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
