import type { IncomingMessage } from 'node:http';
import { RETENTION_DAYS } from '@stagelink/shared/contracts/limits';
import * as analytics from '../analytics/repo.ts';
import type { Access } from '../access/access.ts';
import type { App } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import type { Principal } from '../../platform/http/principal.ts';
import { userChannel } from '../../platform/live/events.ts';
import { type ChannelEvent, listsChangedEvent, publishAll } from '../../platform/live/publish.ts';
import { type PageView, pageView, ViewBuffer, SAME_VIEW_MINUTES } from './viewBuffer.ts';
import * as repo from './repo.ts';
import { isPageView, visitorHash } from './visitors.ts';

const DAY_MS = 86_400_000;
/** Delay until page views are written: a killed process loses this much. */
const EVERY_MS = 3_000;
const SALT_DAYS = 2;
/** An expired snapshot can be extended within its retention and then shows its former viewers. */
const KEPT_DAYS = RETENTION_DAYS + 60;

/** Clients read more changed snapshots than these as lists. */
const NAMED_MAX = 5;

function eventsFor(seen: readonly repo.ViewCount[]): ChannelEvent[] {
  const byOwner = Map.groupBy(seen, ({ ownerId }) => ownerId);
  return [...byOwner].flatMap(([ownerId, counts]) => {
    const ids = [...new Set(counts.map(({ snapshotId }) => snapshotId))];
    const changed = ids.length > NAMED_MAX ? [{}] : ids.map((snapshotId) => ({ snapshotId }));
    return changed.map((each) => listsChangedEvent(userChannel(ownerId), each));
  });
}

interface Parts extends Pick<App, 'db' | 'log'> {
  rateLimits: Pick<App['rateLimits'], 'tryConsume'>;
}

/**
 * Counts page views. A request only records its view in memory; each server process writes its views together every few
 * seconds.
 */
export class Views {
  readonly #app: Parts;
  readonly #looks = new ViewBuffer();
  readonly #salts = new Map<string, Promise<Buffer>>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(app: Parts) {
    this.#app = app;
  }

  /** Records a view by a visitor. The owner's views do not count, nor those beyond the limits. */
  async note(
    { headers }: Pick<IncomingMessage, 'headers'>,
    { snapshot, isOwner }: Access,
    { principal, address }: { principal: Principal | null; address: string },
    now = new Date(),
  ): Promise<void> {
    if (isOwner || !isPageView(headers)) return;
    const look = pageView(snapshot.id, { userId: principal?.userId ?? null, address }, now);
    if (this.#looks.has(look) || (await this.#isWithinLimits(look))) this.#looks.add(look);
  }

  async #isWithinLimits({ snapshotId, address }: PageView): Promise<boolean> {
    const { rateLimits } = this.#app;
    if (!(await rateLimits.tryConsume('pageView', `${snapshotId} ${address}`))) return false;
    return rateLimits.tryConsume('pageViewsOfSnapshot', snapshotId);
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Writes the recorded views. Views that fail stay for the next flush. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const looks = this.#looks.take();
    if (looks.length === 0) return;
    try {
      await this.#publish(await this.#count(looks));
    } catch (cause) {
      // If the write did succeed, repeating it counts the same views.
      this.#looks.putBack(looks);
      this.#app.log.warn({ err: cause }, 'page views could not be written; retrying later');
    }
  }

  /** Returns the events of the snapshots whose counts have changed. */
  async #count(looks: PageView[]): Promise<ChannelEvent[]> {
    const counted = await Promise.all(
      looks.map(async (look) => ({
        ...look,
        visitor: visitorHash(await this.#saltOf(look.day), look.snapshotId, look),
      })),
    );
    return this.#app.db.transaction(async (tx) => {
      const found = await repo.count(tx, counted, SAME_VIEW_MINUTES);
      const seen = found.filter(({ views }) => views > 0);
      await analytics.addViews(tx, seen);
      return eventsFor(seen);
    });
  }

  /** Publishes in a separate transaction: locking channels while snapshots are locked could deadlock. */
  async #publish(events: ChannelEvent[]): Promise<void> {
    if (events.length > 0) await this.#app.db.transaction((tx) => publishAll(tx, events));
  }

  #saltOf(day: string): Promise<Buffer> {
    const known = this.#salts.get(day);
    if (known) return known;
    const salt = repo.saltOf(this.#app.db, day);
    this.#salts.clear();
    this.#salts.set(day, salt);
    salt.catch(() => this.#salts.delete(day));
    return salt;
  }
}

const dayBefore = (now: Date, days: number) =>
  new Date(now.getTime() - days * DAY_MS).toISOString().slice(0, 10);

/** Removes old views, and the salts of past days. */
export async function pruneViews(db: Db, now = new Date()): Promise<{ salts: number; views: number }> {
  return {
    salts: await repo.removeSaltsBefore(db, dayBefore(now, SALT_DAYS)),
    views: await repo.removeBefore(db, dayBefore(now, KEPT_DAYS)),
  };
}
