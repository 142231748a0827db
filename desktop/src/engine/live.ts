import { ApiError, NetworkError } from '@stagelink/shared/client';
import { RECONNECT_ATTEMPTS, RECONNECT_SECONDS } from '@stagelink/shared/contracts/limits';
import { CLOSE, LiveMessage } from '@stagelink/shared/contracts/live';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import type { Connections } from './connections.ts';
import type { Tell } from './engine.ts';
import { trayOf } from './tray.ts';

const SHOWN_SNAPSHOTS = 5;
const READ_NOTIFICATIONS = 200;

export interface LiveOptions {
  connections: Connections;
  tell: Tell;
  surroundings: Surroundings;
  /** A snapshot's link shows this version now. */
  onShown: (snapshotId: string, version: number) => void;
}

const socketAddress = (server: string): string =>
  `${server.replace(/^http/, 'ws').replace(/\/$/, '')}/api/events`;

/** Follows what happens to one account's snapshots, and keeps the tray true. */
export class Live {
  private readonly options: LiveOptions;
  private following: { accountId: string; token: string; stop: AbortController } | null = null;

  constructor(options: LiveOptions) {
    this.options = options;
  }

  /** Follows this account from now on; null, or one nobody is signed in to: nobody. The same again: goes on. */
  follow(accountId: string | null): void {
    const { connections, tell } = this.options;
    const token = accountId === null ? null : connections.tokenOf(accountId);
    if (accountId !== null && accountId === this.following?.accountId && token === this.following.token)
      return;
    this.following?.stop.abort();
    this.following = null;
    if (accountId === null || token === null) return tell('tray.changed', [], 0);
    const stop = new AbortController();
    this.following = { accountId, token, stop };
    void this.run(accountId, token, stop.signal);
  }

  close(): void {
    this.following?.stop.abort();
    this.following = null;
  }

  private async run(accountId: string, token: string, signal: AbortSignal): Promise<void> {
    const { connections, surroundings } = this.options;
    const refresh = this.refreshing(accountId, signal);
    for (let failed = 0; !signal.aborted && failed < RECONNECT_ATTEMPTS; failed += 1) {
      const ended = await this.listen(accountId, token, signal, () => {
        failed = -1;
        refresh();
      });
      if (signal.aborted) return;
      if (ended === CLOSE.signedOut || ended === CLOSE.noLongerAllowed) return refresh();
      // Being ended is not a fault: the loop's own condition sees it.
      await surroundings.wait(RECONNECT_SECONDS * 1000, signal).catch(() => {});
      // Says why, where the socket cannot: nobody is there, or nobody is signed in.
      refresh();
    }
    if (signal.aborted) return;
    this.following = null;
    // Whoever looks for the server tells when it is there again.
    void connections.retry(accountId);
  }

  /** One socket, until it ends. Answers the code it was closed with. */
  private listen(accountId: string, token: string, signal: AbortSignal, hear: () => void): Promise<number> {
    const account = this.options.connections.account(accountId);
    return new Promise((resolve) => {
      const socket = new WebSocket(socketAddress(account?.server ?? ''), {
        headers: { authorization: `Bearer ${token}` },
      });
      const leave = (): void => socket.close();
      signal.addEventListener('abort', leave, { once: true });
      socket.addEventListener('message', ({ data }) => {
        const message = LiveMessage.safeParse(JSON.parse(String(data)));
        // What a newer server says beside what we know is a reason to look, too.
        if (message.data?.type !== 'ping') hear();
        if (message.data?.type === 'snapshot_finalized')
          this.options.onShown(message.data.snapshotId, message.data.version);
      });
      // Always followed by its close.
      socket.addEventListener('error', () => {});
      socket.addEventListener('close', ({ code }) => {
        signal.removeEventListener('abort', leave);
        resolve(code);
      });
    });
  }

  /** Reads the tray's lists anew; asked while it reads, once more afterwards. */
  private refreshing(accountId: string, signal: AbortSignal): () => void {
    let isReading = false;
    let isAsked = false;
    const read = async (): Promise<void> => {
      isReading = true;
      do {
        isAsked = false;
        await this.refresh(accountId, signal);
      } while (isAsked && !signal.aborted);
      isReading = false;
    };
    return () => {
      isAsked = true;
      if (!isReading) void read();
    };
  }

  private async refresh(accountId: string, signal: AbortSignal): Promise<void> {
    const { connections, tell } = this.options;
    const call = connections.callOf(accountId);
    if (!call) return;
    try {
      const [{ snapshots }, { notifications, unread }] = await Promise.all([
        call(listSnapshots, { sort: 'modified', limit: SHOWN_SNAPSHOTS }),
        call(listNotifications, { limit: READ_NOTIFICATIONS }),
      ]);
      if (!signal.aborted) tell('tray.changed', trayOf(snapshots, notifications), unread);
    } catch (cause) {
      if (signal.aborted) return;
      if (cause instanceof ApiError && cause.code === 'unauthenticated') connections.refused(accountId);
      else if (cause instanceof NetworkError) connections.lost(accountId);
      // Otherwise the tray goes on showing what it did: the next event reads it again.
    }
  }
}
