import { RETENTION_DAYS } from '@stagelink/shared/contracts/limits';
import { count } from '@stagelink/shared/domain/format';
import { timeLeft } from '@stagelink/shared/domain/timeLeft';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { App } from '../../platform/context.ts';
import * as accounts from '../identity/accounts/repo.ts';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { type NotificationDraft, notify } from '../notifications/service.ts';
import * as expiry from './expiryRepo.ts';
import { removeLocked } from './service.ts';
import * as repo from './repo.ts';
import { emitExpiry } from './webhooks.ts';

const DAY_MS = 86_400_000;

/** The recipient's time zone is unknown, so the text contains no hour. */
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** Formats the time left as in the dashboard's table. */
function timeLeftOf(expiresAt: Date, now: Date): string {
  const left = timeLeft(expiresAt.getTime(), now.getTime());
  return left ? `in ${count(left.count, left.unit)}` : 'now';
}

function warning(id: string, { name, expiresAt }: expiry.ExpiringRow, now: Date): NotificationDraft {
  return {
    type: 'other',
    title: sentence`“${name}” expires soon`,
    message:
      `Its link stops working ${timeLeftOf(expiresAt, now)}, on ${day.format(expiresAt)} (UTC). ` +
      `Extend it to keep the link working. After it expires, it is kept for ${RETENTION_DAYS} days and then deleted.`,
    // Links to the row, where it can be extended.
    actionUrl: `/dashboard?search=${id}`,
    snapshotId: id,
  };
}

/** Warns owners of snapshots that expire soon, once per expiry. Returns how many. */
export async function warnOfExpiry(
  app: Pick<App, 'config' | 'db' | 'jobs' | 'log' | 'mail' | 'secrets'>,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const warn = (id: string) =>
    app.db.transaction(async (tx) => {
      const ending = await expiry.claimWarning(tx, id, now);
      if (!ending) return false;
      const row = await repo.find(tx, id);
      if (row) await emitExpiry(app, tx, 'snapshot.expiring', row);
      await notify(app, tx, { userId: ending.ownerId, ...warning(id, ending, now) });
      return true;
    });
  return runEach(app, await expiry.dueForWarning(app.db, now), warn, signal);
}

/** Deletes snapshots whose retention has ended. Returns how many. */
export async function removeExpired(
  app: Pick<App, 'config' | 'contentCache' | 'db' | 'jobs' | 'log'>,
  now = new Date(),
  signal?: AbortSignal,
): Promise<number> {
  const before = new Date(now.getTime() - RETENTION_DAYS * DAY_MS);
  async function remove(id: string): Promise<boolean> {
    const isRemoved = await app.db.transaction(async (tx) => {
      const known = await repo.find(tx, id);
      if (!known) return false;
      await accounts.lockForKeyShare(tx, known.ownerId);
      const row = await repo.lockForNoKeyUpdate(tx, id);
      // The owner may have extended it meanwhile.
      if (!row || row.expiresAt > (isUnclaimed(row.ownerId) ? now : before)) return false;
      await removeLocked(app, tx, row);
      return true;
    });
    if (isRemoved) app.contentCache.invalidate(id);
    return isRemoved;
  }
  return runEach(app, await expiry.expiredBefore(app.db, before, now), remove, signal);
}
