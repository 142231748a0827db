import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import type { Access } from '../access/access.ts';

interface RequestedReviewer {
  reviewers: { userEmail: string }[];
  deadline?: string | null | undefined;
}

/** Returns the index of the first duplicate address, or -1. */
export function findDuplicate({ reviewers }: RequestedReviewer): number {
  const emails = reviewers.map(({ userEmail }) => userEmail);
  return emails.findIndex((email, at) => emails.indexOf(email) < at);
}

export const isPast = ({ deadline }: RequestedReviewer, now: number) =>
  deadline != null && Date.parse(deadline) <= now;

type Status = Reviewer['status'];

export const isDecided = (status: Status): boolean => status === 'approved' || status === 'changes_requested';

interface ReviewState {
  review: { deadline: Date | null };
  reviewers: { email: string; status: Status; removedAt: Date | null }[];
}

type ReviewerState = ReviewState['reviewers'][number];

export const isWaitedFor = ({ status, removedAt }: Pick<ReviewerState, 'status' | 'removedAt'>): boolean =>
  !isDecided(status) && removedAt === null;

export const isCompleted = ({ reviewers }: ReviewState): boolean => !reviewers.some(isWaitedFor);

export const isAnswered = ({ reviewers }: ReviewState): boolean =>
  reviewers.some(({ status }) => isDecided(status));

/** Returns whether this is the only remaining reviewer. */
export const isOnlyOne = (reviewer: ReviewerState, { reviewers }: ReviewState): boolean =>
  isWaitedFor(reviewer) &&
  reviewers.every((one) => one === reviewer || (one.removedAt !== null && !isDecided(one.status)));

/** Derives the status. A passed deadline makes a review overdue only while a reviewer is pending. */
export function statusOf(state: ReviewState, now: number): Review['status'] {
  const { review, reviewers } = state;
  if (isCompleted(state)) return 'completed';
  if (review.deadline !== null && review.deadline.getTime() < now) return 'overdue';
  return reviewers.some(({ status }) => status !== 'pending') ? 'in_progress' : 'pending';
}

/** The reader of a review. */
export type ReviewAccess = Pick<Access, 'isOwner' | 'reviewer'>;

export const isReviewer = ({ email }: { email: string }, { reviewer }: ReviewAccess): boolean =>
  email === reviewer?.email;

export const canSee = ({ reviewers }: ReviewState, looker: ReviewAccess): boolean =>
  looker.isOwner || reviewers.some((one) => isReviewer(one, looker));

export const canSubmit = ({ reviewers }: ReviewState, looker: ReviewAccess): boolean =>
  !looker.isOwner && reviewers.some((one) => isReviewer(one, looker) && isWaitedFor(one));

/** Closing keeps the responses given so far; without any, cancel instead. */
export const canClose = (state: ReviewState, { isOwner }: ReviewAccess): boolean =>
  isOwner && !isCompleted(state) && isAnswered(state);

export const canCancel = (state: ReviewState, { isOwner }: ReviewAccess): boolean =>
  isOwner && !isCompleted(state);
