import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { requestReview } from '@stagelink/shared/contracts/reviews';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, listsChanged, recordEach, type Said } from '../live/record.ts';
import { post } from '../mail/outbox.ts';
import { notifyAddresses } from '../notifications/service.ts';
import { isStopped } from '../replyMail/optOuts.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { hold } from '../snapshots/service.ts';
import { invitation } from './letters.ts';
import { personalLink, reviewsPath } from './link.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Wanted = Parsed<typeof requestReview>;
type Owner = accounts.UserRow;

const wrongReviewer = (at: number, message: string) =>
  new AppError('invalid_input', message, { field: `reviewers.${at}.userEmail` });

function assertSensible(wanted: Wanted): void {
  const twice = policy.namedTwice(wanted);
  if (twice !== -1) throw wrongReviewer(twice, 'This reviewer is already added');
  if (policy.isPast(wanted, Date.now())) {
    throw new AppError('invalid_input', 'The deadline must be in the future', { field: 'deadline' });
  }
}

/** Mail to strangers, in the owner's name, is for owners who are who they say, and for strangers in small doses. */
async function assertMayMail(app: App, owner: Owner, emails: string[]): Promise<void> {
  if (!app.mail.canSend) return;
  if (owner.emailVerifiedAt === null) {
    throw new AppError(
      'email_unverified',
      'Please verify your own email address in your settings first: reviewers are mailed in your name.',
    );
  }
  for (const [at, email] of emails.entries()) {
    try {
      await app.rateLimits.count('reviewToAddress', email);
    } catch (cause) {
      if (!(cause instanceof AppError)) throw cause;
      throw new AppError('rate_limited', `${email} has been asked for too many reviews today.`, {
        field: `reviewers.${at}.userEmail`,
        ...(cause.retryAfter === undefined ? {} : { retryAfter: cause.retryAfter }),
      });
    }
  }
}

/** Mails the reviewers. What their windows are to be told. */
async function invite(
  app: App,
  tx: Tx,
  owner: Owner,
  snapshot: LiveSnapshotRow,
  { review, reviewers }: repo.Asked,
): Promise<Said[]> {
  for (const { id, name, email } of reviewers) {
    const url = personalLink(app, snapshot, id);
    const about = { owner, reviewerName: name, snapshotName: snapshot.name, url, ...review };
    if (await isStopped(app, tx, { email, snapshotId: snapshot.id })) await repo.markUndeliverable(tx, id);
    else await post(app, tx, { to: { name, email }, ...invitation(about) }, { reviewerId: id });
  }
  const emails = reviewers.map(({ email }) => email);
  return notifyAddresses(app, tx, emails, {
    type: 'other',
    title: `${owner.name} asks for your review`,
    message: `Please have a look at “${snapshot.name}”.`,
    actionUrl: reviewsPath(snapshot.id),
    snapshotId: snapshot.id,
  });
}

/** Asks for a review, in one transaction with the mails that say so. */
export function request(app: App, wanted: Wanted): Promise<repo.Asked> {
  assertSensible(wanted);
  const { id: snapshotId, notes } = wanted;
  const emails = wanted.reviewers.map(({ userEmail }) => userEmail);
  return app.db.transaction(async (tx) => {
    const snapshot = await hold(tx, snapshotId);
    const owner = await accounts.find(tx, snapshot.ownerId);
    if (!owner) throw notFound('The requested snapshot');
    if (snapshot.expiresAt.getTime() <= Date.now()) {
      throw new AppError('conflict', 'Cannot request review on expired snapshot');
    }
    if (await repo.isUnderway(tx, snapshotId)) {
      throw new AppError('conflict', 'A review of this snapshot was requested already');
    }
    const self = emails.indexOf(owner.email);
    if (self !== -1) throw wrongReviewer(self, 'You cannot review your own snapshot');
    await assertMayMail(app, owner, emails);

    const id = uuidv7();
    const deadline = wanted.deadline ? new Date(wanted.deadline) : null;
    const named = wanted.reviewers.map(({ userName: name, userEmail: email }) => ({
      id: uuidv7(),
      name,
      email,
    }));
    await repo.insert(tx, { id, snapshotId, notes, deadline }, named, snapshot.passwordRevision);
    const asked = await repo.lock(tx, id);
    if (!asked) throw notFound('That review');
    const told = await invite(app, tx, owner, snapshot, asked);
    await announce(tx, { type: 'access_changed', snapshotId });
    const channels = [snapshotChannel(snapshotId), userChannel(owner.id)];
    await recordEach(tx, [...channels.map(listsChanged), ...told]);
    return (await repo.lock(tx, id)) ?? asked;
  });
}
