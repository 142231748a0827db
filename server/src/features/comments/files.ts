import { ATTACHMENTS_BYTES, VISITOR_ATTACHMENTS_BYTES } from '@stagelink/shared/contracts/limits';
import * as attachments from '../attachments/repo.ts';
import type { FileRow } from '../attachments/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { stagingLimits } from '../staging/createUpload.ts';
import { assertNewBytes, countNewBytes } from '../staging/newBytes.ts';
import * as policy from './policy.ts';

/** What is done to the limits: asking what they leave, or counting. */
type How = 'peekAll' | 'consumeAll';
const OF_ACCOUNTS = { peekAll: assertNewBytes, consumeAll: countNewBytes };

/** The author of a comment's files, and the network they come from. */
interface Sender {
  commenter: policy.Commenter;
  address: string;
}

const bytesOf = (files: FileRow[]) => files.reduce((sum, { size }) => sum + size, 0);

/** Counts the files of people without an account; a flood by visitors leaves reviewers their own share. */
async function countVisitorBytes(
  { rateLimits }: App,
  snapshotId: string,
  { commenter, address }: Sender,
  points: number,
  how: How,
): Promise<void> {
  const refusal = (from: string) => (wait: string) =>
    `Too many files were attached ${from} today. Comment without files, or attach them in ${wait}.`;
  const field = 'attachments';
  const ofAddress = { name: 'visitorKilobytes', key: address, points, field } as const;
  const ofSnapshot = { name: 'visitorKilobytesOfSnapshot', key: snapshotId, points, field } as const;
  await rateLimits[how]([
    { ...ofAddress, refusal: refusal('from your network') },
    ...(policy.isVisitor(commenter) ? [{ ...ofSnapshot, refusal: refusal('to this snapshot') }] : []),
  ]);
}

/** Counts bytes as they are written; deleting the comment gives nothing back. */
export async function countBytes(
  app: App,
  db: Db,
  snapshotId: string,
  sender: Sender,
  size: number,
  how: How = 'consumeAll',
): Promise<void> {
  const { userId: ownerId } = sender.commenter;
  if (ownerId === null) return countVisitorBytes(app, snapshotId, sender, Math.ceil(size / 1024), how);
  const limits = await stagingLimits(db, app, ownerId);
  return OF_ACCOUNTS[how](app, { ownerId, limits, address: sender.address }, size);
}

/** Returns how many bytes the comments on a snapshot may still store. */
async function roomFor(db: Db, snapshotId: string, commenter: policy.Commenter): Promise<number> {
  const used = await attachments.bytesOn(db, snapshotId);
  const forVisitors = policy.isVisitor(commenter) ? VISITOR_ATTACHMENTS_BYTES - used.visitors : Infinity;
  return Math.min(ATTACHMENTS_BYTES - used.all, forVisitors);
}

async function take(
  app: App,
  db: Db,
  { id }: Pick<LiveSnapshotRow, 'id'>,
  sender: Sender,
  size: number,
  how: How,
): Promise<void> {
  if (size > (await roomFor(db, id, sender.commenter))) {
    throw new AppError('too_large', 'The comments on this snapshot have too many files.', {
      field: 'attachments',
    });
  }
  await countBytes(app, db, id, sender, size, how);
}

/** Throws if so many bytes of attachments would be refused, before they are received. */
export async function assertFilesFit(
  app: App,
  snapshot: Pick<LiveSnapshotRow, 'id'>,
  sender: Sender,
  size: number,
): Promise<void> {
  if (size > 0) await take(app, app.db, snapshot, sender, size, 'peekAll');
}

/** Returns the files that fit into the limits. Beyond them a pin's picture is dropped; an attachment is rejected. */
export async function filesWithinLimits(
  app: App,
  tx: Tx,
  snapshot: Pick<LiveSnapshotRow, 'id'>,
  sender: Sender,
  files: FileRow[],
): Promise<FileRow[]> {
  if (files.length === 0) return files;
  const attached = files.filter(({ isCrop }) => !isCrop);
  try {
    await take(app, tx, snapshot, sender, bytesOf(files), 'consumeAll');
    return files;
  } catch (cause) {
    if (!(cause instanceof AppError) || attached.length === files.length) throw cause;
    return filesWithinLimits(app, tx, snapshot, sender, attached);
  }
}
