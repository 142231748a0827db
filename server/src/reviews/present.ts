import { createHmac } from 'node:crypto';
import type { Review } from '@stagelink/shared/contracts/reviews';
import type { App } from '../app.ts';
import type { ReviewerRow, ReviewRow } from './repo.ts';

/** The same for an address in every review, and nobody outside can tell the address from it. */
const idOf = ({ secrets }: Pick<App, 'secrets'>, email: string) =>
  createHmac('sha256', secrets.derive('reviewer')).update(email).digest('base64url').slice(0, 22);

/** For the snapshot's owner: it holds the addresses. */
export function presentReview(row: ReviewRow, reviewers: ReviewerRow[], app: Pick<App, 'secrets'>): Review {
  return {
    id: row.id,
    status: row.status,
    requestedAt: row.requestedAt.toISOString(),
    deadline: row.deadline?.toISOString() ?? null,
    notes: row.notes,
    reviewers: reviewers.map(({ email, name, status, feedback, reviewedAt }) => ({
      userId: idOf(app, email),
      userName: name,
      userEmail: email,
      status,
      feedback,
      reviewedAt: reviewedAt?.toISOString() ?? null,
    })),
  };
}
