import { VERSIONS_PER_SNAPSHOT } from '@stagelink/shared/contracts/limits';
import type { Db, Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import * as repo from './repo.ts';

interface Kept {
  id: string;
  /** The version the link shows. */
  version: number | null;
  keepVersions: number | null;
}

/** A choice made late may concern hundreds of versions, and each removal takes time under the snapshot's lock. */
const REMOVED_AT_ONCE = 20;

const tooMany = (advice: string) =>
  new AppError(
    'plan_limit',
    `This snapshot has ${VERSIONS_PER_SNAPSHOT} versions, the most there can be. ${advice}`,
  );

/** Throws where one more version would be too many and none is removed for it. */
export async function assertVersionRoom(db: Db, { id, keepVersions }: Kept): Promise<void> {
  if (keepVersions !== null || (await repo.countOf(db, id)) < VERSIONS_PER_SNAPSHOT) return;
  throw tooMany('Choose in its list of versions to keep only the newest, then stage again.');
}

/** Removes the oldest versions beyond the number the owner keeps. The snapshot must be locked. */
export async function prune(tx: Tx, snapshot: Kept): Promise<void> {
  const { id, keepVersions } = snapshot;
  const removed =
    keepVersions === null ? [] : await repo.surplusOf(tx, snapshot, keepVersions, REMOVED_AT_ONCE);
  for (const row of removed) await repo.remove(tx, row);
  if ((await repo.countOf(tx, id)) > VERSIONS_PER_SNAPSHOT) {
    throw tooMany('Those that are left have comments or answers of reviewers. Stage a new snapshot.');
  }
}
