import type { Review, Reviewer } from '@stagelink/shared/contracts/reviews';

/** Whether its deadline is past, answered or not. */
export const isLate = ({ deadline }: Review, now: Date): boolean =>
  deadline !== null && Date.parse(deadline) < now.getTime();

export const isAnswered = ({ status }: Reviewer): boolean =>
  status === 'approved' || status === 'changes_requested';

/** The own part of whoever looks; undefined for somebody the review does not name. */
export const ownPart = ({ reviewers }: Review): Reviewer | undefined => reviewers.find(({ isYou }) => isYou);
