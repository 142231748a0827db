import * as accounts from '../accounts/repo.ts';
import type { App } from '../app.ts';
import type { Tx } from '../db/db.ts';
import { AppError, notFound } from '../http/errors.ts';
import { snapshotChannel, userChannel } from '../live/events.ts';
import { announce, listsChanged, recordEach } from '../live/record.ts';
import { post } from '../mail/outbox.ts';
import { notifyAddresses } from '../notifications/service.ts';
import type { LiveSnapshotRow } from '../snapshots/repo.ts';
import { hold as holdSnapshot } from '../snapshots/service.ts';
import { notNeeded } from './letters.ts';
import * as policy from './policy.ts';
import { reviewerIdOf } from './present.ts';
import * as repo from './repo.ts';
import { hold } from './service.ts';

/** Mails and notifies reviewers whose response is no longer needed, and makes every window check its access again. */
async function publish(
  app: App,
  tx: Tx,
  snapshot: LiveSnapshotRow,
  { review, reviewers }: repo.Asked,
): Promise<void> {
  const owner = await accounts.find(tx, snapshot.ownerId);
  if (!owner) throw notFound('That review');
  for (const { name, email } of reviewers) {
    const about = { owner, reviewerName: name, snapshotName: snapshot.name, ...review };
    await post(app, tx, { to: { name, email }, ...notNeeded(about) });
  }
  const emails = reviewers.map(({ email }) => email);
  const notified = await notifyAddresses(app, tx, emails, {
    type: 'other',
    title: `Your review of “${snapshot.name}” is no longer needed`,
    message: `${owner.name} no longer needs your review.`,
    actionUrl: null,
    snapshotId: null,
  });
  await announce(tx, { type: 'access_changed', snapshotId: snapshot.id });
  const channels = [snapshotChannel(snapshot.id), userChannel(owner.id)];
  await recordEach(tx, [...channels.map(listsChanged), ...notified]);
}

/** Ends a review with the responses given so far. */
export function close(app: App, snapshotId: string, id: string): Promise<repo.Asked> {
  return app.db.transaction(async (tx) => {
    const snapshot = await holdSnapshot(tx, snapshotId);
    const asked = await hold(tx, id);
    if (policy.isCompleted(asked)) throw new AppError('conflict', 'This review is already completed');
    if (!policy.isAnswered(asked)) {
      throw new AppError('conflict', 'No reviewer has responded yet. Cancel the review instead.');
    }
    const waiting = asked.reviewers.filter(policy.isWaitedFor);
    await repo.removeReviewers(
      tx,
      waiting.map((reviewer) => reviewer.id),
    );
    await publish(app, tx, snapshot, { ...asked, reviewers: waiting });
    return hold(tx, id);
  });
}

/** Ends the access of a reviewer, whichever review of the snapshot names them. */
export function removeReviewer(
  app: App,
  snapshotId: string,
  { id, userId }: { id: string; userId: string },
): Promise<repo.Asked> {
  return app.db.transaction(async (tx) => {
    const snapshot = await holdSnapshot(tx, snapshotId);
    const asked = await hold(tx, id);
    const reviewer = asked.reviewers.find(({ email }) => reviewerIdOf(app, email) === userId);
    if (!reviewer) throw notFound('That reviewer');
    if (reviewer.removedAt !== null) return asked;
    if (policy.isOnlyOne(reviewer, asked)) {
      throw new AppError('conflict', 'A review needs at least one reviewer. Cancel the review instead.');
    }
    await repo.removeAddress(tx, snapshotId, reviewer.email);
    const reviewers = policy.isWaitedFor(reviewer) ? [reviewer] : [];
    await publish(app, tx, snapshot, { ...asked, reviewers });
    return hold(tx, id);
  });
}
