import { sentence } from '@stagelink/shared/domain/sentence';
import * as accounts from '../identity/accounts/repo.ts';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { AppError, notFound } from '../../platform/http/errors.ts';
import { snapshotChannel, userChannel } from '../../platform/live/events.ts';
import { broadcast, listsChangedEvent, publishAll } from '../../platform/live/publish.ts';
import { enqueueEmail } from '../../platform/mail/outbox.ts';
import { notifyEmails } from '../notifications/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { lockSnapshot as holdSnapshot } from '../snapshots/service.ts';
import { notNeeded } from './emails.ts';
import * as policy from './policy.ts';
import { reviewerIdOf } from './present.ts';
import * as repo from './repo.ts';
import { lockReview } from './service.ts';
import { emitReview } from './webhooks.ts';

/** Emails and notifies reviewers whose response is no longer needed, and makes every window check its access again. */
async function publish(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { review, reviewers }: repo.ReviewWithReviewers,
): Promise<void> {
  const owner = await accounts.find(tx, snapshot.ownerId);
  if (!owner) throw notFound('That review');
  for (const { name, email } of reviewers) {
    const about = { owner, reviewerName: name, snapshotName: snapshot.name, ...review };
    await enqueueEmail(app, tx, { to: { name, email }, ...notNeeded(about) });
  }
  const emails = reviewers.map(({ email }) => email);
  const notified = await notifyEmails(app, tx, emails, {
    type: 'other',
    title: sentence`Your review of “${snapshot.name}” is no longer needed`,
    message: sentence`${owner.name} no longer needs your review.`,
    actionUrl: null,
    snapshotId: null,
  });
  await broadcast(tx, { type: 'access_changed', snapshotId: snapshot.id });
  const channels = [snapshotChannel(snapshot.id), userChannel(owner.id)];
  const changed = { snapshotId: snapshot.id };
  await publishAll(tx, [...channels.map((channel) => listsChangedEvent(channel, changed)), ...notified]);
}

/** Closes a review with the responses given so far. */
export function close(app: App, snapshotId: string, id: string): Promise<repo.ReviewWithReviewers> {
  return app.db.transaction(async (tx) => {
    const snapshot = await holdSnapshot(tx, snapshotId);
    const state = await lockReview(tx, id);
    if (policy.isCompleted(state)) throw new AppError('conflict', 'This review is already completed');
    if (!policy.isAnswered(state)) {
      throw new AppError('conflict', 'No reviewer has responded yet. Cancel the review instead.');
    }
    const waiting = state.reviewers.filter(policy.isWaitedFor);
    await repo.removeReviewers(
      tx,
      waiting.map((reviewer) => reviewer.id),
    );
    const closed = await lockReview(tx, id);
    await emitReview(app, tx, 'review.completed', { snapshot, state: closed });
    await publish(app, tx, snapshot, { ...state, reviewers: waiting });
    return closed;
  });
}

/** Removes a reviewer from every review of the snapshot. */
export function removeReviewer(
  app: App,
  snapshotId: string,
  { id, userId }: { id: string; userId: string },
): Promise<repo.ReviewWithReviewers> {
  return app.db.transaction(async (tx) => {
    const snapshot = await holdSnapshot(tx, snapshotId);
    const state = await lockReview(tx, id);
    const reviewer = state.reviewers.find(({ email }) => reviewerIdOf(app, email) === userId);
    if (!reviewer) throw notFound('That reviewer');
    if (reviewer.removedAt !== null) return state;
    if (policy.isOnlyOne(reviewer, state)) {
      throw new AppError('conflict', 'A review needs at least one reviewer. Cancel the review instead.');
    }
    await repo.removeAddress(tx, snapshotId, reviewer.email);
    const reviewers = policy.isWaitedFor(reviewer) ? [reviewer] : [];
    const left = await lockReview(tx, id);
    if (policy.isCompleted(left) && !policy.isCompleted(state))
      await emitReview(app, tx, 'review.completed', { snapshot, state: left });
    await publish(app, tx, snapshot, { ...state, reviewers });
    return left;
  });
}
