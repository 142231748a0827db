import { ApiError } from '@stagelink/shared/client';
import { THREADS_PAGE_MAX } from '@stagelink/shared/contracts/limits';
import type { LiveMessage } from '@stagelink/shared/contracts/live';
import { listThreads, type Thread } from '@stagelink/shared/contracts/threads';
import type { Connection } from '../connection.ts';
import { toCallProblem } from '../problem.ts';
import { openLive } from './live.ts';
import type { Read, Shown } from './tree.ts';

/** More are not read: nobody looks through them in a side bar. */
const PAGES_MAX = 20;

/** Every thread of a snapshot, newest first; none when it is gone. */
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
  /** A snapshot's threads were read, for the first time or again; or they could not be. */
  onRead: (snapshotId: string) => void;
  onSignedOut: () => void;
}

/** The threads of some snapshots as one account sees them, kept up to date until it is stopped. */
export class Following {
  readonly shown: readonly Shown[];
  readonly connection: Connection;
  readonly read = new Map<string, Read>();
  private readonly listener: Listener;
  private readonly reading = new Map<string, Promise<void>>();
  /** Changed while it was being read. */
  private readonly stale = new Set<string>();
  private readonly live: { stop: () => void } | null;
  private isStopped = false;

  constructor(connection: Connection, shown: readonly Shown[], userAgent: string, listener: Listener) {
    this.connection = connection;
    this.shown = shown;
    this.listener = listener;
    const { server } = connection.owner;
    this.live =
      shown.length === 0
        ? null
        : openLive(
            { server, token: connection.token, userAgent },
            {
              onMessage: (message) => this.hear(message),
              onGap: () => void this.refresh(),
              onSignedOut: listener.onSignedOut,
            },
          );
  }

  /** Whether every snapshot was asked for, with or without an answer. */
  get isRead(): boolean {
    return this.shown.every(({ snapshotId }) => this.read.has(snapshotId));
  }

  async refresh(): Promise<void> {
    await Promise.all(this.shown.map(({ snapshotId }) => this.readAgain(snapshotId)));
  }

  /** Reads these threads; what changes meanwhile is read after that, and not twice at once. */
  readAgain(snapshotId: string): Promise<void> {
    const running = this.reading.get(snapshotId);
    if (running) {
      this.stale.add(snapshotId);
      return running;
    }
    const work = this.readUntilFresh(snapshotId).finally(() => this.reading.delete(snapshotId));
    this.reading.set(snapshotId, work);
    return work;
  }

  stop(): void {
    this.isStopped = true;
    this.live?.stop();
  }

  private async readUntilFresh(snapshotId: string): Promise<void> {
    do {
      this.stale.delete(snapshotId);
      const read = await this.ask(snapshotId);
      if (this.isStopped) return;
      this.read.set(snapshotId, read);
      this.listener.onRead(snapshotId);
    } while (this.stale.has(snapshotId));
  }

  private async ask(snapshotId: string): Promise<Read> {
    try {
      return { threads: await threadsOf(this.connection, snapshotId), problem: null };
    } catch (thrown) {
      const threads = this.read.get(snapshotId)?.threads ?? [];
      return { threads, problem: toCallProblem(thrown)?.message ?? null };
    }
  }

  private hear(message: LiveMessage): void {
    if (!('snapshotId' in message)) return;
    const { snapshotId } = message;
    if (this.shown.some((one) => one.snapshotId === snapshotId)) void this.readAgain(snapshotId);
  }
}
