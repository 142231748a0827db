/** Texts of the specification. */
export const UNAVAILABLE = 'AI service is temporarily unavailable. Please try again later.';
export const RATE_LIMITED = 'Rate limit exceeded. Please try again in an hour.';
export const NO_ANSWER = 'Failed to get AI response';

/** Why there is no conversation. */
export const REASONS = {
  off: 'The owner has turned the AI UX assistant off for this snapshot.',
  members: 'The AI UX assistant is for the owner and reviewers of this snapshot.',
  plan: 'Conversations need the owner of this snapshot to have Pro. Checks of a page need none.',
  no_model: 'No AI model is set up on this server. Checks of a page need none.',
} as const;

/** What stopping leaves of an answer. */
export const STOPPED = '*Stopped.*';
