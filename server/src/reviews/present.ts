import { createHmac } from 'node:crypto';
import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import type { App } from '../app.ts';
import { personalLink } from './link.ts';
import * as policy from './policy.ts';
import type { Asked, ReviewerRow } from './repo.ts';

type Parts = Pick<App, 'config' | 'mail' | 'secrets'>;

/** Whoever is shown a review, and the version its snapshot's link shows. */
export interface Reader extends policy.Looker {
  snapshot: { id: string; version: number; passwordRevision: number };
}

/** The same for an address in every review, and nobody outside can tell the address from it. */
export const reviewerIdOf = ({ secrets }: Pick<App, 'secrets'>, email: string): string =>
  createHmac('sha256', secrets.derive('reviewer')).update(email).digest('base64url').slice(0, 22);

function presentReviewer(row: ReviewerRow, reader: Reader, app: Parts): Reviewer {
  const { snapshot, isOwner } = reader;
  const isUndeliverable = isOwner && row.undeliverableAt !== null;
  // Without mail it reaches nobody but through the owner's hands.
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
    isYou: policy.isThem(row, reader),
    isRemoved: row.removedAt !== null,
    ...(isUndeliverable && { isUndeliverable }),
    link: isPassedOn ? personalLink(app, snapshot, row.id) : null,
  };
}

export function presentReview(asked: Asked, reader: Reader, app: Parts): Review {
  const { review, reviewers } = asked;
  return {
    id: review.id,
    status: policy.statusOf(asked, Date.now()),
    requestedAt: review.requestedAt.toISOString(),
    deadline: review.deadline?.toISOString() ?? null,
    notes: review.notes,
    reviewers: reviewers.map((row) => presentReviewer(row, reader, app)),
    can: {
      submit: policy.canSubmit(asked, reader),
      cancel: policy.canCancel(asked, reader),
      close: policy.canClose(asked, reader),
      removeReviewers: reader.isOwner,
    },
  };
}
