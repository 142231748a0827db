import { ApiError, NetworkError } from '@stagelink/shared/client';
import { PING_SECONDS, RECONNECT_SECONDS } from '@stagelink/shared/contracts/limits';
import { LiveMessage } from '@stagelink/shared/contracts/live';
import { listNotifications } from '@stagelink/shared/contracts/notifications';
import { listSnapshots } from '@stagelink/shared/contracts/snapshots';
import { agentFor } from '@stagelink/shared/staging/agent';
import { lookup } from '@stagelink/shared/staging/send';
import type { Surroundings } from '@stagelink/shared/staging/surroundings';
import { WebSocket } from 'ws';
import type { Connections } from './connections.ts';
import type { Tell } from './engine.ts';
import type { EngineAccount } from './protocol.ts';
import { proxyEnvironment } from './sending.ts';
import { trayOf } from './tray.ts';

const SHOWN_SNAPSHOTS = 5;
const READ_NOTIFICATIONS = 200;
/** More than the longest list a subscriber is sent. */
const MESSAGE_BYTES = 8 * 1024 * 1024;
const RECONNECT_MAX_SECONDS = 30;
/** Two missed pings: a connection that was cut looks like one on which nothing happens. */
const SILENCE_MS = PING_SECONDS * 2_500;

export interface LiveOptions {
  connections: Connections;
  tell: Tell;
  surroundings: Surroundings;
  /** A snapshot's link shows this version now. */
  onShown: (snapshotId: string, version: number) => void;
}

/** How long to wait before the next attempt, after so many without success. */
const reconnectMs = (failures: number): number =>
  Math.min(RECONNECT_SECONDS * 2 ** failures, RECONNECT_MAX_SECONDS) * 1000;

/** Null for what is no message that is known here: a newer server may have others. */
function parseMessage(data: unknown): LiveMessage | null {
  try {
    return LiveMessage.safeParse(JSON.parse(String(data))).data ?? null;
  } catch {
    return null;
  }
}

/** Through the same proxy, and trusting the same certificates, as everything else that goes to the server. */
function openSocket(account: EngineAccount, token: string): WebSocket {
  const address = `${account.server.replace(/^http/, 'ws').replace(/\/$/, '')}/api/events`;
  return new WebSocket(address, {
    headers: { authorization: `Bearer ${token}` },
    agent: agentFor(new URL(account.server), proxyEnvironment(account)),
    lookup,
    maxPayload: MESSAGE_BYTES,
  });
}

/** Follows what happens to one account's snapshots, and keeps the tray true. */
export class Live {
  private readonly options: LiveOptions;
  private following: { accountId: string; token: string; stop: AbortController } | null = null;
  /** Ends the wait before the next attempt. */
  private attemptNow = (): void => {};

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

  /** The network is back: the next attempt is made at once. */
  reconnect(): void {
    this.attemptNow();
  }

  private async run(accountId: string, token: string, signal: AbortSignal): Promise<void> {
    const refresh = this.refreshing(accountId, signal);
    let failures = 0;
    while (!signal.aborted) {
      await this.listen(accountId, token, signal, () => {
        failures = 0;
        refresh();
      });
      if (signal.aborted) return;
      // Whether the token still counts is not for the socket to say: these calls find out.
      refresh();
      await this.waitToReconnect(reconnectMs(failures), signal);
      failures += 1;
    }
  }

  private async waitToReconnect(milliseconds: number, signal: AbortSignal): Promise<void> {
    const waiting = new AbortController();
    this.attemptNow = () => waiting.abort();
    const ended = AbortSignal.any([signal, waiting.signal]);
    // Being ended is not a fault: the loop's own condition sees it.
    await this.options.surroundings.wait(milliseconds, ended).catch(() => {});
  }

  /** One socket, until it ends or is silent for too long. */
  private async listen(
    accountId: string,
    token: string,
    signal: AbortSignal,
    hear: () => void,
  ): Promise<void> {
    const account = this.options.connections.account(accountId);
    if (!account) return;
    const ended = new AbortController();
    const { promise, resolve } = Promise.withResolvers<void>();
    const end = (): void => resolve();
    const socket = openSocket(account, token);
    const restartSilence = this.silence(end, ended.signal);
    signal.addEventListener('abort', end, { once: true });
    socket.on('message', (data: Buffer) => {
      restartSilence();
      const message = parseMessage(data);
      // What a newer server says beside what we know is a reason to look, too.
      if (message?.type !== 'ping') hear();
      if (message?.type === 'snapshot_finalized') this.options.onShown(message.snapshotId, message.version);
    });
    // Always followed by its close.
    socket.on('error', () => {});
    socket.on('close', end);
    restartSilence();
    await promise;
    ended.abort();
    signal.removeEventListener('abort', end);
    socket.removeAllListeners('message');
    socket.terminate();
  }

  /** Calls `onSilence` once nothing has restarted it for too long. */
  private silence(onSilence: () => void, signal: AbortSignal): () => void {
    let waiting = new AbortController();
    return () => {
      waiting.abort();
      waiting = new AbortController();
      this.options.surroundings
        .wait(SILENCE_MS, AbortSignal.any([signal, waiting.signal]))
        .then(onSilence, () => {});
    };
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
