import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { requestReview } from '@stagelink/shared/contracts/reviews';
import { sentence } from '@stagelink/shared/domain/sentence';
import { uuidv7 } from 'uuidv7';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, listsChangedEvent, publishAll, type ChannelEvent } from '../../platform/live/publish.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { notifyEmails } from '../notifications/service.ts';
import { isStopped } from '../replyEmails/optOuts.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { lockSnapshot } from '../snapshots/service.ts';
import { reviewRequestEmail } from './emails.ts';
import { personalLink, reviewsPath } from './link.ts';
import { mailCounts } from './mailLimits.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { emitReview } from './webhooks.ts';

type ReviewRequest = Parsed<typeof requestReview>;
type Owner = accounts.UserRow;

const wrongReviewer = (at: number, message: string) =>
  new AppError('invalid_input', message, { field: `reviewers.${at}.userEmail` });

function assertSensible(wanted: ReviewRequest): void {
  const twice = policy.findDuplicate(wanted);
  if (twice !== -1) throw wrongReviewer(twice, 'This reviewer is already added');
  if (policy.isPast(wanted, Date.now())) {
    throw new AppError('invalid_input', 'The deadline must be in the future', { field: 'deadline' });
  }
}

/** Limits email in the owner's name: the owner must be verified. A request that is refused takes nothing of a limit. */
async function assertMayMail(app: App, tx: Tx, owner: Owner, emails: string[]): Promise<void> {
  if (!app.mail.canSend) return;
  if (owner.emailVerifiedAt === null) {
    throw new AppError(
      'email_unverified',
      'Verify your email address in your settings first. Reviewers are emailed in your name.',
    );
  }
  await app.rateLimits.consumeAll(await mailCounts(app, tx, owner, emails));
}

/** Emails the reviewers. Returns the events for their windows. */
async function invite(
  app: App,
  tx: Tx,
  owner: Owner,
  snapshot: LiveSnapshotRow,
  { review, reviewers }: repo.ReviewWithReviewers,
): Promise<ChannelEvent[]> {
  for (const { id, name, email } of reviewers) {
    const url = personalLink(app, snapshot, id);
    const about = {
      owner,
      reviewerName: name,
      snapshotName: snapshot.name,
      url,
      picture: snapshot.picture,
      ...review,
    };
    if (await isStopped(app, tx, { email, snapshotId: snapshot.id })) await repo.markUndeliverable(tx, id);
    else
      await enqueueEmail(app, tx, { to: { name, email }, ...reviewRequestEmail(about) }, { reviewerId: id });
  }
  const emails = reviewers.map(({ email }) => email);
  return notifyEmails(app, tx, emails, {
    type: 'other',
    title: sentence`${owner.name} asks for your review`,
    message: sentence`Please review “${snapshot.name}”.`,
    actionUrl: reviewsPath(snapshot.id),
    snapshotId: snapshot.id,
  });
}

/** Requests a review and queues its emails in one transaction. */
export function request(app: App, wanted: ReviewRequest): Promise<repo.ReviewWithReviewers> {
  assertSensible(wanted);
  const { id: snapshotId, notes } = wanted;
  const emails = wanted.reviewers.map(({ userEmail }) => userEmail);
  return app.db.transaction(async (tx) => {
    const snapshot = await lockSnapshot(tx, snapshotId);
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
    await assertMayMail(app, tx, owner, emails);

    const id = uuidv7();
    const deadline = wanted.deadline ? new Date(wanted.deadline) : null;
    const named = wanted.reviewers.map(({ userName: name, userEmail: email }) => ({
      id: uuidv7(),
      name,
      email,
    }));
    await repo.insert(tx, { id, snapshotId, notes, deadline }, named, snapshot.passwordRevision);
    const state = await repo.lockForUpdate(tx, id);
    if (!state) throw notFound('That review');
    const notified = await invite(app, tx, owner, snapshot, state);
    await emitReview(app, tx, 'review.requested', { snapshot, state });
    await broadcast(tx, { type: 'access_changed', snapshotId });
    const channels = [snapshotChannel(snapshotId), userChannel(owner.id)];
    await publishAll(tx, [
      ...channels.map((channel) => listsChangedEvent(channel, { snapshotId })),
      ...notified,
    ]);
    return (await repo.lockForUpdate(tx, id)) ?? state;
  });
}
