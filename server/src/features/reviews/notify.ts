import { sentence } from '@stagelink/shared/domain/sentence';
import type { NotificationDraft } from '../notifications/service.ts';
import { reviewsPath } from './link.ts';
import * as policy from './policy.ts';
import type { ReviewWithReviewers, ReviewerRow } from './repo.ts';

const QUOTED_MAX = 200;

const quoted = (feedback: string) =>
  `“${feedback.length > QUOTED_MAX ? `${feedback.slice(0, QUOTED_MAX).trimEnd()}…` : feedback}”`;

function countOf(reviewers: ReviewerRow[]): string {
  const approved = reviewers.filter(({ status }) => status === 'approved').length;
  const total = reviewers.length;
  if (total === 1) return 'The review is completed.';
  return `The review is completed: ${approved} of ${total} approved it.`;
}

/** Notifies the owner of a reviewer's decision; for the last one together with the completion. */
export function notifyAboutDecision(
  snapshot: { id: string; name: string },
  state: ReviewWithReviewers,
  reviewerId: string,
): NotificationDraft {
  const { reviewers } = state;
  const answered = reviewers.find(({ id }) => id === reviewerId);
  const act = answered?.status === 'approved' ? 'approved' : 'requested changes to';
  const completion = policy.isCompleted(state) ? ` ${countOf(reviewers)}` : '';
  return {
    type: 'other',
    title: sentence`${answered?.name ?? ''} ${act} “${snapshot.name}”`,
    message: `${quoted(answered?.feedback ?? '')}${completion}`,
    actionUrl: reviewsPath(snapshot.id),
    snapshotId: snapshot.id,
  };
}
