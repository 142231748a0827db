import type { App } from '../../platform/context.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { userChannel } from '../../platform/live/events.ts';
import * as repo from './activityRepo.ts';

/** How often superadmins are notified of new events. */
export const ACTIVITY_MS = 500;
/** Events counted each time: 20 a second. The feed itself is fetched. */
const COUNT_MAX = 10;
/** A superadmin without an open window costs no query more often than this. */
const SUPERADMINS_MS = 5_000;
/** Events of a transaction that takes longer are not counted; the feed shows them with the next one. */
const LATE_MS = 5_000;

/** Notifies the open windows of superadmins how many events are new. Messages carry numbers only. */
export class ActivityFeed {
  readonly #app: Pick<App, 'db' | 'hub' | 'log'>;
  #channels: { names: readonly string[]; readAt: number } = { names: [], readAt: -Infinity };
  /** Counted events, with the time of the count. */
  readonly #known = new Map<string, number>();
  #isBusy = false;
  #isFirst = true;

  constructor(app: Pick<App, 'db' | 'hub' | 'log'>) {
    this.#app = app;
  }

  /** Notifies of what is new. Does nothing while the last call runs. */
  async tick(now = Date.now()): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    try {
      await this.#notify(now);
    } catch (cause) {
      this.#app.log.warn({ err: cause }, 'new activity could not be read');
    } finally {
      this.#isBusy = false;
    }
  }

  async #openChannels(now: number): Promise<readonly string[]> {
    if (now - this.#channels.readAt >= SUPERADMINS_MS) {
      const rows = await accounts.superadmins(this.#app.db);
      this.#channels = { names: rows.map(({ id }) => userChannel(id)), readAt: now };
    }
    return this.#channels.names.filter((name) => this.#app.hub.isOpen(name));
  }

  async #notify(now: number): Promise<void> {
    if (this.#app.hub.size === 0) return;
    const channels = await this.#openChannels(now);
    if (channels.length === 0) {
      this.#isFirst = true;
      return;
    }
    const found = await repo.receivedSince(this.#app.db, new Date(now - LATE_MS));
    const fresh = found.filter((id) => !this.#known.has(id));
    for (const id of fresh) this.#known.set(id, now);
    for (const [id, at] of this.#known) if (now - at > 2 * LATE_MS) this.#known.delete(id);
    // What happened before a window opened is in its list.
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    if (isFirst || fresh.length === 0) return;
    const message = { type: 'activity', count: Math.min(fresh.length, COUNT_MAX) } as const;
    for (const channel of channels) this.#app.hub.sendTo(channel, message);
  }
}
