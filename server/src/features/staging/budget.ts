import { bytes } from '@stagelink/shared/domain/format';
import { UPLOAD_REPLACED_SECONDS } from '@stagelink/shared/contracts/limits';
import { isUnclaimed } from '../identity/accounts/unclaimed.ts';
import { planLimit, type StagingLimits } from '../identity/accounts/plan.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { lockOwnerForNoKeyUpdate } from '../snapshots/repo.ts';
import * as budgetRepo from './budgetRepo.ts';
import * as repo from './repo.ts';

const noRoomForVisitors = () =>
  new AppError(
    'storage_full',
    'The server has no room for more snapshots without an account. Sign up to stage, or try again tomorrow.',
  );

/** Throws if an upload exceeds the plan's storage. The owner must be locked. Returns the bytes that are new to it. */
export async function reserve(
  tx: Tx,
  limits: StagingLimits,
  upload: Pick<repo.UploadRow, 'id' | 'ownerId'>,
  sizes: ReadonlyMap<string, number>,
): Promise<number> {
  const added = await budgetRepo.reserve(tx, upload, sizes);
  if (added > 0) await assertStored(tx, limits, upload.ownerId);
  return added;
}

/** Throws if the account's files exceed the plan's storage. The owner must be locked. */
export async function assertStored(tx: Tx, limits: StagingLimits, ownerId: string): Promise<void> {
  const { storedBytes, needsVerification } = limits;
  const total = await budgetRepo.storedBytes(tx, ownerId);
  if (total > storedBytes && isUnclaimed(ownerId)) throw noRoomForVisitors();
  if (total > storedBytes) {
    const advice = needsVerification
      ? 'Confirm your email address in your settings to store more.'
      : 'Delete snapshots first.';
    throw planLimit(
      needsVerification ? { upgradeUrl: null } : limits,
      `These files would bring your storage to ${bytes(total, Math.ceil)}; you may store ${bytes(storedBytes)}. ${advice}`,
    );
  }
}

/**
 * Makes room for another upload: deletes the oldest unfinished one unless it is recent. Locks the owner so that two
 * uploads cannot take the same place.
 */
export async function claimUpload(tx: Tx, ownerId: string, most: number): Promise<void> {
  await lockOwnerForNoKeyUpdate(tx, ownerId);
  const open = await budgetRepo.openUploads(tx, ownerId);
  const [oldest] = open;
  if (!oldest || open.length < most) return;
  const replaceableAt = oldest.createdAt.getTime() + UPLOAD_REPLACED_SECONDS * 1000;
  if (replaceableAt > Date.now()) {
    throw new AppError(
      'rate_limited',
      `${open.length} of your uploads are not finished. Finish one, or stage again in ${UPLOAD_REPLACED_SECONDS} seconds.`,
      { retryAfter: Math.ceil((replaceableAt - Date.now()) / 1000) },
    );
  }
  await repo.removeUnfinished(tx, oldest.id);
}
