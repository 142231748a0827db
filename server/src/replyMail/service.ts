import type { ReplyAddress, setReplyAddress } from '@stagelink/shared/contracts/replyMail';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { EMAIL_LINK_HOURS } from '@stagelink/shared/contracts/limits';
import { uuidv7 } from 'uuidv7';
import type { Access } from '../access/access.ts';
import { assertCanMail, deadLink } from '../accounts/mailed.ts';
import type { App } from '../app.ts';
import { isVisitor, type Speaker } from '../comments/policy.ts';
import type { Db, Tx } from '../db/db.ts';
import { AppError } from '../http/errors.ts';
import { post } from '../mail/outbox.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { issue, redeem } from '../tickets.ts';
import { confirmAddress } from './letters.ts';
import { isStopped } from './optOuts.ts';
import * as repo from './repo.ts';

const LINK_SECONDS = EMAIL_LINK_HOURS * 3600;

const present = (row: repo.ReplyAddressRow | undefined): ReplyAddress => ({
  isOffered: true,
  email: row?.email ?? null,
  isConfirmed: row?.confirmedAt != null,
});

/** The name and hash a visitor commented with; null for users and reviewers, who are emailed otherwise. */
async function writerOf(db: Db, { snapshot }: Access, speaker: Speaker): Promise<repo.WriterRow | null> {
  return isVisitor(speaker) ? ((await repo.writer(db, snapshot.id, speaker.hashes)) ?? null) : null;
}

export async function read(app: App, access: Access, speaker: Speaker): Promise<ReplyAddress> {
  const writer = app.mail.canSend ? await writerOf(app.db, access, speaker) : null;
  if (!writer) return { isOffered: false, email: null, isConfirmed: false };
  return present(await repo.find(app.db, access.snapshot.id, speaker.hashes));
}

async function countMail(
  { rateLimits }: App,
  snapshotId: string,
  email: string,
  address: string,
): Promise<void> {
  // Counts like signing up, which mails an unproven address as well.
  await rateLimits.count('register', address);
  await rateLimits.count('replyAddressOfSnapshot', snapshotId);
  await rateLimits.count('replyAddress', email);
}

/** Keeps where a visitor wants replies, and mails a link that confirms it. */
export async function leave(
  app: App,
  access: Access,
  speaker: Speaker,
  { email }: Parsed<typeof setReplyAddress>,
  address: string,
): Promise<ReplyAddress> {
  assertCanMail(app);
  const { snapshot } = access;
  const writer = await writerOf(app.db, access, speaker);
  if (!writer) throw new AppError('forbidden', 'Only visitors who have commented here can leave an address.');
  const left = await repo.find(app.db, snapshot.id, speaker.hashes);
  if (left?.email === email && left.confirmedAt) return present(left);
  if (await isStopped(app, app.db, { email, snapshotId: snapshot.id })) {
    throw new AppError('conflict', 'This address does not want these mails.', { field: 'email' });
  }
  await countMail(app, snapshot.id, email, address);
  return app.db.transaction(async (tx) => {
    const { id: snapshotId, passwordRevision } = snapshot;
    const row = await repo.keep(tx, { ...writer, id: uuidv7(), snapshotId, passwordRevision, email });
    const token = await issue(tx, 'confirm_replies', { replyAddressId: row.id, email }, LINK_SECONDS);
    await post(app, tx, { to: { name: '', email }, ...confirmAddress(app, { email, snapshotId }, token) });
    return present(row);
  });
}

export const forget = (app: App, { snapshot }: Access, speaker: Speaker): Promise<void> =>
  repo.remove(app.db, snapshot.id, speaker.hashes);

/** Confirms the address that a mailed link went to; the snapshot it is about. */
export function confirm(app: App, token: string): Promise<string> {
  return app.db.transaction(async (tx) => {
    const granted = await redeem(tx, 'confirm_replies', token);
    const snapshotId = granted && (await repo.confirm(tx, granted.replyAddressId, granted.email));
    if (!snapshotId) throw deadLink();
    return snapshotId;
  });
}

/** Notes that the author of a new comment could open the snapshot: mails about replies ask for that. */
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
