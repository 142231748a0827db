import type { ErrorCode } from '../contracts/errors.ts';
import { ApiError, foreignAnswer, NetworkError } from './call.ts';

/** A setting of a stage that corrects an error, and a value for it. */
export interface SuggestedSetting {
  name: 'output' | 'build';
  value: string;
}

interface UserErrorOptions extends ErrorOptions {
  lines?: readonly string[];
  setting?: SuggestedSetting | null;
}

/**
 * An error shown to a user: `message` says what is wrong, `hint` what to do about it. Clients map `code` to an exit code
 * or a button.
 */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly code: string;
  /** Empty when `message` says it all. */
  readonly hint: string;
  /** The lines of a log that most likely show the cause, first to last. */
  readonly lines: readonly string[];
  /** What `hint` advises to set; each client has its own name for it. */
  readonly setting: SuggestedSetting | null;

  constructor(
    code: string,
    message: string,
    hint = '',
    { lines = [], setting = null, ...options }: UserErrorOptions = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = hint;
    this.lines = lines;
    this.setting = setting;
  }
}

/** What a client advises, by error code; `otherwise` is for every other code of the API. */
export type Hints = Partial<Record<ErrorCode | 'network' | 'unexpected' | 'otherwise', string>>;

/** The code of an error that no client foresaw. */
export const UNEXPECTED = 'unexpected';

/** Returns true for an error of a call: the server rejected it, or it got no reply. */
export const isCallError = (cause: unknown): cause is ApiError | NetworkError =>
  cause instanceof ApiError || cause instanceof NetworkError;

/** Returns any thrown value as a `UserError`, with the client's hint for its code. */
export function toUserError(cause: unknown, hints: Hints = {}): UserError {
  if (cause instanceof UserError) return cause;
  if (cause instanceof NetworkError) {
    return new UserError('network', cause.message, hints.network, { cause });
  }
  if (cause instanceof ApiError && cause.isForeign) {
    const { message, hint } = foreignAnswer(cause);
    return new UserError('network', message, hint, { cause });
  }
  if (cause instanceof ApiError) {
    const { code, message } = cause;
    return new UserError(code, message, hints[code] ?? hints.otherwise, { cause });
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return new UserError(UNEXPECTED, `Unexpected error: ${message}`, hints.unexpected, { cause });
}
