import { uuidv7 } from 'uuidv7';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { notFound } from '../http/errors.ts';
import { userChannel } from '../live/events.ts';
import { record } from '../live/record.ts';
import * as repo from './repo.ts';

const notFollowed = () => notFound('A subscription of yours');

type Word = 'subscription_created' | 'subscription_cancelled';

const tell = (tx: Tx, userId: string, type: Word, { id, snapshotId }: repo.SubscriptionRow) =>
  record(tx, [userChannel(userId)], { type, subscriptionId: id, snapshotId });

/** Pausing is told as a cancellation and resuming as a new subscription: there are no other words for them. */
async function turn(
  tx: Tx,
  userId: string,
  row: repo.SubscriptionRow | undefined,
  isActive: boolean,
): Promise<repo.SubscriptionRow> {
  if (!row) throw notFollowed();
  if (row.isActive === isActive) return row;
  await repo.setActive(tx, row.id, isActive);
  await tell(tx, userId, isActive ? 'subscription_created' : 'subscription_cancelled', row);
  return { ...row, isActive };
}

/** Follows a snapshot or a thread, or resumes following it. */
export function follow({ db }: App, userId: string, followed: repo.Followed): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) => {
    const isNew = await repo.insert(tx, { ...followed, id: uuidv7(), userId });
    const row = await repo.lockOf(tx, userId, followed);
    if (!row) throw notFollowed();
    if (!isNew) return turn(tx, userId, row, true);
    await tell(tx, userId, 'subscription_created', row);
    return row;
  });
}

export function pause({ db }: App, userId: string, followed: repo.Followed): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) => turn(tx, userId, await repo.lockOf(tx, userId, followed), false));
}

/** Pauses a thread, also for somebody who follows it only with its snapshot. */
export function silence({ db }: App, userId: string, followed: repo.Followed): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) => {
    const isNew = await repo.insert(tx, { ...followed, id: uuidv7(), userId, isActive: false });
    const row = await repo.lockOf(tx, userId, followed);
    if (!isNew) return turn(tx, userId, row, false);
    if (!row) throw notFollowed();
    await tell(tx, userId, 'subscription_cancelled', row);
    return row;
  });
}

export function setActive(
  { db }: App,
  userId: string,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) => turn(tx, userId, await repo.lock(tx, userId, id), isActive));
}

export async function cancel({ db }: App, userId: string, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await repo.lock(tx, userId, id);
    if (!row) throw notFollowed();
    await repo.remove(tx, id);
    await tell(tx, userId, 'subscription_cancelled', row);
  });
}
