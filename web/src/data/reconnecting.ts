import { RECONNECT_ATTEMPTS, RECONNECT_SECONDS } from '@stagelink/shared/contracts/limits';
import { CLOSE, LiveMessage } from '@stagelink/shared/contracts/live';

/** As a socket says it that was closed without a word. */
const NOT_REACHED = 1006;

interface Loss {
  /** The server will not have us back: signed out, or no longer allowed. */
  isFinal: boolean;
  /** The first since the channel was last connected. */
  isFirst: boolean;
  willRetry: boolean;
}

interface Listener {
  onOpen?: () => void;
  /** Each message; `isBack` with the first after a loss, when something may have been missed. */
  onMessage: (message: LiveMessage, isBack: boolean) => void;
  onLost: (loss: Loss) => void;
}

export interface Channel {
  /** After it has given up. */
  startOver: () => void;
  /** Ends it; nothing is heard any more. */
  stop: () => void;
}

/** Where a channel is; where it has to be asked for, each time it is opened. */
export type ChannelAddress = string | (() => Promise<string>);

/** A live channel that is tried again every five seconds, five times, after a loss. */
export function openChannel(address: ChannelAddress, { onOpen, onMessage, onLost }: Listener): Channel {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isStopped = false;

  function lost(code: number): void {
    if (isStopped) return;
    const isFinal = code === CLOSE.signedOut || code === CLOSE.noLongerAllowed;
    const isFirst = attempts === 0;
    const willRetry = !isFinal && attempts < RECONNECT_ATTEMPTS;
    if (willRetry) {
      attempts += 1;
      retry = setTimeout(open, RECONNECT_SECONDS * 1000);
    }
    onLost({ isFinal, isFirst, willRetry });
  }

  function hear(message: LiveMessage): void {
    const isConnected = message.type === 'connected';
    const isBack = isConnected && attempts > 0;
    if (isConnected) attempts = 0;
    onMessage(message, isBack);
  }

  function connect(to: string): void {
    if (isStopped) return;
    socket = new WebSocket(to);
    socket.addEventListener('open', () => onOpen?.());
    socket.addEventListener('message', ({ data }) => hear(LiveMessage.parse(JSON.parse(String(data)))));
    socket.addEventListener('close', ({ code }) => lost(code));
  }

  function open(): void {
    if (typeof address === 'string') connect(address);
    else address().then(connect, () => lost(NOT_REACHED));
  }

  open();

  return {
    startOver() {
      attempts = 0;
      open();
    },
    stop() {
      isStopped = true;
      clearTimeout(retry);
      socket?.close();
    },
  };
}
