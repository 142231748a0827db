import type { App } from '../app.ts';
import * as comments from '../comments/repo.ts';
import type { Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import { doEach } from '../jobs/each.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, forgetChannels } from '../live/record.ts';
import { endAll } from '../sessions/service.ts';
import * as snapshots from '../snapshots/repo.ts';
import * as tickets from '../tickets.ts';
import { endAll as endTokens } from '../tokens/service.ts';
import { farewell } from './letters.ts';
import { mailAccount } from './mailed.ts';
import * as repo from './repo.ts';

/** Who wrote what stays on snapshots of others. */
const DELETED = 'Deleted account';

/** How many snapshots one transaction removes. */
export const PORTION = 100;

/** Whatever opens the account, ends; sockets close, and mailed links are dead. */
async function lockOut(tx: Tx, userId: string): Promise<void> {
  await endAll(tx, userId, null);
  await endTokens(tx, userId);
  await tickets.forgetUser(tx, userId);
}

/** Closes the account: signing in is refused and its links no longer open. Returns its snapshots. */
async function close(app: App, tx: Tx, userId: string): Promise<string[]> {
  const user = await repo.lock(tx, userId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  const snapshotIds = await snapshots.idsOf(tx, userId);
  await repo.close(tx, userId);
  await lockOut(tx, userId);
  await announce(tx, ...snapshotIds.map((snapshotId) => ({ type: 'access_changed' as const, snapshotId })));
  await app.jobs.enqueue(tx, 'delete_accounts', {});
  return snapshotIds;
}

/** How many snapshots were removed. */
async function removePortion(tx: Tx, userId: string): Promise<number> {
  await repo.lock(tx, userId);
  const ids = (await snapshots.idsOf(tx, userId)).slice(0, PORTION);
  await snapshots.removeAll(tx, ids);
  await forgetChannels(tx, ids.map(snapshotChannel));
  return ids.length;
}

/** What is left of the account. */
async function removeRest(app: App, tx: Tx, userId: string): Promise<void> {
  const user = await repo.lock(tx, userId);
  if (!user) return;
  // Whatever was begun before the account was closed may have added one.
  const channels = (await snapshots.idsOf(tx, userId)).map(snapshotChannel);
  await comments.disown(tx, userId, DELETED);
  await repo.remove(tx, userId);
  await forgetChannels(tx, [userChannel(userId), ...channels]);
  await app.jobs.enqueue(tx, 'sweep', {}); // of the files that nothing refers to any more
  await mailAccount(app, tx, user, farewell(user.name));
}

/** Removes a portion in each transaction, so that it goes on from there after an interruption. Whether it came to the end. */
async function removeClosed(app: App, userId: string, signal?: AbortSignal): Promise<boolean> {
  for (;;) {
    if (signal?.aborted) return false;
    const removed = await app.jobDb.transaction((tx) => removePortion(tx, userId));
    if (removed < PORTION) break;
  }
  await app.jobDb.transaction((tx) => removeRest(app, tx, userId));
  return true;
}

/** Deletes every account that its person has deleted and that is still there. How many there were. */
export async function deleteClosedAccounts(app: App, signal: AbortSignal): Promise<number> {
  const remove = (userId: string) => removeClosed(app, userId, signal);
  const deleted = await doEach(app, await repo.closed(app.db), remove, signal);
  signal.throwIfAborted();
  return deleted;
}

/**
 * Closes an account for good and deletes everything in it: at once, or in a job where that takes long. Whether all of
 * it is deleted.
 */
export async function deleteAccount(app: App, userId: string): Promise<boolean> {
  const snapshotIds = await app.db.transaction((tx) => close(app, tx, userId));
  for (const id of snapshotIds) app.content.forget(id);
  if (snapshotIds.length > PORTION) return false;
  try {
    return await removeClosed(app, userId);
  } catch (cause) {
    app.log.error({ err: cause }, 'a closed account was not deleted at once, and is deleted by the next job');
    return false;
  }
}
