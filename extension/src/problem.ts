import { ApiError, NetworkError } from '@stagelink/shared/client';
import { type StageCode, StageError, toStageError } from '@stagelink/shared/staging/errors';

/** What a person can do about a problem, beside reading it. */
export type Remedy = 'signIn' | 'setToken' | 'settings' | 'trust' | 'stage' | 'stageNew' | 'log';

/** Why something did not happen, as it is shown; `message` says what is wrong and what to do about it. */
export class Problem extends Error {
  override readonly name = 'Problem';
  readonly remedy: Remedy | null;

  constructor(message: string, remedy: Remedy | null, options?: ErrorOptions) {
    super(message, options);
    this.remedy = remedy;
  }
}

const BY_CODE: Partial<Record<StageCode, Remedy>> = {
  not_signed_in: 'signIn',
  forbidden: 'signIn',
  network: 'settings',
  snapshot_gone: 'stageNew',
  install_failed: 'log',
  build_failed: 'log',
  build_timeout: 'log',
  build_output_limit: 'log',
};

/** Why a call to the server had no success, outside a stage. */
export function toCallProblem(thrown: unknown): Problem | null {
  if (thrown instanceof NetworkError) return new Problem(thrown.message, 'settings', { cause: thrown });
  if (!(thrown instanceof ApiError)) return toProblem(thrown);
  const isSignedOut = thrown.code === 'unauthenticated' || thrown.code === 'forbidden';
  return new Problem(thrown.message, isSignedOut ? 'signIn' : null, { cause: thrown });
}

/** Whatever was thrown, as what the person is told; null when they ended it themselves. */
export function toProblem(thrown: unknown): Problem | null {
  const cause = thrown instanceof ApiError || thrown instanceof NetworkError ? toStageError(thrown) : thrown;
  if (cause instanceof Problem) return cause;
  if (cause instanceof StageError) {
    if (cause.code === 'cancelled' || cause.code === 'build_refused') return null;
    // A build's own words say more than a hint.
    const more = cause.lines[0] ?? cause.hint;
    return new Problem(`${cause.message} ${more}`, BY_CODE[cause.code] ?? null, { cause });
  }
  const message = cause instanceof Error ? cause.message : String(cause);
  return new Problem(`Something unexpected happened: ${message}`, null, { cause });
}
