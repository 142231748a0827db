import { ApiError } from '@stagelink/shared/client/call';
import { toUserError } from '@stagelink/shared/client/userError';
import { type LiveChannel, openLiveChannel } from '@stagelink/shared/client/liveChannel';
import { THREADS_PAGE_MAX } from '@stagelink/shared/contracts/limits';
import { CLOSE, type LiveMessage } from '@stagelink/shared/contracts/live';
import { listThreads, type Thread } from '@stagelink/shared/contracts/threads';
import { nodeSocket } from '@stagelink/shared/staging/node/nodeSocket';
import { liveRuntime, systemRuntime } from '@stagelink/shared/staging/node/runtime';
import type { Connection } from '../connection.ts';
import { errorText } from '../errors.ts';
import type { Read, ShownSnapshot } from './tree.ts';

/** Pages beyond this are too many for a side bar. */
const PAGES_MAX = 20;

/** Returns every thread of a snapshot, newest first; none when it is gone. */
async function threadsOf({ call }: Connection, snapshotId: string): Promise<Thread[]> {
  const all: Thread[] = [];
  try {
    for (let page = 0; page < PAGES_MAX; page += 1) {
      const after = all.at(-1)?.comment.id;
      const question = { snapshotId, state: 'all', limit: THREADS_PAGE_MAX } as const;
      const { threads, hasMore } = await call(listThreads, after ? { ...question, after } : question);
      all.push(...threads);
      if (!hasMore) break;
    }
    return all;
  } catch (thrown) {
    if (thrown instanceof ApiError && (thrown.code === 'not_found' || thrown.code === 'gone')) return [];
    throw thrown;
  }
}

interface Listener {
  /** Called after every read of a snapshot's threads, failed ones included. */
  onRead: (snapshotId: string) => void;
  onSignedOut: () => void;
}

/** Threads of several snapshots as one account sees them, kept current until stopped. */
export class ThreadFeed {
  readonly shown: readonly ShownSnapshot[];
  readonly connection: Connection;
  readonly read = new Map<string, Read>();
  readonly #listener: Listener;
  readonly #reading = new Map<string, Promise<void>>();
  /** Snapshots that changed while being read. */
  readonly #stale = new Set<string>();
  readonly #live: LiveChannel | null;
  #isStopped = false;

  constructor(
    connection: Connection,
    shown: readonly ShownSnapshot[],
    userAgent: string,
    listener: Listener,
  ) {
    this.connection = connection;
    this.shown = shown;
    this.#listener = listener;
    this.#live = shown.length === 0 ? null : this.#openChannel(userAgent);
  }

  /** Whether every snapshot was read or failed. */
  get isRead(): boolean {
    return this.shown.every(({ snapshotId }) => this.read.has(snapshotId));
  }

  async refresh(): Promise<void> {
    await Promise.all(this.shown.map(({ snapshotId }) => this.readAgain(snapshotId)));
  }

  /** Reads a snapshot's threads. Changes during a read cause one more read afterwards. */
  readAgain(snapshotId: string): Promise<void> {
    const running = this.#reading.get(snapshotId);
    if (running) {
      this.#stale.add(snapshotId);
      return running;
    }
    const work = this.#readUntilFresh(snapshotId).finally(() => this.#reading.delete(snapshotId));
    this.#reading.set(snapshotId, work);
    return work;
  }

  /** Reconnects at once where the connection was lost. */
  wake(): void {
    this.#live?.wake();
  }

  stop(): void {
    this.#isStopped = true;
    this.#live?.stop();
  }

  #openChannel(userAgent: string): LiveChannel {
    const { owner, token } = this.connection;
    return openLiveChannel(
      {
        open: nodeSocket({ server: owner.server, token, userAgent }),
        runtime: liveRuntime(systemRuntime),
        finalCodes: [CLOSE.signedOut],
      },
      {
        onMessage: (message, hasMissed) => {
          // What happened before the channel was connected was not sent.
          if (hasMissed || message.type === 'connected') void this.refresh();
          this.#handle(message);
        },
        onLost: (_loss, state) => {
          if (state === 'closed') this.#listener.onSignedOut();
          else void this.refresh();
        },
      },
    );
  }

  async #readUntilFresh(snapshotId: string): Promise<void> {
    do {
      this.#stale.delete(snapshotId);
      const read = await this.#ask(snapshotId);
      if (this.#isStopped) return;
      this.read.set(snapshotId, read);
      this.#listener.onRead(snapshotId);
    } while (this.#stale.has(snapshotId));
  }

  async #ask(snapshotId: string): Promise<Read> {
    try {
      return { threads: await threadsOf(this.connection, snapshotId), problem: null };
    } catch (thrown) {
      const threads = this.read.get(snapshotId)?.threads ?? [];
      return { threads, problem: errorText(toUserError(thrown)) };
    }
  }

  #handle(message: LiveMessage): void {
    if (message.type === 'lists_changed' || !('snapshotId' in message)) return;
    const { snapshotId } = message;
    if (this.shown.some((one) => one.snapshotId === snapshotId)) void this.readAgain(snapshotId);
  }
}
