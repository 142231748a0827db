import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';

/** Whether the deadline has passed, decided or not. */
export const isLate = ({ deadline }: Review, now: Date): boolean =>
  deadline !== null && Date.parse(deadline) < now.getTime();

export const isAnswered = ({ status }: Reviewer): boolean =>
  status === 'approved' || status === 'changes_requested';

/** Returns the current user's entry; undefined if they are not a reviewer. */
export const ownPart = ({ reviewers }: Review): Reviewer | undefined => reviewers.find(({ isYou }) => isYou);
