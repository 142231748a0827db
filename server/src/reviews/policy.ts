import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';
import type { Access } from '../access/access.ts';

interface Wanted {
  reviewers: { userEmail: string }[];
  deadline?: string | null | undefined;
}

/** The first address that is named a second time. */
export function namedTwice({ reviewers }: Wanted): number {
  const emails = reviewers.map(({ userEmail }) => userEmail);
  return emails.findIndex((email, at) => emails.indexOf(email) < at);
}

export const isPast = ({ deadline }: Wanted, now: number) => deadline != null && Date.parse(deadline) <= now;

type Status = Reviewer['status'];

export const isAnswer = (status: Status): boolean => status === 'approved' || status === 'changes_requested';

interface Asked {
  review: { deadline: Date | null };
  reviewers: { email: string; status: Status; removedAt: Date | null }[];
}

type AskedReviewer = Asked['reviewers'][number];

export const isWaitedFor = ({ status, removedAt }: Pick<AskedReviewer, 'status' | 'removedAt'>): boolean =>
  !isAnswer(status) && removedAt === null;

export const isCompleted = ({ reviewers }: Asked): boolean => !reviewers.some(isWaitedFor);

export const isAnswered = ({ reviewers }: Asked): boolean => reviewers.some(({ status }) => isAnswer(status));

/** Whether the review would have no reviewer left without this one. */
export const isOnlyOne = (reviewer: AskedReviewer, { reviewers }: Asked): boolean =>
  isWaitedFor(reviewer) &&
  reviewers.every((one) => one === reviewer || (one.removedAt !== null && !isAnswer(one.status)));

/** How far it has come. A deadline that passes makes it overdue only while somebody is still waited for. */
export function statusOf(asked: Asked, now: number): Review['status'] {
  const { review, reviewers } = asked;
  if (isCompleted(asked)) return 'completed';
  if (review.deadline !== null && review.deadline.getTime() < now) return 'overdue';
  return reviewers.some(({ status }) => status !== 'pending') ? 'in_progress' : 'pending';
}

/** Whoever looks at a review, as far as that matters. */
export type Looker = Pick<Access, 'isOwner' | 'reviewer'>;

export const isThem = ({ email }: { email: string }, { reviewer }: Looker): boolean =>
  email === reviewer?.email;

export const canSee = ({ reviewers }: Asked, looker: Looker): boolean =>
  looker.isOwner || reviewers.some((one) => isThem(one, looker));

export const canSubmit = ({ reviewers }: Asked, looker: Looker): boolean =>
  !looker.isOwner && reviewers.some((one) => isThem(one, looker) && isWaitedFor(one));

/** Closing keeps the responses given so far; without any there is nothing to keep, and cancelling is what is meant. */
export const canClose = (asked: Asked, { isOwner }: Looker): boolean =>
  isOwner && !isCompleted(asked) && isAnswered(asked);

export const canCancel = (asked: Asked, { isOwner }: Looker): boolean => isOwner && !isCompleted(asked);
