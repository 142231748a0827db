import type { App } from '../../../platform/context.ts';
import * as billing from '../../billing/repo.ts';
import * as comments from '../../comments/writeRepo.ts';
import type { Tx } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/http/errors.ts';
import { runEach } from '../../../platform/jobs/each.ts';
import { snapshotChannel, userChannel } from '../../../platform/live/events.ts';
import { broadcast, deleteChannels } from '../../../platform/live/publish.ts';
import { endAll } from '../sessions/service.ts';
import * as snapshots from '../../snapshots/repo.ts';
import * as tickets from '../../../platform/tickets.ts';
import { endAll as endTokens } from '../tokens/service.ts';
import { accountDeletedEmail } from './emails.ts';
import { mailAccount } from './emailGuards.ts';
import { lockForRemoval } from './lastSuperadmin.ts';
import * as repo from './repo.ts';

/** The author's name on comments that stay on others' snapshots. */
const DELETED = 'Deleted account';

/** Snapshots removed per transaction. */
export const BATCH_SIZE = 100;

/** Ends every credential of the account, closes its sockets and invalidates emailed links. */
async function endAccess(tx: Tx, userId: string): Promise<void> {
  await endAll(tx, userId, null);
  await endTokens(tx, userId);
  await tickets.deleteForUser(tx, userId);
}

/** Closes the account: sign-in is rejected and its links no longer open. Returns its snapshots. */
async function close(app: App, tx: Tx, userId: string): Promise<string[]> {
  const user = await lockForRemoval(tx, userId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  const snapshotIds = await snapshots.idsOf(tx, userId);
  await repo.close(tx, userId);
  await endAccess(tx, userId);
  await broadcast(tx, ...snapshotIds.map((snapshotId) => ({ type: 'access_changed' as const, snapshotId })));
  await app.jobs.enqueue(tx, 'delete_accounts', {});
  // A job, so that the account goes at once even while the payment provider is down.
  const customer = await billing.find(tx, userId);
  if (customer) await app.jobs.enqueue(tx, 'delete_customer', { customerId: customer.customerId });
  return snapshotIds;
}

/** Returns how many snapshots were removed. */
async function removeBatch(tx: Tx, userId: string): Promise<number> {
  await repo.lockForUpdate(tx, userId);
  const ids = (await snapshots.idsOf(tx, userId)).slice(0, BATCH_SIZE);
  await snapshots.removeAll(tx, ids);
  await deleteChannels(tx, ids.map(snapshotChannel));
  return ids.length;
}

async function removeRest(app: App, tx: Tx, userId: string): Promise<void> {
  const user = await repo.lockForUpdate(tx, userId);
  if (!user) return;
  // A request that began before the account was closed may have added a snapshot.
  const channels = (await snapshots.idsOf(tx, userId)).map(snapshotChannel);
  await comments.detachAuthor(tx, userId, DELETED);
  await repo.remove(tx, userId);
  await deleteChannels(tx, [userChannel(userId), ...channels]);
  await app.jobs.enqueue(tx, 'sweep', {}); // removes unreferenced blobs
  await mailAccount(app, tx, user, accountDeletedEmail(user.name));
}

/** Removes one portion per transaction, so that it can resume after an interruption. Returns whether it finished. */
async function removeClosed(app: App, userId: string, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal?.aborted) return false;
    const removed = await app.jobDb.transaction((tx) => removeBatch(tx, userId));
    if (removed < BATCH_SIZE) break;
  }
  await app.jobDb.transaction((tx) => removeRest(app, tx, userId));
  return true;
}

/** Deletes every closed account. Returns how many. */
export async function deleteClosedAccounts(app: App, signal: AbortSignal): Promise<number> {
  const remove = (userId: string) => removeClosed(app, userId, signal);
  const deleted = await runEach(app, await repo.closed(app.db), remove, signal);
  signal.throwIfAborted();
  return deleted;
}

/**
 * Closes an account permanently and deletes its content: at once if it is small, otherwise in a job. `alsoDo` runs
 * first, in the transaction that closes it. Returns whether everything is deleted.
 */
export async function deleteAccount(
  app: App,
  userId: string,
  alsoDo: (tx: Tx) => Promise<void> = () => Promise.resolve(),
): Promise<boolean> {
  const snapshotIds = await app.db.transaction(async (tx) => {
    await alsoDo(tx);
    return close(app, tx, userId);
  });
  for (const id of snapshotIds) app.contentCache.invalidate(id);
  if (snapshotIds.length > BATCH_SIZE) return false;
  try {
    return await removeClosed(app, userId);
  } catch (cause) {
    app.log.error({ err: cause }, 'a closed account could not be deleted at once; the next job deletes it');
    return false;
  }
}
