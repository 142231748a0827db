import { UPLOAD_REPLACED_SECONDS } from '@stagelink/shared/contracts/limits';
import type { StagingLimits } from '../accounts/plan.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import { lockOwner } from '../snapshots/repo.ts';
import * as budgetRepo from './budgetRepo.ts';
import { megabytes } from './manifest.ts';
import * as repo from './repo.ts';

/** Throws when an upload takes its owner's files past what the plan allows. The owner must be locked. */
export async function reserve(
  tx: Tx,
  { rateLimits }: Pick<App, 'rateLimits'>,
  { storedBytes, needsVerification }: StagingLimits,
  upload: Pick<repo.UploadRow, 'id' | 'ownerId'>,
  sizes: ReadonlyMap<string, number>,
): Promise<void> {
  const added = await budgetRepo.reserve(tx, upload, sizes);
  if (added === 0) return;
  const total = await budgetRepo.storedBytes(tx, upload.ownerId);
  if (total > storedBytes) {
    const advice = needsVerification
      ? 'Confirm your email address in your settings to store more.'
      : 'Delete snapshots first.';
    throw new AppError(
      'plan_limit',
      `With these files you would store ${megabytes(total)}; you may store ${megabytes(storedBytes)}. ${advice}`,
    );
  }
  await rateLimits.count('newKilobytes', upload.ownerId, Math.ceil(added / 1024));
}

/**
 * Makes room for one more upload of an account: the oldest unfinished one gives way when it is not recent. Leaves the
 * owner locked, so that two uploads cannot take the same place.
 */
export async function claimUpload(tx: Tx, ownerId: string, most: number): Promise<void> {
  await lockOwner(tx, ownerId);
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
