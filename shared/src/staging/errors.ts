import { ApiError, foreignAnswer, NetworkError } from '../client.ts';
import type { ErrorCode } from '../contracts/errors.ts';

/** Every reason a stage can end without a link. A code says what is wrong; a client picks its wording and exit code by it. */
export const STAGE_CODES = [
  'folder_missing',
  'no_package_json',
  'no_build_script',
  'bad_command',
  'bad_variable',
  'package_manager_missing',
  'build_refused',
  'install_failed',
  'build_failed',
  'build_timeout',
  'build_output_limit',
  'no_output',
  'no_index',
  'bad_name',
  'unreadable',
  'file_changed',
  'secret_found',
  'limit',
  'cancelled',
  'network',
  'not_signed_in',
  'forbidden',
  'snapshot_gone',
  'bad_project_link',
  'refused',
  'server',
] as const;
export type StageCode = (typeof STAGE_CODES)[number];

/** Why a stage ended. `message` says what is wrong, `hint` what to do about it; both are sentences for the person. */
export class StageError extends Error {
  override readonly name = 'StageError';
  readonly code: StageCode;
  readonly hint: string;
  /** The lines of a build's log that most likely say why it failed, first to last. */
  readonly lines: readonly string[];

  constructor(
    code: StageCode,
    message: string,
    hint: string,
    more: { lines?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.hint = hint;
    this.lines = more.lines ?? [];
  }
}

export const cancelled = (): StageError =>
  new StageError(
    'cancelled',
    'Staging was cancelled.',
    'Nothing was published; stage again when you are ready.',
  );

/** Cancelled after the server was asked to publish, with no answer since. */
export const unconfirmed = (cause: unknown): StageError =>
  new StageError(
    'cancelled',
    'Staging was cancelled while it was being published, and the server did not confirm either.',
    'Open the link to see which version it shows, or stage again: it keeps its link.',
    { cause },
  );

export const isCancelled = (cause: unknown): boolean =>
  cause instanceof StageError && cause.code === 'cancelled';

const BY_API_CODE: Partial<Record<ErrorCode, { code: StageCode; hint: string }>> = {
  unauthenticated: { code: 'not_signed_in', hint: 'Sign in and stage again.' },
  forbidden: { code: 'forbidden', hint: 'Sign in with an account, or a token, that may publish snapshots.' },
  not_found: { code: 'snapshot_gone', hint: 'Stage it as a new snapshot.' },
  gone: { code: 'snapshot_gone', hint: 'Stage it as a new snapshot.' },
  plan_limit: { code: 'limit', hint: 'Delete or shrink something, or move to a larger plan.' },
  too_large: { code: 'limit', hint: 'Leave large files out with a .stagelinkignore file.' },
  storage_full: { code: 'limit', hint: 'Ask whoever runs the server to make room, then stage again.' },
  rate_limited: { code: 'limit', hint: 'Wait a moment, then stage again.' },
  unavailable: { code: 'network', hint: 'The server is up but not ready; stage again in a moment.' },
};

/** Turns whatever a call to the server threw into a `StageError`; other errors come back as they are. */
export function toStageError(cause: unknown): unknown {
  if (cause instanceof NetworkError)
    return new StageError('network', cause.message, 'Check the connection and the server’s address.', {
      cause,
    });
  if (!(cause instanceof ApiError)) return cause;
  if (cause.isForeign) {
    const { message, hint } = foreignAnswer(cause);
    return new StageError('network', message, hint, { cause });
  }
  const known = BY_API_CODE[cause.code];
  if (known) return new StageError(known.code, cause.message, known.hint, { cause });
  if (cause.status < 500)
    return new StageError('refused', cause.message, 'Correct this, then stage again.', {
      cause,
    });
  return new StageError('server', cause.message, 'The fault is the server’s; stage again in a moment.', {
    cause,
  });
}
