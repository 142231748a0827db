import {
  COMMENT_BYTES,
  COMMENTS_PER_SNAPSHOT,
  VISITOR_COMMENT_BYTES,
} from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { Count } from '../../platform/http/rateLimit.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

/** Throws if the snapshot had as many comments as it may; the transaction then rolls back. */
export function assertCapacity(before: number): void {
  if (before >= COMMENTS_PER_SNAPSHOT) {
    throw new AppError(
      'conflict',
      `This snapshot has ${COMMENTS_PER_SNAPSHOT} comments, which is the maximum.`,
    );
  }
}

/** Throws if the comments now exceed the total size; the transaction then rolls back. */
export function assertBytes(used: repo.CommentBytes, commenter: policy.Commenter): void {
  if (used.all > COMMENT_BYTES || (policy.isVisitor(commenter) && used.visitors > VISITOR_COMMENT_BYTES)) {
    throw new AppError(
      'conflict',
      'The comments on this snapshot have reached their total size. The owner can delete some.',
    );
  }
}

/** The same, after a change of a comment. */
export const assertCommentBytes = async (
  tx: Tx,
  { id }: LiveSnapshotRow,
  commenter: policy.Commenter,
): Promise<void> => assertBytes(await repo.bytesOn(tx, id), commenter);

/** Those of an address come first: one that floods a snapshot is stopped before it uses up the shared limit. */
const visitorCounts = (snapshotId: string, address: string): Count[] => [
  { name: 'visitorAddressComments', key: `${snapshotId} ${address}` },
  { name: 'visitorComments', key: snapshotId },
];

export async function limitVisitors(
  { rateLimits }: App,
  how: 'peekAll' | 'consumeInTurn',
  snapshotId: string,
  commenter: policy.Commenter,
  address: string,
): Promise<void> {
  if (policy.countsAsVisitor(commenter)) await rateLimits[how](visitorCounts(snapshotId, address));
}
