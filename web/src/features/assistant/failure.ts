import { ApiError, NetworkError } from '@stagelink/shared/client/call';
import type { ErrorCode } from '@stagelink/shared/contracts/errors';
import { t } from './copy.ts';

/** The preview did not say what it consists of. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
}

/** The stream ended without an answer. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
}

export interface Failure {
  text: string;
  /** Whether reloading the page may help. */
  needsRefresh: boolean;
}

const plain = (text: string): Failure => ({ text, needsRefresh: false });

/** Failures whose message the server writes for the person who asks. */
const SAYS_WHY: ReadonlySet<ErrorCode> = new Set([
  'forbidden',
  'plan_limit',
  'model_silent',
  'model_busy',
  'model_misconfigured',
  'no_answer',
]);

/** Browser extensions break `MutationObserver` and its like. */
export const isObserverProblem = (cause: unknown): boolean =>
  cause instanceof Error && !(cause instanceof ApiError) && /observe/i.test(cause.message);

export const isUnavailable = (cause: unknown): boolean =>
  cause instanceof ApiError && cause.status === 503 && !SAYS_WHY.has(cause.code);

/** Returns the text for failures that are the same for analyses and messages, or null. */
function commonFailure(cause: unknown): Failure | null {
  if (isObserverProblem(cause)) return { text: t('observer'), needsRefresh: true };
  if (cause instanceof ContentError) return plain(t('noContent'));
  if (cause instanceof NetworkError) return plain(t('network'));
  if (!(cause instanceof ApiError)) return null;
  if (SAYS_WHY.has(cause.code)) return plain(cause.message);
  if (cause.status === 429) return plain(t('rateLimited'));
  return isUnavailable(cause) ? plain(t('unavailable')) : null;
}

/** The model answered, but nothing that can be shown. */
const isUnreadable = (cause: unknown) =>
  cause instanceof ApiError && cause.code === 'internal' && cause.message === t('noAnswer');

export function startFailure(cause: unknown): Failure {
  const common = commonFailure(cause);
  if (common) return common;
  if (isUnreadable(cause)) return plain(t('noAnswer'));
  if (cause instanceof NoAnswerError || !(cause instanceof Error) || cause.message === '')
    return plain(t('startFailed'));
  return plain(t('connectFailed', { message: cause.message }));
}

export function messageFailure(cause: unknown): Failure {
  const isNoAnswer =
    cause instanceof NoAnswerError ||
    (cause instanceof ApiError && cause.code === 'internal' && !cause.isForeign);
  return commonFailure(cause) ?? plain(t(isNoAnswer ? 'noAnswer' : 'sendFailed'));
}
