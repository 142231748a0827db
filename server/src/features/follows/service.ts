import { uuidv7 } from 'uuidv7';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { notFound } from '../../platform/http/errors.ts';
import { userChannel } from '../../platform/live/events.ts';
import { publish } from '../../platform/live/publish.ts';
import * as repo from './repo.ts';

const notFollowed = () => notFound('That subscription');

type FollowEventType = 'subscription_created' | 'subscription_cancelled';

const publishChange = (
  tx: Tx,
  userId: string,
  type: FollowEventType,
  { id, snapshotId }: repo.SubscriptionRow,
) => publish(tx, [userChannel(userId)], { type, subscriptionId: id, snapshotId });

/** Publishes pausing as a cancelled and resuming as a created subscription, as the specification has no other types. */
async function turn(
  tx: Tx,
  userId: string,
  row: repo.SubscriptionRow | undefined,
  isActive: boolean,
): Promise<repo.SubscriptionRow> {
  if (!row) throw notFollowed();
  if (row.isActive === isActive && row.isChosen) return row;
  await repo.choose(tx, row.id, isActive);
  await publishChange(tx, userId, isActive ? 'subscription_created' : 'subscription_cancelled', row);
  return { ...row, isActive };
}

/** Follows a snapshot or a thread, or resumes it. */
export function follow(
  { db }: App,
  userId: string,
  followed: repo.FollowedObject,
): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) => {
    const isNew = await repo.insert(tx, { ...followed, id: uuidv7(), userId });
    const row = await repo.lockObjectForNoKeyUpdate(tx, userId, followed);
    if (!row) throw notFollowed();
    if (!isNew) return turn(tx, userId, row, true);
    await publishChange(tx, userId, 'subscription_created', row);
    return row;
  });
}

export function pause(
  { db }: App,
  userId: string,
  followed: repo.FollowedObject,
): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) =>
    turn(tx, userId, await repo.lockObjectForNoKeyUpdate(tx, userId, followed), false),
  );
}

/** Pauses a thread, also for a user who follows the whole snapshot. */
export function mute(
  { db }: App,
  userId: string,
  followed: repo.FollowedObject,
): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) => {
    const isNew = await repo.insert(tx, { ...followed, id: uuidv7(), userId, isActive: false });
    const row = await repo.lockObjectForNoKeyUpdate(tx, userId, followed);
    if (!isNew) return turn(tx, userId, row, false);
    if (!row) throw notFollowed();
    await publishChange(tx, userId, 'subscription_cancelled', row);
    return row;
  });
}

export function setActive(
  { db }: App,
  userId: string,
  { id, isActive }: { id: string; isActive: boolean },
): Promise<repo.SubscriptionRow> {
  return db.transaction(async (tx) =>
    turn(tx, userId, await repo.lockForNoKeyUpdate(tx, userId, id), isActive),
  );
}

/** Ends a follow. `isUndo` takes it back: owners go on being notified about their snapshot. */
export async function cancel({ db }: App, userId: string, id: string, isUndo: boolean): Promise<void> {
  await db.transaction(async (tx) => {
    const row = await repo.lockForNoKeyUpdate(tx, userId, id);
    if (!row) throw notFollowed();
    if (!isUndo || !(await repo.restoreForOwner(tx, id))) await repo.remove(tx, id);
    await publishChange(tx, userId, 'subscription_cancelled', row);
  });
}
