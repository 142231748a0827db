import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import * as notifications from '../notifications/repo.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { peopleOf } from './peopleRepo.ts';
import type { Commenter } from './policy.ts';

/**
 * Locks the commenter's account and these, then the snapshot, in the lock order of a deletion. Throws
 * `unauthenticated` when the commenter's own account has been deleted since the access check.
 */
export async function lockSnapshotAs(
  tx: Tx,
  snapshotId: string,
  { userId }: Commenter,
  others: readonly (string | null)[] = [],
): Promise<LiveSnapshotRow> {
  const ids = new Set([...others, userId].filter((id) => id !== null));
  const locked = await notifications.lockRecipients(tx, [...ids]);
  if (userId !== null && locked.every(({ id }) => id !== userId)) {
    throw new AppError('unauthenticated', 'Please log in first.');
  }
  return lockSnapshot(tx, snapshotId);
}

/** Locks the accounts that the change may notify, too. */
export async function lockSnapshotAndPeople(
  tx: Tx,
  snapshotId: string,
  commenter: Commenter,
): Promise<LiveSnapshotRow> {
  const known = await peopleOf(tx, snapshotId);
  return lockSnapshotAs(
    tx,
    snapshotId,
    commenter,
    known.map(({ userId }) => userId),
  );
}
