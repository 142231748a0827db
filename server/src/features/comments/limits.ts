import {
  COMMENT_BYTES,
  COMMENTS_PER_SNAPSHOT,
  VISITOR_COMMENT_BYTES,
} from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

/** Throws if the snapshot has as many comments as it may. */
export function assertCapacity({ comments }: Pick<repo.CommentCapacity, 'comments'>): void {
  if (comments >= COMMENTS_PER_SNAPSHOT) {
    throw new AppError(
      'conflict',
      `This snapshot has ${COMMENTS_PER_SNAPSHOT} comments, which is the maximum.`,
    );
  }
}

/** Throws if the comments now exceed the total size; the transaction then rolls back. */
export async function assertCommentBytes(
  tx: Tx,
  { id }: LiveSnapshotRow,
  commenter: policy.Commenter,
): Promise<void> {
  const used = await repo.bytesOn(tx, id);
  if (used.all > COMMENT_BYTES || (policy.isVisitor(commenter) && used.visitors > VISITOR_COMMENT_BYTES)) {
    throw new AppError(
      'conflict',
      'The comments on this snapshot have reached their total size. The owner can delete some.',
    );
  }
}

/** Counts per address first: one that floods a snapshot is stopped before it uses up the shared limit. */
export async function limitVisitors(
  { rateLimits }: App,
  how: 'peek' | 'consume',
  snapshotId: string,
  commenter: policy.Commenter,
  address: string,
): Promise<void> {
  if (!policy.countsAsVisitor(commenter)) return;
  await rateLimits[how]('visitorAddressComments', `${snapshotId} ${address}`);
  await rateLimits[how]('visitorComments', snapshotId);
}
