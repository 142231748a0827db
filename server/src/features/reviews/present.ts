import { createHmac } from 'node:crypto';
import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import type { App } from '../../platform/context.ts';
import { personalLink } from './link.ts';
import * as policy from './policy.ts';
import type { ReviewWithReviewers, ReviewerRow } from './repo.ts';

type Parts = Pick<App, 'config' | 'mail' | 'secrets'>;

/** The reader of a review, and the published version. */
export interface ReviewReader extends policy.ReviewAccess {
  snapshot: { id: string; version: number; passwordRevision: number };
}

/** Equal for an address in every review; does not reveal the address. */
export const reviewerIdOf = ({ secrets }: Pick<App, 'secrets'>, email: string): string =>
  createHmac('sha256', secrets.derive('reviewer')).update(email).digest('base64url').slice(0, 22);

function presentReviewer(row: ReviewerRow, reader: ReviewReader, app: Parts): Reviewer {
  const { snapshot, isOwner } = reader;
  const isUndeliverable = isOwner && row.undeliverableAt !== null;
  // Only the owner can pass on a link that no email delivers.
  const isPassedOn = isOwner && (!app.mail.canSend || isUndeliverable) && policy.isWaitedFor(row);
  return {
    userId: reviewerIdOf(app, row.email),
    userName: row.name,
    userEmail: isOwner ? row.email : null,
    status: row.status,
    feedback: row.feedback,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    version: row.version,
    isStale: row.version !== null && row.version < snapshot.version,
    isYou: policy.isReviewer(row, reader),
    isRemoved: row.removedAt !== null,
    ...(isUndeliverable && { isUndeliverable }),
    link: isPassedOn ? personalLink(app, snapshot, row.id) : null,
  };
}

export function presentReview(state: ReviewWithReviewers, reader: ReviewReader, app: Parts): Review {
  const { review, reviewers } = state;
  return {
    id: review.id,
    status: policy.statusOf(state, Date.now()),
    requestedAt: review.requestedAt.toISOString(),
    deadline: review.deadline?.toISOString() ?? null,
    notes: review.notes,
    reviewers: reviewers.map((row) => presentReviewer(row, reader, app)),
    can: {
      submit: policy.canSubmit(state, reader),
      cancel: policy.canCancel(state, reader),
      close: policy.canClose(state, reader),
      removeReviewers: reader.isOwner,
    },
  };
}
