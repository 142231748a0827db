import { ApiError, NetworkError } from '../client.ts';
import type { ErrorCode } from '../contracts/errors.ts';

/** Ends a tool's call: what is wrong, and what to do about it. Both are read by a model and by people. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  readonly code: string;
  readonly hint: string;

  constructor(code: string, message: string, hint: string, cause?: unknown) {
    super(message, { cause });
    this.code = code;
    this.hint = hint;
  }
}

const HINTS: Partial<Record<ErrorCode, string>> = {
  unauthenticated: 'Ask the person to sign in with “stagelink login”, or for a new access token.',
  forbidden: 'Ask the person for an access token with that scope, or leave this to them.',
  not_found:
    'Look it up with list_snapshots or list_comments; it may be deleted, or belong to somebody else.',
  gone: 'It has expired. The person can extend it in the dashboard or with “stagelink extend”.',
  invalid_input: 'Correct the argument and call again.',
  plan_limit: 'Tell the person; they can delete something or change their plan.',
  too_large: 'Send less.',
  rate_limited: 'Wait before you call again.',
  unavailable: 'Try again in a moment.',
};

/** The code of what we did not foresee. */
export const UNEXPECTED = 'unexpected';

/** Whatever was thrown, as what the caller is told. What we did not foresee is told blandly, never with its stack. */
export function toToolError(cause: unknown): ToolError {
  if (cause instanceof ToolError) return cause;
  if (cause instanceof ApiError) {
    const hint = HINTS[cause.code] ?? 'Tell the person what happened.';
    return new ToolError(cause.code, cause.message, hint, cause);
  }
  if (cause instanceof NetworkError) {
    return new ToolError(
      'network',
      cause.message,
      'Check that the server is up and the address is right.',
      cause,
    );
  }
  return new ToolError(
    UNEXPECTED,
    'Something unexpected happened.',
    'Tell the person; “stagelink doctor” looks for the cause.',
    cause,
  );
}
