import {
  RECONNECT_ATTEMPTS,
  RECONNECT_MAX_SECONDS,
  RECONNECT_SECONDS,
  SILENCE_SECONDS,
} from '../contracts/limits.ts';
import { CLOSE, LiveMessage } from '../contracts/live.ts';
import type { Runtime } from './runtime.ts';

/** What a socket reports; never before `OpenSocket` has returned. */
export interface SocketEvents {
  onOpen: () => void;
  onMessage: (data: unknown) => void;
  /** Also for a socket that never opened. */
  onClose: (code: number) => void;
}

/** Opens a socket to `/api/events`. Closing it may take its time, or never be reported. */
export type OpenSocket = (events: SocketEvents) => { close: () => void };

/** The code of a socket that was closed without a close frame. */
export const ABNORMAL_CLOSE = 1006;

/** The clock, the timers and the randomness of a platform. */
export interface LiveRuntime extends Pick<Runtime, 'epochMs' | 'random'> {
  /** Calls back after `milliseconds`. The returned function cancels that. */
  after: (milliseconds: number, callback: () => void) => () => void;
}

export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'closed';

export interface Loss {
  /** The first since the channel was live, or ever. */
  isFirst: boolean;
  /** `reportAfter` attempts in a row have failed: the interface says so. Attempts go on. */
  isReported: boolean;
  /** Why the socket was closed: one of `CLOSE`, or another code of WebSocket. */
  code: number;
}

export interface LiveListener {
  /** A socket has opened; its messages follow. */
  onOpen?: () => void;
  /** `hasMissed`: messages before this one were missed, by a loss or a gap in the numbers. */
  onMessage: (message: LiveMessage, hasMissed: boolean) => void;
  /** A message of a newer server arrived, or one that is not JSON. */
  onUnknown?: () => void;
  /** The connection was lost or could not be made. The channel is `reconnecting`, or `closed` by a final code. */
  onLost: (loss: Loss, state: LiveState) => void;
}

export interface LiveOptions {
  open: OpenSocket;
  runtime: LiveRuntime;
  /** Failed attempts, some seconds apart, before a loss is reported and attempts become less frequent. */
  reportAfter?: number;
  /** Close codes after which no attempt is made. */
  finalCodes?: readonly number[];
}

export interface LiveChannel {
  readonly state: LiveState;
  /** Attempts at once instead of later: the network, the window or its user is back. */
  wake: () => void;
  /** Attempts at once, even after a final code, and counts the failures anew. */
  restart: () => void;
  /** Closes the channel for good. The listener is not called any more. */
  stop: () => void;
}

function parseMessage(data: unknown): LiveMessage | undefined {
  try {
    return LiveMessage.safeParse(JSON.parse(String(data))).data;
  } catch {
    return undefined;
  }
}

const SILENCE_MS = SILENCE_SECONDS * 1000;
/** The part of each delay that is left to chance: clients that lost one server must not all return at once. */
const JITTER = 0.4;

interface Connection {
  /** Counts as lost at once if it has been silent for too long. */
  checkSilence: () => void;
  /** Ends it without a report. */
  close: () => void;
}

interface ConnectionListener extends Pick<LiveListener, 'onOpen' | 'onUnknown'> {
  onMessage: (message: LiveMessage, isAfterGap: boolean) => void;
  onClose: (code: number) => void;
}

