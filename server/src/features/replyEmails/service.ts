import type { ReplyAddress, setReplyAddress } from '@stagelink/shared/contracts/replyMail';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { Access } from '../access/access.ts';
import { assertMailConfigured, linkExpired } from '../identity/accounts/emailGuards.ts';
import type { App } from '../../platform/context.ts';
import { isVisitor, type Commenter } from '../comments/policy.ts';
import type { Db, Tx } from '../../platform/db/db.ts';
import { AppError } from '../../platform/http/errors.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { issue, redeem } from '../../platform/tickets.ts';
import { confirmAddress } from './emails.ts';
import { isStopped } from './optOuts.ts';
import * as repo from './repo.ts';

const LINK_SECONDS = EMAIL_LINK_HOURS * 3600;

const present = (row: repo.ReplyAddressRow | undefined): ReplyAddress => ({
  isOffered: true,
  email: row?.email ?? null,
  isConfirmed: row?.confirmedAt != null,
});

/** The name and hash a visitor commented with; null for users and reviewers, who are emailed otherwise. */
async function writerOf(db: Db, { snapshot }: Access, commenter: Commenter): Promise<repo.WriterRow | null> {
  return isVisitor(commenter) ? ((await repo.writer(db, snapshot.id, commenter.hashes)) ?? null) : null;
}

export async function read(app: App, access: Access, commenter: Commenter): Promise<ReplyAddress> {
  const writer = app.mail.canSend ? await writerOf(app.db, access, commenter) : null;
  if (!writer) return { isOffered: false, email: null, isConfirmed: false };
  return present(await repo.find(app.db, access.snapshot.id, commenter.hashes));
}

async function countMail(
  { rateLimits }: App,
  snapshotId: string,
  email: string,
  address: string,
): Promise<void> {
  // Counts like a sign-up, which also emails an unverified address.
  await rateLimits.consume('register', address);
  await rateLimits.consume('replyAddressOfSnapshot', snapshotId);
  await rateLimits.consume('replyAddress', email);
}

/** Stores a visitor's address for replies and emails a confirmation link. */
export async function leave(
  app: App,
  access: Access,
  commenter: Commenter,
  { email }: Parsed<typeof setReplyAddress>,
  address: string,
): Promise<ReplyAddress> {
  assertMailConfigured(app);
  const { snapshot } = access;
  const writer = await writerOf(app.db, access, commenter);
  if (!writer) throw new AppError('forbidden', 'Only visitors who have commented here can leave an address.');
  const left = await repo.find(app.db, snapshot.id, commenter.hashes);
  if (left?.email === email && left.confirmedAt) return present(left);
  if (await isStopped(app, app.db, { email, snapshotId: snapshot.id })) {
    throw new AppError('conflict', 'This address has unsubscribed from these emails.', { field: 'email' });
  }
  await countMail(app, snapshot.id, email, address);
  return app.db.transaction(async (tx) => {
    const { id: snapshotId, passwordRevision } = snapshot;
    const row = await repo.upsert(tx, { ...writer, id: uuidv7(), snapshotId, passwordRevision, email });
    const token = await issue(tx, 'confirm_replies', { replyAddressId: row.id, email }, LINK_SECONDS);
    await enqueueEmail(app, tx, {
      to: { name: '', email },
      ...confirmAddress(app, { email, snapshotId }, token),
    });
    return present(row);
  });
}

export const removeAddress = (app: App, { snapshot }: Access, commenter: Commenter): Promise<void> =>
  repo.remove(app.db, snapshot.id, commenter.hashes);

/** Confirms the address of an emailed link. Returns the snapshot. */
export function confirm(app: App, token: string): Promise<string> {
  return app.db.transaction(async (tx) => {
    const granted = await redeem(tx, 'confirm_replies', token);
    const snapshotId = granted && (await repo.confirm(tx, granted.replyAddressId, granted.email));
    if (!snapshotId) throw linkExpired();
    return snapshotId;
  });
}

/** Records that the author of a new comment could open the snapshot, which reply emails require. */
export async function noteWriter(
  tx: Tx,
  { id: snapshotId, passwordRevision }: Pick<LiveSnapshotRow, 'id' | 'passwordRevision'>,
  {
    anonymousHash,
    reviewerId,
    authorName: name,
  }: { anonymousHash: Buffer | null; reviewerId: string | null; authorName: string },
): Promise<void> {
  if (anonymousHash) await repo.noteVisitor(tx, { snapshotId, passwordRevision }, { anonymousHash, name });
  if (reviewerId !== null) await repo.noteReviewers(tx, [reviewerId], passwordRevision);
}
