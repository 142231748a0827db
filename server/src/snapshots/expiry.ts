import { RETENTION_DAYS } from '@stagelink/shared/contracts/limits';
import { timeLeft } from '@stagelink/shared/contracts/timeLeft';
import type { App } from '../app.ts';
import { doEach } from '../jobs/each.ts';
import { type News, notify } from '../notifications/service.ts';
import * as expiry from './expiryRepo.ts';
import { removeHeld } from './service.ts';
import * as repo from './repo.ts';

const DAY_MS = 86_400_000;

/** The recipient's zone is not known, so no hour is named. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** As the table shows it. */
function timeLeftOf(expiresAt: Date, now: Date): string {
  const left = timeLeft(expiresAt.getTime(), now.getTime());
  return left ? `in ${left.count} ${left.unit}${left.count === 1 ? '' : 's'}` : 'now';
}

function warning(id: string, { name, expiresAt }: expiry.EndingRow, now: Date): News {
  return {
    type: 'other',
    title: `“${name}” expires soon`,
    message:
      `Its link stops working ${timeLeftOf(expiresAt, now)}, on ${day.format(expiresAt)} (UTC). ` +
      `Extend it to keep the link alive. Once expired it is kept for ${RETENTION_DAYS} days, then deleted.`,
    // The row, where it can be extended.
    actionUrl: `/dashboard?search=${id}`,
    snapshotId: id,
  };
}

/** Warns every owner of what expires soon, once for each expiry. How many were warned. */
export async function warnOfExpiry(
  app: Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const warn = (id: string) =>
    app.db.transaction(async (tx) => {
      const ending = await expiry.takeWarning(tx, id, now);
      if (!ending) return false;
      await notify(app, tx, { userId: ending.ownerId, ...warning(id, ending, now) });
      return true;
    });
  return doEach(app, await expiry.dueForWarning(app.db, now), warn, signal);
}

/** Deletes what expired so long ago that nobody will bring it back. How many there were. */
export async function removeExpired(
  app: Pick<App, 'content' | 'db' | 'log'>,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  async function remove(id: string): Promise<boolean> {
    const isRemoved = await app.db.transaction(async (tx) => {
      const row = await repo.lock(tx, id);
      // Its owner may have brought it back at the last moment.
      if (!row || row.expiresAt > before) return false;
      await removeHeld(tx, row);
      return true;
    });
    if (isRemoved) app.content.forget(id);
    return isRemoved;
  }
  return doEach(app, await expiry.expiredBefore(app.db, before), remove, signal);
}
