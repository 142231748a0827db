import { ApiError, NetworkError } from '@stagelink/shared/client/call';
import { openLiveChannel } from '@stagelink/shared/client/liveChannel';
import { listNotifications, type Notification } from '@stagelink/shared/contracts/notifications';
import { listSnapshots, type Snapshot } from '@stagelink/shared/contracts/snapshots';
import { nodeSocket } from '@stagelink/shared/staging/node/nodeSocket';
import { liveRuntime } from '@stagelink/shared/staging/node/runtime';
import type { Runtime } from '@stagelink/shared/client/runtime';
import type { Connections } from './connections.ts';
import type { Alert, EmitSignal, EngineAccount, TraySnapshot } from '../protocol/engine.ts';
import { proxyEnvironment } from './sending.ts';

const SHOWN_SNAPSHOTS = 5;
const READ_NOTIFICATIONS = 200;
export interface LiveOptions {
  connections: Connections;
  emit: EmitSignal;
  runtime: Runtime;
  /** A snapshot's link shows this version now. */
  onShown: (snapshotId: string, version: number) => void;
}

const isAbout = ({ actionUrl }: Notification, { id }: Snapshot): boolean =>
  actionUrl !== null && /^\/s\/([a-z0-9]+)/.exec(actionUrl)?.[1] === id;

/** Converts snapshots for the tray, each with its number of unread notifications. */
const trayOf = (snapshots: readonly Snapshot[], notifications: readonly Notification[]): TraySnapshot[] =>
  snapshots.map((snapshot) => ({
    id: snapshot.id,
    name: snapshot.name,
    url: snapshot.url,
    unread: notifications.filter((one) => one.readAt === null && isAbout(one, snapshot)).length,
  }));

/** A transaction may end this much later than one that began after it. */
const LATE_MS = 60_000;

/** Returns a function that takes the newest notifications and returns the alerts that came since its last call. */
export function alertsSinceLast(): (notifications: readonly Notification[]) => Alert[] {
  let known: ReadonlySet<string> = new Set();
  let newestMs: number | null = null;
  return (notifications) => {
    const [before, lastMs] = [known, newestMs];
    known = new Set(notifications.map(({ id }) => id));
    newestMs = Math.max(lastMs ?? 0, ...notifications.map(({ createdAt }) => Date.parse(createdAt)));
    if (lastMs === null) return [];
    return notifications
      .filter(({ id, isAlert, readAt }) => isAlert && readAt === null && !before.has(id))
      .filter(({ createdAt }) => Date.parse(createdAt) > lastMs - LATE_MS)
      .map(({ title, message, actionUrl }) => ({ title, body: message, path: actionUrl }));
  };
}

/** Follows what happens to one account's snapshots, and keeps the tray true. */
export class Live {
  readonly #options: LiveOptions;
  #following: { accountId: string; token: string; stop: () => void; wake: () => void } | null = null;

  constructor(options: LiveOptions) {
    this.#options = options;
  }

  /** Follows this account; null, or a signed-out account, follows none. Does nothing for the current one. */
  follow(accountId: string | null): void {
    const { connections, emit } = this.#options;
    const token = accountId === null ? null : connections.tokenOf(accountId);
    if (accountId !== null && accountId === this.#following?.accountId && token === this.#following.token)
      return;
    this.close();
    const account = accountId === null ? null : connections.account(accountId);
    if (account === null || token === null) return emit('tray.changed', [], 0, []);
    this.#following = { accountId: account.id, token, ...this.#open(account, token) };
  }

  close(): void {
    this.#following?.stop();
    this.#following = null;
  }

  /** Reconnects at once when the network is back. */
  reconnect(): void {
    this.#following?.wake();
  }

  #open(account: EngineAccount, token: string): { stop: () => void; wake: () => void } {
    const { runtime, onShown } = this.#options;
    const { server } = account;
    const ended = new AbortController();
    const refresh = this.#refreshing(account.id, ended.signal);
    const channel = openLiveChannel(
      {
        open: nodeSocket({ server, token, environment: proxyEnvironment(account) }),
        runtime: liveRuntime(runtime),
        // Whether the token still counts is not for the socket to say: the calls of `refresh` find out.
        finalCodes: [],
      },
      {
        onMessage(message) {
          if (message.type !== 'ping') refresh();
          if (message.type === 'snapshot_finalized') onShown(message.snapshotId, message.version);
        },
        onUnknown: refresh,
        onLost: refresh,
      },
    );
    return {
      wake: channel.wake,
      stop() {
        ended.abort();
        channel.stop();
      },
    };
  }

  /** Loads the tray's lists; a request during a load causes one more load. */
  #refreshing(accountId: string, signal: AbortSignal): () => void {
    let isReading = false;
    let isAsked = false;
    const takeAlerts = alertsSinceLast();
    const read = async (): Promise<void> => {
      isReading = true;
      do {
        isAsked = false;
        await this.#refresh(accountId, takeAlerts, signal);
      } while (isAsked && !signal.aborted);
      isReading = false;
    };
    return () => {
      isAsked = true;
      if (!isReading) void read();
    };
  }

  async #refresh(
    accountId: string,
    takeAlerts: ReturnType<typeof alertsSinceLast>,
    signal: AbortSignal,
  ): Promise<void> {
    const { connections, emit } = this.#options;
    const call = connections.callOf(accountId);
    if (!call) return;
    try {
      const [{ snapshots }, { notifications, unread }] = await Promise.all([
        call(listSnapshots, { sort: 'modified', limit: SHOWN_SNAPSHOTS }),
        call(listNotifications, { limit: READ_NOTIFICATIONS }),
      ]);
      if (signal.aborted) return;
      emit('tray.changed', trayOf(snapshots, notifications), unread, takeAlerts(notifications));
    } catch (cause) {
      if (signal.aborted) return;
      if (cause instanceof ApiError && cause.code === 'unauthenticated') connections.refused(accountId);
      else if (cause instanceof NetworkError) connections.lost(accountId);
      // The tray keeps its content; the next event loads it again.
    }
  }
}
