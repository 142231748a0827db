import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { emit, type EventSource } from '../webhooks/emit.ts';
import * as expiry from './expiryRepo.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'jobs'>;

/** Queues for the owner’s webhooks that versions were published, or that snapshots were deleted. */
export const emitSnapshots = (
  app: Parts,
  tx: Tx,
  type: 'snapshot.staged' | 'snapshot.deleted',
  snapshots: readonly EventSource[],
): Promise<void> => emit(app, tx, snapshots, { type, describe: () => ({}) });

/** Queues that a link expires soon, or has expired. */
export const emitExpiry = (
  app: Parts,
  tx: Tx,
  type: 'snapshot.expiring' | 'snapshot.expired',
  snapshot: EventSource & { expiresAt: Date },
): Promise<void> =>
  emit(app, tx, [snapshot], { type, describe: () => ({ expiresAt: snapshot.expiresAt.toISOString() }) });

/** Queues that links have expired, once per expiry, for owners with a webhook for that. Returns how many. */
export async function announceExpired(
  app: Parts & Pick<App, 'db' | 'log'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const announce = (id: string) =>
    app.db.transaction(async (tx) => {
      const row = (await expiry.claimAnnouncement(tx, id, now)) ? await repo.find(tx, id) : undefined;
      if (!row) return false;
      await emitExpiry(app, tx, 'snapshot.expired', row);
      return true;
    });
  return runEach(app, await expiry.dueForAnnouncement(app.db, now), announce, signal);
}
