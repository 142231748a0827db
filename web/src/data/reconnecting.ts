import {
  RECONNECT_ATTEMPTS,
  RECONNECT_MAX_SECONDS,
  RECONNECT_SECONDS,
  SILENCE_SECONDS,
} from '@stagelink/shared/contracts/limits';
import { CLOSE, LiveMessage } from '@stagelink/shared/contracts/live';
import { watchReturn } from './watchReturn.ts';

/** The code of a socket that was closed without a close frame. */
const ABNORMAL = 1006;

interface Loss {
  /** The server refuses the connection for good: signed out, or access lost. */
  isFinal: boolean;
  /** The first since the channel was last connected. */
  isFirst: boolean;
  /** All attempts in quick succession have failed; attempts go on, further apart. */
  isLasting: boolean;
}

interface Listener {
  onOpen?: () => void;
  /** Each message; `isBack` with the first after a loss, when something may have been missed. */
  onMessage: (message: LiveMessage, isBack: boolean) => void;
  onLost: (loss: Loss) => void;
}

export interface Channel {
  /** Connects again without waiting for the next attempt, also after a final loss. */
  startOver: () => void;
  /** Closes it; the listener is not called any more. */
  stop: () => void;
}

/** Where a channel is; where it has to be asked for, each time it is opened. */
export type ChannelAddress = string | (() => Promise<string>);

const delaySeconds = (attempt: number) =>
  Math.min(RECONNECT_SECONDS * 2 ** Math.max(0, attempt - RECONNECT_ATTEMPTS), RECONNECT_MAX_SECONDS);

/**
 * A live channel that reconnects after every loss that is not final: five times five seconds apart, then less and less
 * often, and at once when the browser is back online or its page is looked at again.
 */
export function openChannel(address: ChannelAddress, { onOpen, onMessage, onLost }: Listener): Channel {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let lastSignEpochMs = 0;
  let attempts = 0;
  let wasLost = false;
  let isOpening = false;
  let isStopped = false;

  function lose(code: number): void {
    clearTimeout(silence);
    socket = undefined;
    isOpening = false;
    if (isStopped) return;
    const isFinal = code === CLOSE.signedOut || code === CLOSE.noLongerAllowed;
    const isFirst = attempts === 0;
    attempts += 1;
    wasLost = true;
    if (!isFinal) retry = setTimeout(open, delaySeconds(attempts) * 1000);
    onLost({ isFinal, isFirst, isLasting: attempts > RECONNECT_ATTEMPTS });
  }

  /** A dead connection may never report its close. */
  function abandon(): void {
    const dead = socket;
    lose(ABNORMAL);
    dead?.close();
  }

  function expectSign(): void {
    lastSignEpochMs = Date.now();
    clearTimeout(silence);
    silence = setTimeout(abandon, SILENCE_SECONDS * 1000);
  }

  function receive(data: unknown): void {
    expectSign();
    const { data: message } = LiveMessage.safeParse(JSON.parse(String(data)));
    // A newer server may send types that this page does not know.
    if (!message) return;
    const isConnected = message.type === 'connected';
    const isBack = isConnected && wasLost;
    if (isConnected) {
      attempts = 0;
      wasLost = false;
    }
    onMessage(message, isBack);
  }

  function connect(to: string): void {
    isOpening = false;
    if (isStopped) return;
    const own = new WebSocket(to);
    socket = own;
    expectSign();
    own.addEventListener('open', () => own === socket && onOpen?.());
    own.addEventListener('message', ({ data }) => own === socket && receive(data));
    own.addEventListener('close', ({ code }) => own === socket && lose(code));
  }

  function open(): void {
    retry = undefined;
    isOpening = true;
    if (typeof address === 'string') connect(address);
    else address().then(connect, () => lose(ABNORMAL));
  }

  function openNow(): void {
    clearTimeout(retry);
    open();
  }

  const stopWatching = watchReturn(() => {
    // Timers stand still while a computer sleeps.
    if (socket && Date.now() - lastSignEpochMs > SILENCE_SECONDS * 1000) abandon();
    if (retry !== undefined) openNow();
  });
  open();

  return {
    startOver() {
      if (socket || isOpening) return;
      attempts = 0;
      openNow();
    },
    stop() {
      isStopped = true;
      stopWatching();
      clearTimeout(retry);
      clearTimeout(silence);
      socket?.close();
    },
  };
}
