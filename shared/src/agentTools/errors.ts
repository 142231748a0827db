import { type Hints, isCallError, toUserError, UNEXPECTED, UserError } from '../client/userError.ts';

const HINTS: Hints = {
  unauthenticated: 'Ask the person to sign in with “stagelink login”, or for a new access token.',
  forbidden: 'Ask the person for an access token with that scope, or leave this to them.',
  not_found: 'Find it with list_snapshots or list_comments. It may be deleted or belong to another account.',
  gone: 'It has expired. The person can extend it in the dashboard or with “stagelink extend”.',
  invalid_input: 'Correct the argument and call again.',
  plan_limit: 'Report this to the user, who can delete something or change the plan.',
  too_large: 'Send less.',
  rate_limited: 'Wait before you call again.',
  unavailable: 'Try again in a moment.',
  network: 'Check that the server is up and the address is right.',
  otherwise: 'Report this to the user.',
};

/** Returns any thrown value as an error a model reads. An error that was not foreseen keeps its message to itself. */
export function toToolError(cause: unknown): UserError {
  if (isCallError(cause) || cause instanceof UserError) return toUserError(cause, HINTS);
  const hint = 'Report this to the user; “stagelink doctor” looks for the cause.';
  return new UserError(UNEXPECTED, 'An unexpected error occurred.', hint, { cause });
}
