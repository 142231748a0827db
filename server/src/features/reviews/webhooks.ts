import { WEBHOOK_EXCERPT_MAX } from '@stagelink/shared/contracts/limits';
import type { App } from '../../platform/context.ts';
import type { Tx } from '../../platform/db/db.ts';
import { runEach } from '../../platform/jobs/each.ts';
import { toPlainText } from '../comments/stripMarkdown.ts';
import * as snapshots from '../snapshots/repo.ts';
import { emit, type EventSource } from '../webhooks/emit.ts';
import { reviewsPath } from './link.ts';
import * as overdue from './overdueRepo.ts';
import * as policy from './policy.ts';
import * as repo from './repo.ts';

type Parts = Pick<App, 'config' | 'jobs'>;

function describeReview({ config }: Parts, { id: snapshotId }: EventSource, state: repo.ReviewWithReviewers) {
  const { review, reviewers } = state;
  const counted = reviewers.filter(({ status, removedAt }) => removedAt === null || policy.isDecided(status));
  const countOf = (wanted: repo.ReviewerRow['status']) =>
    counted.filter(({ status }) => status === wanted).length;
  return {
    id: review.id,
    url: config.appUrl + reviewsPath(snapshotId),
    deadline: review.deadline && review.deadline.toISOString(),
    reviewers: counted.length,
    approved: countOf('approved'),
    changesRequested: countOf('changes_requested'),
  };
}

/** Queues a change of a review for the owner’s webhooks. */
export async function emitReview(
  app: Parts,
  tx: Tx,
  type: 'review.requested' | 'review.completed' | 'review.overdue',
  { snapshot, state }: { snapshot: EventSource; state: repo.ReviewWithReviewers },
): Promise<void> {
  const describe = () => ({ review: describeReview(app, snapshot, state) });
  await emit(app, tx, [snapshot], { type, describe });
}

/** Queues a reviewer’s decision, and the completion if it was the last one. */
export async function emitDecision(
  app: Parts,
  tx: Tx,
  snapshot: EventSource,
  { state, reviewerId }: { state: repo.ReviewWithReviewers; reviewerId: string },
): Promise<void> {
  const decided = state.reviewers.find(({ id }) => id === reviewerId);
  if (!decided) return;
  const describe = () => ({
    review: describeReview(app, snapshot, state),
    decision: {
      reviewer: decided.name,
      decision: decided.status === 'approved' ? decided.status : ('changes_requested' as const),
      excerpt: toPlainText(decided.feedback, WEBHOOK_EXCERPT_MAX),
    },
  });
  await emit(app, tx, [snapshot], { type: 'review.decided', describe });
  if (policy.isCompleted(state)) await emitReview(app, tx, 'review.completed', { snapshot, state });
}

/** Queues that deadlines have passed while decisions are missing, once per deadline. Returns how many. */
export async function announceOverdue(
  app: Parts & Pick<App, 'db' | 'log'>,
  now: Date,
  signal?: AbortSignal,
): Promise<number> {
  const announce = (id: string) =>
    app.db.transaction(async (tx) => {
      const snapshotId = await overdue.claim(tx, id, now);
      const snapshot = snapshotId === undefined ? undefined : await snapshots.find(tx, snapshotId);
      const state = snapshot && (await repo.lockForUpdate(tx, id));
      if (!state) return false;
      await emitReview(app, tx, 'review.overdue', { snapshot, state });
      return true;
    });
  return runEach(app, await overdue.due(app.db, now), announce, signal);
}
