import { ApiError } from '../../client/call.ts';
import { isCallError, toUserError, UserError } from '../../client/userError.ts';
import type { ErrorCode } from '../../contracts/errors.ts';

/** Reasons for a stage to end without a link. Clients choose texts and exit codes by code. */
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
  'output_outside',
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
  'unconfirmed_link',
  'links_unwritable',
  'refused',
  'server',
] as const;
export type StageCode = (typeof STAGE_CODES)[number];

/** Returns the error a stage ends with. */
export const stageError = (
  code: StageCode,
  message: string,
  hint: string,
  more?: { lines?: readonly string[]; cause?: unknown },
): UserError => new UserError(code, message, hint, more);

export const cancelled = (): UserError =>
  stageError('cancelled', 'Staging was cancelled.', 'Nothing was published.');

/** Cancelled after the publish request was sent, without a response. */
const cancelledUnconfirmed = (cause: unknown): UserError =>
  stageError(
    'cancelled',
    'Staging was cancelled while publishing, and the server did not confirm the result.',
    'Open the link to see which version it shows, or stage again. The link stays the same.',
    { cause },
  );

export const isCancelled = (cause: unknown): boolean =>
  cause instanceof UserError && cause.code === 'cancelled';

const BY_API_CODE: Partial<Record<ErrorCode, { code: StageCode; hint: string }>> = {
  unauthenticated: { code: 'not_signed_in', hint: 'Sign in and stage again.' },
  forbidden: { code: 'forbidden', hint: 'Sign in with an account or a token that may publish snapshots.' },
  not_found: { code: 'snapshot_gone', hint: 'Stage it as a new snapshot.' },
  gone: { code: 'snapshot_gone', hint: 'Stage it as a new snapshot.' },
  plan_limit: { code: 'limit', hint: 'Delete something, make it smaller or upgrade your plan.' },
  too_large: { code: 'limit', hint: 'Exclude large files with a .stagelinkignore file.' },
  secret_found: { code: 'secret_found', hint: 'Remove the key, then stage again.' },
  storage_full: { code: 'limit', hint: 'Ask the server’s administrator to free space, then stage again.' },
  rate_limited: { code: 'limit', hint: 'Wait a moment, then stage again.' },
  unavailable: { code: 'network', hint: 'The server is not ready. Stage again in a moment.' },
};

/** Turns an error of a call to the server into the error a stage ends with; other errors come back as they are. */
export function toStageError(cause: unknown): unknown {
  if (!isCallError(cause)) return cause;
  if (!(cause instanceof ApiError) || cause.isForeign) {
    return toUserError(cause, { network: 'Check the connection and the server’s address.' });
  }
  const known = BY_API_CODE[cause.code];
  if (known) return stageError(known.code, cause.message, known.hint, { cause });
  if (cause.status < 500) {
    return stageError('refused', cause.message, 'Correct this, then stage again.', { cause });
  }
  return stageError('server', cause.message, 'The server failed. Stage again in a moment.', {
    cause,
  });
}

/** What is known of a version whose publish request got no reply. */
export type LostReply = 'published' | 'not_published' | 'unknown';

const LOST_REPLIES: Record<LostReply, (version: number) => { what: string; hint?: string }> = {
  published: (version) => ({
    what: `Version ${version} was published all the same.`,
    hint: 'Stage again to see its link: the link stays the same.',
  }),
  not_published: () => ({ what: 'Nothing was published.' }),
  unknown: (version) => ({
    what: `It is not known whether version ${version} was published.`,
    hint: 'Stage again: the link stays the same.',
  }),
};

/** Returns the error of a stage whose publish request got no reply. */
export function lostReply(
  known: LostReply,
  { cause, version, isCancelled: wasCancelled }: { cause: unknown; version: number; isCancelled: boolean },
): UserError {
  if (wasCancelled) return known === 'not_published' ? cancelled() : cancelledUnconfirmed(cause);
  const { code, message, hint } = toUserError(toStageError(cause));
  const { what, hint: advice = hint } = LOST_REPLIES[known](version);
  return new UserError(code, `${message} ${what}`, advice, { cause });
}
