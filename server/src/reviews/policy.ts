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

/** A review with whoever was asked for it. */
interface Asked {
  review: { deadline: Date | null };
  reviewers: { email: string; status: Status }[];
}

export const isCompleted = ({ reviewers }: Asked): boolean =>
  reviewers.every(({ status }) => isAnswer(status));

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
  !looker.isOwner && reviewers.some((one) => isThem(one, looker) && !isAnswer(one.status));

export const canCancel = (asked: Asked, { isOwner }: Looker): boolean => isOwner && !isCompleted(asked);
