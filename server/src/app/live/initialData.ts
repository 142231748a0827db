import { LRUCache } from 'lru-cache';
import { LIST_PAGE } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import { FairQueue } from '../../platform/fairQueue.ts';
import { frameOf } from '../../platform/live/frame.ts';
import * as notifications from '../../features/notifications/repo.ts';
import { presentProject } from '../../features/projects/present.ts';
import * as projects from '../../features/projects/repo.ts';
import * as snapshots from '../../features/snapshots/dashboardRepo.ts';
import { presentSnapshot } from '../../features/snapshots/present.ts';

async function readLists(app: App, userId: string, seq: number): Promise<Buffer> {
  const [newest, owned, unreadNotifications] = await Promise.all([
    snapshots.newestOf(app.db, userId, LIST_PAGE),
    projects.ofOwner(app.db, userId),
    notifications.countUnread(app.db, userId),
  ]);
  return frameOf({
    type: 'initial_data',
    seq,
    snapshots: newest.map((row) => presentSnapshot(row, app)),
    projects: owned.map(presentProject),
    unreadNotifications,
  });
}

const FRESH_MS = 1_000;
/** Users whose lists are read at once, each with several connections. The windows of a user wait for one read. */
const READS = { capacity: 2, runningPerKey: 1, waitingPerKey: 20_000 };

/** Reads the first messages of users’ channels. */
export class InitialData {
  readonly #app: App;
  readonly #reads = new FairQueue(READS);
  /** Many windows of a user return at once when a server is replaced. */
  readonly #recent = new LRUCache<string, Buffer, () => Promise<Buffer>>({
    max: 50,
    ttl: FRESH_MS,
    fetchMethod: (_key, _stale, { context: read }) => read(),
  });

  constructor(app: App) {
    this.#app = app;
  }

  /**
   * Returns the frame of a user's first message: the lists as they are at this number, at most a second old. Null if the
   * window is gone when its turn comes.
   */
  frameOf(userId: string, seq: number, isOpen: () => boolean): Promise<Buffer | null> {
    const context = () => readLists(this.#app, userId, seq);
    return this.#reads.run(userId, async () =>
      isOpen() ? this.#recent.forceFetch(`${userId} ${seq}`, { context }) : null,
    );
  }
}
