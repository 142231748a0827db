/** Texts of the specification. */
export const UNAVAILABLE = 'AI service is temporarily unavailable. Please try again later.';
export const RATE_LIMITED = 'Rate limit exceeded. Please try again in an hour.';
export const NO_ANSWER = 'Failed to get AI response';

/** Why there is no conversation. */
export const REASONS = {
  off: 'The owner has turned the AI UX assistant off for this snapshot.',
  members: 'The AI UX assistant is for the owner and reviewers of this snapshot.',
  unclaimed: 'The AI UX assistant is for snapshots that belong to an account. Checks of a page need none.',
  plan: 'Conversations need the owner of this snapshot to have Pro. Checks of a page need none.',
  no_model: 'No AI model is set up on this server. Checks of a page need none.',
} as const;

/** What the owner and superadmins read when the operator has to act. */
export const KEY_REFUSED =
  'The AI service refused the key of this server. Its administrator has to set a valid OPENAI_API_KEY.';
export const NO_QUOTA =
  'The AI service has no quota left for this server. Its administrator has to check the plan of the account there.';
export const NO_MODEL =
  'The AI service does not have the model of this server. Its administrator has to check OPENAI_MODEL and OPENAI_BASE_URL.';
export const WEB_PAGE =
  'The address of the AI service answers with a web page. The administrator of this server has to check OPENAI_BASE_URL.';
export const rejected = (words: string) =>
  `The AI service refused the request: ${words === '' ? 'it does not say why.' : words}`;

/** Text for the log. */
export const failed = (words: string) =>
  `The AI service failed: ${words === '' ? 'it does not say why.' : words}`;

/** What others read then. */
export const NOT_AVAILABLE =
  'The AI UX assistant is not available. The owner of this snapshot can read why when they ask it.';

export const BUSY = 'The AI service is busy.';
export const IN_A_MINUTE = 'a minute';
export const busyFor = (time: string) => `${BUSY} Please try again in ${time}.`;
export const SILENT =
  'The AI model did not respond for two minutes. Please try again later, or ask for less at once.';
export const EMPTY = `${NO_ANSWER}. The model returned an empty answer; please try again.`;

/** What an answer that has not come to its end says there. */
export const STOPPED = '*Stopped.*';
export const CUT = '*The answer was cut off because it reached its maximum length.*';
export const BROKEN = '*The AI service stopped in the middle of this answer.*';
export const DECLINED = 'The model declined to answer.';
