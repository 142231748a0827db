import type { App } from '../app.ts';
import * as comments from '../comments/repo.ts';
import type { Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
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

/** Whatever opens the account, ends; sockets close, and mailed links are dead. */
async function lockOut(tx: Tx, userId: string): Promise<void> {
  await endAll(tx, userId, null);
  await endTokens(tx, userId);
  await tickets.forgetUser(tx, userId);
}

async function remove(app: App, tx: Tx, userId: string): Promise<string[]> {
  const user = await repo.lock(tx, userId);
  if (!user) throw new AppError('unauthenticated', 'Please log in first.');
  // Read under the account's lock: no other snapshot can come to it any more.
  const snapshotIds = await snapshots.idsOf(tx, userId);
  await lockOut(tx, userId);
  await comments.disown(tx, userId, DELETED);
  await repo.remove(tx, userId);
  await announce(tx, ...snapshotIds.map((snapshotId) => ({ type: 'access_changed' as const, snapshotId })));
  await forgetChannels(tx, [userChannel(userId), ...snapshotIds.map(snapshotChannel)]);
  await app.jobs.enqueue(tx, 'sweep', {}); // of the files that nothing refers to any more
  await mailAccount(app, tx, user, farewell(user.name));
  return snapshotIds;
}

/** Deletes an account and everything in it, at once and for good. */
export async function deleteAccount(app: App, userId: string): Promise<void> {
  const snapshotIds = await app.jobDb.transaction((tx) => remove(app, tx, userId));
  for (const id of snapshotIds) app.content.forget(id);
}
