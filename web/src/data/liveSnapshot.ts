import { RECONNECT_ATTEMPTS, RECONNECT_SECONDS } from '@stagelink/shared/contracts/limits';
import { CLOSE, LiveMessage } from '@stagelink/shared/contracts/live';
import { viewIsStale } from './snapshotView.ts';

const isNews = ({ type }: LiveMessage) => type !== 'connected' && type !== 'ping' && type !== 'error';

/**
 * Follows one snapshot for somebody who looks at it, signed in or not: whatever happens to it, its view is read
 * again, and that answer says what to do. The returned function stops it.
 */
export function followSnapshot(id: string): () => void {
  let socket: WebSocket | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let attempts = 0;
  let isStopped = false;

  function lost(code: number): void {
    if (isStopped) return;
    if (code === CLOSE.noLongerAllowed || code === CLOSE.signedOut) return void viewIsStale(id);
    if (attempts === RECONNECT_ATTEMPTS) return;
    attempts += 1;
    retry = setTimeout(open, RECONNECT_SECONDS * 1000);
  }

  function hear(message: LiveMessage): void {
    // We may have missed something while away.
    if (message.type === 'connected' && attempts > 0) void viewIsStale(id);
    if (message.type === 'connected') attempts = 0;
    if (isNews(message)) void viewIsStale(id);
  }

  function open(): void {
    socket = new WebSocket(`/api/events?snapshotId=${encodeURIComponent(id)}`);
    socket.addEventListener('message', ({ data }) => hear(LiveMessage.parse(JSON.parse(String(data)))));
    socket.addEventListener('close', ({ code }) => lost(code));
  }

  open();
  return () => {
    isStopped = true;
    clearTimeout(retry);
    socket?.close();
  };
}
