import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import type { submitReview } from '@stagelink/shared/contracts/reviews';
import { sentence } from '@stagelink/shared/domain/sentence';
import type { Access } from '../access/access.ts';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import { hasVersion } from '../comments/repo.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, listsChangedEvent, publish, publishAll } from '../../platform/live/publish.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { notifyEmails, notifyAll } from '../notifications/service.ts';
import { lockSnapshot as holdSnapshot } from '../snapshots/service.ts';
import { reviewCancelledEmail } from './emails.ts';
import { notifyAboutDecision } from './notify.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';
import { emitDecision } from './webhooks.ts';

type Decision = Parsed<typeof submitReview>;

/** Locks the review. */
export async function lockReview(tx: Tx, id: string): Promise<repo.ReviewWithReviewers> {
  const state = await repo.lockForUpdate(tx, id);
  if (!state) throw notFound('That review');
  return state;
}

/** Locks the owner's account, the snapshot and the review, in the lock order of a deletion. */
async function lockWithSnapshot(tx: Tx, { snapshot }: Access, id: string): Promise<repo.ReviewWithReviewers> {
  await accounts.lockForKeyShare(tx, snapshot.ownerId);
  await holdSnapshot(tx, snapshot.id);
  return lockReview(tx, id);
}

/** Returns the reader's own entry in a review. */
function partOf(access: Access, { reviewers }: repo.ReviewWithReviewers): repo.ReviewerRow {
  if (access.isOwner) throw new AppError('forbidden', 'You cannot review your own snapshot');
  const own = reviewers.find((reviewer) => policy.isReviewer(reviewer, access));
  if (!own) throw notFound('That review');
  return own;
}

/** Marks the review as started by the reviewer. Idempotent. */
export function start(app: App, access: Access, id: string): Promise<repo.ReviewWithReviewers> {
  return app.db.transaction(async (tx) => {
    const state = await lockWithSnapshot(tx, access, id);
    const own = partOf(access, state);
    if (own.status !== 'pending' || own.removedAt !== null) return state;
    await repo.start(tx, own.id);
    const { id: snapshotId, ownerId } = access.snapshot;
    const channels = [snapshotChannel(snapshotId), userChannel(ownerId)];
    await publish(tx, channels, { type: 'lists_changed', snapshotId });
    return lockReview(tx, id);
  });
}

/** Stores a reviewer's decision. Repeating the same one changes nothing. */
export function submit(
  app: App,
  { id, status, feedback, version }: Decision,
  access: Access,
): Promise<repo.ReviewWithReviewers> {
  const { snapshot } = access;
  return app.db.transaction(async (tx) => {
    const before = await lockWithSnapshot(tx, access, id);
    const own = partOf(access, before);
    if (own.removedAt !== null) throw new AppError('conflict', 'This review was closed before you responded');
    if (policy.isDecided(own.status)) {
      if (own.status === status && own.feedback === feedback) return before;
      throw new AppError('conflict', 'You already responded to this review');
    }
    // The reviewer may have seen a version newer than the published one.
    if (version !== undefined && !(await hasVersion(tx, snapshot.id, version, access.isOwner))) {
      throw new AppError('invalid_input', 'This version does not exist', { field: 'version' });
    }
    await repo.decide(tx, own.id, { status, feedback, version: version ?? snapshot.version });
    const state = await lockReview(tx, id);
    const draft = notifyAboutDecision(snapshot, state, own.id);
    const notified = await notifyAll(app, tx, [{ ...draft, userId: snapshot.ownerId, isAlert: true }]);
    await emitDecision(app, tx, snapshot, { state, reviewerId: own.id });
    const channels = [snapshotChannel(snapshot.id), userChannel(snapshot.ownerId)];
    const changed = { snapshotId: snapshot.id };
    await publishAll(tx, [...channels.map((channel) => listsChangedEvent(channel, changed)), ...notified]);
    return state;
  });
}

/** Cancels a review that is not completed: deletes it and notifies its reviewers. */
export function cancel(app: App, snapshotId: string, id: string): Promise<void> {
  return app.db.transaction(async (tx) => {
    const snapshot = await holdSnapshot(tx, snapshotId);
    const state = await lockReview(tx, id);
    if (policy.isCompleted(state)) throw new AppError('conflict', 'A completed review cannot be cancelled');
    const owner = await accounts.find(tx, snapshot.ownerId);
    if (!owner) throw notFound('That review');
    await repo.remove(tx, id);

    for (const { name, email } of state.reviewers) {
      const about = { owner, reviewerName: name, snapshotName: snapshot.name, ...state.review };
      await enqueueEmail(app, tx, { to: { name, email }, ...reviewCancelledEmail(about) });
    }
    const emails = state.reviewers.map(({ email }) => email);
    const notified = await notifyEmails(app, tx, emails, {
      type: 'other',
      title: sentence`The review of “${snapshot.name}” was cancelled`,
      message: sentence`${owner.name} no longer needs your review.`,
      actionUrl: null,
      snapshotId: null,
    });
    await broadcast(tx, { type: 'access_changed', snapshotId });
    const channels = [snapshotChannel(snapshotId), userChannel(owner.id)];
    const changed = { snapshotId };
    await publishAll(tx, [...channels.map((channel) => listsChangedEvent(channel, changed)), ...notified]);
  });
}