/** Opens one socket, which counts as lost when it is silent for two pings. Nothing is reported after its end. */
function connect(
  { open, runtime }: LiveOptions,
  { onOpen, onMessage, onUnknown, onClose }: ConnectionListener,
): Connection {
  let isOver = false;
  let lastSeq: number | undefined;
  let lastSignEpochMs = runtime.epochMs();
  let cancelSilence = (): void => {};

  function end(): void {
    isOver = true;
    cancelSilence();
  }

  function lose(code: number): void {
    if (isOver) return;
    end();
    onClose(code);
  }

  /** A dead connection may never report its close. */
  function abandon(): void {
    lose(ABNORMAL_CLOSE);
    socket.close();
  }

  /** One timer for many messages: starting one costs more than a message. */
  function watchSilence(milliseconds: number): void {
    cancelSilence = runtime.after(milliseconds, () => {
      const leftMs = lastSignEpochMs + SILENCE_MS - runtime.epochMs();
      if (leftMs > 0) watchSilence(Math.min(leftMs, SILENCE_MS));
      else abandon();
    });
  }

  /** Returns whether messages are missing before this one: the numbers of a channel have no gaps. */
  function isAfterGap(message: LiveMessage): boolean {
    if (!('seq' in message)) return false;
    const { seq } = message;
    // `connected` and `initial_data` repeat the channel's number; so does an event that was under way.
    const isGap = lastSeq !== undefined && seq > lastSeq + 1;
    lastSeq = Math.max(lastSeq ?? 0, seq);
    return isGap;
  }

  const socket = open({
    onOpen: () => isOver || onOpen?.(),
    onMessage(data) {
      if (isOver) return;
      lastSignEpochMs = runtime.epochMs();
      const message = parseMessage(data);
      if (message) onMessage(message, isAfterGap(message));
      else onUnknown?.();
    },
    onClose: lose,
  });
  watchSilence(SILENCE_MS);
  return {
    // Timers are paused while a computer sleeps.
    checkSilence: () => runtime.epochMs() - lastSignEpochMs > SILENCE_MS && abandon(),
    close() {
      end();
      socket.close();
    },
  };
}

/**
 * Opens a live channel that reconnects after every loss without a final code: `reportAfter` attempts up to five seconds
 * apart, then less and less often. A connection that is silent for two pings counts as lost. Unknown messages are ignored.
 * See docs/decisions/0120.
 */
export function openLiveChannel(options: LiveOptions, listener: LiveListener): LiveChannel {
  const { reportAfter = RECONNECT_ATTEMPTS, finalCodes = [CLOSE.signedOut, CLOSE.noLongerAllowed] } = options;
  let state: LiveState = 'connecting';
  let connection: Connection | undefined;
  let cancelAttempt: (() => void) | undefined;
  let failures = 0;
  let wasLost = false;
  let isStopped = false;

  function delayMs(): number {
    const doublings = Math.max(0, failures - reportAfter);
    const mostSeconds = Math.min(RECONNECT_SECONDS * 2 ** doublings, RECONNECT_MAX_SECONDS);
    return mostSeconds * 1000 * (1 - JITTER * options.runtime.random());
  }

  function onClose(code: number): void {
    connection = undefined;
    failures += 1;
    wasLost = true;
    state = finalCodes.includes(code) ? 'closed' : 'reconnecting';
    if (state === 'reconnecting') cancelAttempt = options.runtime.after(delayMs(), attempt);
    listener.onLost({ isFirst: failures === 1, isReported: failures > reportAfter, code }, state);
  }

  function onMessage(message: LiveMessage, isAfterGap: boolean): void {
    const hasMissed = isAfterGap || (message.type === 'connected' && wasLost);
    if (message.type === 'connected') {
      state = 'live';
      failures = 0;
      wasLost = false;
    }
    listener.onMessage(message, hasMissed);
  }

  function attempt(): void {
    cancelAttempt?.();
    cancelAttempt = undefined;
    connection = connect(options, { ...listener, onMessage, onClose });
  }

  attempt();
  return {
    get state() {
      return state;
    },
    wake() {
      connection?.checkSilence();
      if (cancelAttempt) attempt();
    },
    restart() {
      if (connection || isStopped) return;
      failures = 0;
      state = 'connecting';
      attempt();
    },
    stop() {
      isStopped = true;
      state = 'closed';
      cancelAttempt?.();
      cancelAttempt = undefined;
      connection?.close();
      connection = undefined;
    },
  };
}
