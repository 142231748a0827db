import { INITIAL_DATA_SECONDS } from '@stagelink/shared/contracts/limits';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import type { QueryKey } from '@tanstack/react-query';
import { createCounter } from './counter.ts';
import { queries } from './queries.ts';
import { type Channel, type ChannelAddress, openChannel } from './reconnecting.ts';
import { sessionIsDoubtful } from './session.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'failed';

type Kind = LiveMessage['type'];

/** What each message makes stale; a new kind of message that is not answered for here does not compile. */
const STALE: Record<Kind, readonly QueryKey[]> = {
  connected: [],
  initial_data: [['snapshots'], ['projects'], ['notifications']],
  lists_changed: [['snapshots'], ['projects'], ['notifications']],
  snapshot_created: [['snapshots'], ['projects']],
  snapshot_finalized: [['snapshots'], ['projects']],
  snapshot_extended: [['snapshots']],
  project_created: [['projects']],
  project_updated: [['projects']],
  project_deleted: [['projects']],
  project_archived: [['projects'], ['snapshots']],
  project_unarchived: [['projects'], ['snapshots']],
  comment_created: [['snapshots'], ['notifications']],
  comment_updated: [['snapshots'], ['notifications']],
  comment_deleted: [['snapshots'], ['notifications']],
  subscription_created: [['subscriptions'], ['snapshots']],
  subscription_cancelled: [['subscriptions'], ['snapshots']],
  notification_read: [['notifications']],
  all_notifications_read: [['notifications']],
  ping: [],
  error: [],
};

const everythingIsStale = () => void queries.invalidateQueries();

/** A burst of events must not become a burst of requests. */
const REFRESH_MS = 1_000;

/** Invalidates at once, and what becomes due within the next second together at its end. */
function createInvalidator() {
  const due = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    timer = due.size > 0 ? setTimeout(flush, REFRESH_MS) : undefined;
    for (const queryKey of due.values()) void queries.invalidateQueries({ queryKey });
    due.clear();
  }

  return {
    add(keys: readonly QueryKey[]): void {
      for (const queryKey of keys) due.set(queryKey.join('/'), queryKey);
      if (timer === undefined) flush();
    },
    stop: () => clearTimeout(timer),
  };
}

/** Follows the live channel of whoever is signed in and keeps the cache honest. */
export function follow(address: ChannelAddress, onState: (state: LiveState) => void): Channel {
  const invalidator = createInvalidator();
  let missedOne = createCounter();
  let fallback: ReturnType<typeof setTimeout> | undefined;

  onState('connecting');
  const channel = openChannel(address, {
    onOpen() {
      missedOne = createCounter();
      fallback = setTimeout(everythingIsStale, INITIAL_DATA_SECONDS * 1000);
    },
    onMessage(message, isBack) {
      if (isBack) everythingIsStale();
      if (message.type === 'connected') onState('live');
      if (message.type === 'initial_data') clearTimeout(fallback);
      if (missedOne(message)) everythingIsStale();
      else invalidator.add(STALE[message.type]);
    },
    onLost({ isFinal, isFirst, isLasting }) {
      clearTimeout(fallback);
      // The handshake does not tell us why it was refused; whether we are still signed in is asked for.
      if (isFinal || isFirst) void sessionIsDoubtful();
      onState(isFinal || isLasting ? 'failed' : 'reconnecting');
    },
  });

  return {
    startOver() {
      onState('connecting');
      channel.startOver();
    },
    stop() {
      clearTimeout(fallback);
      invalidator.stop();
      channel.stop();
    },
  };
}
