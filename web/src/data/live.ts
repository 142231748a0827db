import {
  INITIAL_DATA_SECONDS,
  RECONNECT_ATTEMPTS,
  RECONNECT_SECONDS,
} from '@stagelink/shared/contracts/limits';
import { CLOSE, LiveMessage } from '@stagelink/shared/contracts/live';
import type { QueryKey } from '@tanstack/react-query';
import { queries } from './queries.ts';
import { sessionIsDoubtful } from './session.ts';

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'failed';

type Kind = LiveMessage['type'];

/** What each message makes stale; a new kind of message that is not answered for here does not compile. */
const STALE: Record<Kind, readonly QueryKey[]> = {
  connected: [],
  initial_data: [['snapshots']],
  snapshot_created: [['snapshots']],
  snapshot_finalized: [['snapshots']],
  snapshot_extended: [['snapshots']],
  ping: [],
  error: [],
};

const everythingIsStale = () => void queries.invalidateQueries();

/** The channel's counter: tells whether a message was missed before this one. */
function createCounter() {
  let last: number | undefined;
  return (message: LiveMessage): boolean => {
    if (!('seq' in message)) return false;
    // `connected` and the first `initial_data` repeat the channel's number; so does an event that was under way.
    const missed = last !== undefined && message.seq > last + 1;
    last = Math.max(last ?? 0, message.seq);
    return missed;
  };
}

function hear(message: LiveMessage, missed: boolean): void {
  if (missed) return everythingIsStale();
  for (const queryKey of STALE[message.type]) void queries.invalidateQueries({ queryKey });
}

/** The two closings after which there is no point in trying again. */
const isFinal = (code: number) => code === CLOSE.signedOut || code === CLOSE.noLongerAllowed;

export interface Following {
  /** After it has given up. */
  startOver: () => void;
  stop: () => void;
}

/**
 * Follows the live channel of whoever is signed in and keeps the cache honest. After a loss it tries again every
 * five seconds, five times.
 */
export function follow(onState: (state: LiveState) => void): Following {
  let socket: WebSocket | undefined;
  let attempts = 0;
  let isStopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let fallback: ReturnType<typeof setTimeout> | undefined;

  function lost(code: number): void {
    clearTimeout(fallback);
    if (isStopped) return;
    // The handshake does not tell us why it was refused; whether we are still signed in is asked for.
    if (isFinal(code) || attempts === 0) void sessionIsDoubtful();
    if (isFinal(code) || attempts === RECONNECT_ATTEMPTS) return onState('failed');
    attempts += 1;
    onState('reconnecting');
    retry = setTimeout(open, RECONNECT_SECONDS * 1000);
  }

  function open(): void {
    const missedOne = createCounter();
    socket = new WebSocket('/api/events');
    socket.addEventListener('open', () => {
      fallback = setTimeout(everythingIsStale, INITIAL_DATA_SECONDS * 1000);
    });
    socket.addEventListener('message', ({ data }) => {
      const message = LiveMessage.parse(JSON.parse(String(data)));
      if (message.type === 'connected') {
        // We may have missed something while away.
        if (attempts > 0) everythingIsStale();
        attempts = 0;
        onState('live');
      }
      if (message.type === 'initial_data') clearTimeout(fallback);
      hear(message, missedOne(message));
    });
    socket.addEventListener('close', ({ code }) => lost(code));
  }

  function start(): void {
    attempts = 0;
    onState('connecting');
    open();
  }

  start();

  return {
    startOver: start,
    stop() {
      isStopped = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}
