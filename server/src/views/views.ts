import type { IncomingMessage } from 'node:http';
import { RETENTION_DAYS } from '@stagelink/shared/contracts/limits';
import * as analytics from '../analytics/service.ts';
import type { Access } from '../access/access.ts';
import type { App } from '../app.ts';
import type { Db } from '../db/db.ts';
import type { Viewer } from '../http/viewer.ts';
import { userChannel } from '../live/events.ts';
import { record } from '../live/record.ts';
import { type Look, lookAt, Looks, SAME_VIEW_MINUTES } from './looks.ts';
import * as repo from './repo.ts';
import { isLook, visitorHash } from './visitors.ts';

const DAY_MS = 86_400_000;
/** How long a look waits to be written down: what a process that is killed forgets, and what an owner waits for. */
const EVERY_MS = 3_000;
const AGENT_MAX = 500;
const SALT_DAYS = 2;
/** A snapshot may be brought back within its retention, and then shows who looked at it before. */
const KEPT_DAYS = RETENTION_DAYS + 60;

/**
 * Counts views. A request only notes its look in memory; all looks are written down together, every few seconds,
 * by every server process for itself.
 */
export class Views {
  readonly #app: Pick<App, 'db' | 'log'>;
  readonly #looks = new Looks();
  readonly #salts = new Map<string, Promise<Buffer>>();
  #timer: NodeJS.Timeout | undefined;
  #writing = Promise.resolve();

  constructor(app: Pick<App, 'db' | 'log'>) {
    this.#app = app;
  }

  /** Notes that somebody other than the owner looks. */
  note(
    { headers }: Pick<IncomingMessage, 'headers'>,
    { snapshot, isOwner }: Access,
    { viewer, address }: { viewer: Viewer | null; address: string },
    now = new Date(),
  ): void {
    if (isOwner || !isLook(headers)) return;
    const userAgent = (headers['user-agent'] ?? '').slice(0, AGENT_MAX);
    this.#looks.add(lookAt(snapshot.id, { userId: viewer?.userId ?? null, address, userAgent }, now));
  }

  start(): void {
    this.#timer = setInterval(() => void this.flush(), EVERY_MS);
  }

  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Writes down what was noted; what cannot be written waits for the next time. */
  flush(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async #write(): Promise<void> {
    const looks = this.#looks.take();
    if (looks.length === 0) return;
    try {
      await this.#tell(await this.#count(looks));
    } catch (cause) {
      // If they were written after all, they are the same views when they are written again.
      this.#looks.putBack(looks);
      this.#app.log.warn({ err: cause }, 'views could not be written down, and will be later');
    }
  }

  /** Whose snapshots have more views now. */
  async #count(looks: Look[]): Promise<string[]> {
    const counted = await Promise.all(
      looks.map(async (look) => ({
        ...look,
        visitor: visitorHash(await this.#saltOf(look.day), look.snapshotId, look),
      })),
    );
    return this.#app.db.transaction(async (tx) => {
      const found = await repo.count(tx, counted, SAME_VIEW_MINUTES);
      const seen = found.filter(({ views }) => views > 0);
      await analytics.record(
        tx,
        ...seen.map(({ snapshotId, userId }) => ({
          type: 'snapshot_viewed' as const,
          userId,
          data: { snapshotId },
        })),
      );
      return [...new Set(seen.map(({ ownerId }) => ownerId))];
    });
  }

  /** Apart from the count, or this would hold snapshots while it waits for channels, and others the other way round. */
  async #tell(owners: string[]): Promise<void> {
    if (owners.length === 0) return;
    await this.#app.db.transaction((tx) => record(tx, owners.map(userChannel), { type: 'lists_changed' }));
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

/** Removes what is too old to be shown, and the salts of days that are over. */
export async function forgetViews(db: Db, now = new Date()): Promise<{ salts: number; views: number }> {
  return {
    salts: await repo.removeSaltsBefore(db, dayBefore(now, SALT_DAYS)),
    views: await repo.removeBefore(db, dayBefore(now, KEPT_DAYS)),
  };
}
