import { VERSIONS_PER_SNAPSHOT } from '@stagelink/shared/contracts/limits';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import * as repo from './repo.ts';

interface RetentionSettings {
  id: string;
  /** The published version. */
  version: number | null;
  keepVersions: number | null;
}

/** A lowered number may concern hundreds of versions, and each removal takes time under the snapshot's lock. */
const REMOVED_AT_ONCE = 20;

const tooMany = (advice: string) =>
  new AppError(
    'plan_limit',
    `This snapshot has ${VERSIONS_PER_SNAPSHOT} versions, which is the maximum. ${advice}`,
  );

/** Throws if one more version exceeds the limit and none can be removed for it. */
export async function assertVersionLimit(db: Db, { id, keepVersions }: RetentionSettings): Promise<void> {
  if (keepVersions !== null || (await repo.countOf(db, id)) < VERSIONS_PER_SNAPSHOT) return;
  throw tooMany('In its version list, choose to keep only the newest, then stage again.');
}

/** Removes the oldest versions beyond the number to keep. The snapshot must be locked. */
export async function prune(tx: Tx, snapshot: RetentionSettings): Promise<void> {
  const { id, keepVersions } = snapshot;
  const removed =
    keepVersions === null ? [] : await repo.surplusOf(tx, snapshot, keepVersions, REMOVED_AT_ONCE);
  for (const row of removed) await repo.remove(tx, row);
  if ((await repo.countOf(tx, id)) > VERSIONS_PER_SNAPSHOT) {
    throw tooMany('The remaining versions have comments or review responses. Stage a new snapshot.');
  }
}
