import { PING_SECONDS, RECONNECT_SECONDS } from '@stagelink/shared/contracts/limits';
import { CLOSE, LiveMessage } from '@stagelink/shared/contracts/live';
import { WebSocket } from 'ws';

/** More than the longest list a newcomer is given. */
const MESSAGE_BYTES = 8 * 1024 * 1024;
const LONGEST_WAIT_SECONDS = 60;

/** How long to wait before the next try, after so many without success. */
export const waitSeconds = (failures: number): number =>
  Math.min(RECONNECT_SECONDS * 2 ** failures, LONGEST_WAIT_SECONDS);

interface Listener {
  onMessage: (message: LiveMessage) => void;
  /** Something may have been missed: with every connection, and with every loss or failed try, which stand in for it. */
  onGap: () => void;
  /** The token is worth nothing any more. */
  onSignedOut: () => void;
}

interface LiveOptions {
  server: string;
  token: string;
  userAgent: string;
}

/** What the channel says is heard until it is stopped. It is tried again for as long as the token counts. */
export function openLive(
  { server, token, userAgent }: LiveOptions,
  listener: Listener,
): { stop: () => void } {
  let socket: WebSocket | undefined;
  let retry: NodeJS.Timeout | undefined;
  let silence: NodeJS.Timeout | undefined;
  let failures = 0;
  let last = -1;
  let isStopped = false;

  function stop(): void {
    isStopped = true;
    clearTimeout(retry);
    clearTimeout(silence);
    socket?.terminate();
  }

  function signedOut(): void {
    stop();
    listener.onSignedOut();
  }

  /** A connection that was cut without a word looks like one on which nothing happens. */
  function heardOf(): void {
    clearTimeout(silence);
    silence = setTimeout(() => socket?.terminate(), PING_SECONDS * 2500);
  }

  function hear(message: LiveMessage): void {
    heardOf();
    if ('seq' in message) {
      const isGap = message.type === 'connected' || message.seq > last + 1;
      last = Math.max(last, message.seq);
      if (isGap) listener.onGap();
    }
    if (message.type === 'connected') failures = 0;
    listener.onMessage(message);
  }

  function lost(code: number): void {
    clearTimeout(silence);
    if (isStopped) return;
    if (code === CLOSE.signedOut) return signedOut();
    listener.onGap();
    retry = setTimeout(open, waitSeconds(failures) * 1000);
    failures += 1;
  }

  function open(): void {
    const headers = { authorization: `Bearer ${token}`, 'user-agent': userAgent };
    socket = new WebSocket(`${server.replace(/^http/, 'ws')}/api/events`, {
      headers,
      maxPayload: MESSAGE_BYTES,
    });
    socket.on('message', (data) => {
      // A newer server may have words that are not known here.
      const { data: message } = LiveMessage.safeParse(JSON.parse(String(data)));
      if (message) hear(message);
    });
    socket.on('unexpected-response', (_request, { statusCode }) => {
      if (statusCode === 401) signedOut();
      else socket?.terminate();
    });
    // What there is to an error, `close` tells.
    socket.on('error', () => null);
    socket.on('close', lost);
  }

  open();
  return { stop };
}
