import {
  ABNORMAL_CLOSE,
  type LiveChannel,
  type LiveListener,
  type LiveState as ChannelState,
  type Loss,
  openLiveChannel,
  type OpenSocket,
} from '@stagelink/shared/client/liveChannel';

/** `failed`: attempts have failed for a while, or the server rejected the connection. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'failed';

/** State of a page's live channel. */
export interface Live {
  state: LiveState;
  /** Starts over after it has given up. */
  retry: () => void;
}

/** A URL, or a function that resolves to one for each connection. */
export type ChannelAddress = string | (() => Promise<string>);

export type Channel = Pick<LiveChannel, 'restart' | 'stop'>;

export const stateAfter = ({ isReported }: Loss, state: ChannelState): LiveState =>
  isReported || state === 'closed' ? 'failed' : 'reconnecting';

const browserSocket =
  (address: ChannelAddress): OpenSocket =>
  ({ onOpen, onMessage, onClose }) => {
    let socket: WebSocket | undefined;
    let isClosed = false;
    function connect(to: string): void {
      if (isClosed) return;
      // Browsers before 2024 take absolute ws: URLs only.
      socket = new WebSocket(new URL(to, window.location.href.replace('http', 'ws')).href);
      socket.addEventListener('open', onOpen);
      socket.addEventListener('message', ({ data }) => onMessage(data));
      socket.addEventListener('close', ({ code }) => onClose(code));
    }
    if (typeof address === 'string') connect(address);
    else address().then(connect, () => onClose(ABNORMAL_CLOSE));
    return {
      close() {
        isClosed = true;
        socket?.close();
      },
    };
  };

const runtime = {
  epochMs: () => Date.now(),
  random: () => Math.random(),
  after(milliseconds: number, callback: () => void) {
    const timer = setTimeout(callback, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** A live channel that reconnects at once when the browser is back online or the user returns to the page. */
export function openChannel(address: ChannelAddress, listener: LiveListener): Channel {
  const channel = openLiveChannel({ open: browserSocket(address), runtime }, listener);
  const watching = new AbortController();
  const { signal } = watching;
  const onVisible = () => document.visibilityState === 'visible' && channel.wake();
  for (const event of ['online', 'focus', 'pageshow'])
    window.addEventListener(event, channel.wake, { signal });
  document.addEventListener('visibilitychange', onVisible, { signal });
  return {
    restart: channel.restart,
    stop() {
      watching.abort();
      channel.stop();
    },
  };
}
