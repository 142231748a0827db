import { ApiError, NetworkError } from './call.ts';
import type { Cancellation, Runtime } from './runtime.ts';

export interface RetryPolicy {
  /** Failed attempts in a row before the error is thrown. */
  attempts: number;
  baseMs: number;
  maxMs: number;
}

/** One failed attempt that is followed by another. */
export interface Retry {
  /** Failed attempts in a row so far. */
  attempt: number;
  delayMs: number;
  cause: unknown;
}

export interface RetryRuntime extends Pick<Runtime, 'sleep' | 'random'> {
  signal: Cancellation;
  onRetry?: (retry: Retry) => void;
}

const TRANSIENT = new Set(['internal', 'unavailable', 'request_timeout', 'rate_limited']);

/** Returns true for network failures and for servers that may succeed later. */
export function isTransient(cause: unknown): boolean {
  if (!(cause instanceof ApiError)) return cause instanceof NetworkError;
  // A proxy that rejects a request rejects it again.
  return TRANSIENT.has(cause.code) && !(cause.isForeign && cause.status < 500);
}

/** Returns the delay after so many failures: it doubles up to `maxMs`, and up to half of it is left to chance. */
export const backoffMs = (
  { baseMs, maxMs }: Pick<RetryPolicy, 'baseMs' | 'maxMs'>,
  failures: number,
  { random }: Pick<Runtime, 'random'>,
): number => Math.round(Math.min(maxMs, baseMs * 2 ** (failures - 1)) * (0.5 + random() / 2));

/** Exponential backoff with jitter for work that makes progress between failures. */
export class Backoff {
  #failures = 0;
  readonly #policy: RetryPolicy;
  readonly #runtime: RetryRuntime;

  constructor(policy: RetryPolicy, runtime: RetryRuntime) {
    this.#policy = policy;
    this.#runtime = runtime;
  }

  /** Counts anew after progress. */
  reset(): void {
    this.#failures = 0;
  }

  /**
   * Sleeps until the next attempt, at least as long as the server's `Retry-After`. Throws `cause` when it is not transient, was
   * the last attempt, or the work was aborted.
   */
  async afterFailure(cause: unknown): Promise<void> {
    const { signal, onRetry } = this.#runtime;
    if (signal.aborted || !isTransient(cause)) throw cause;
    this.#failures += 1;
    const requestedMs = cause instanceof ApiError ? (cause.retryAfter ?? 0) * 1000 : 0;
    if (this.#failures >= this.#policy.attempts || requestedMs > this.#policy.maxMs) throw cause;
    const delayMs = Math.max(requestedMs, backoffMs(this.#policy, this.#failures, this.#runtime));
    onRetry?.({ attempt: this.#failures, delayMs, cause });
    await this.#runtime.sleep(delayMs, signal);
  }
}

/** Calls `work` until it succeeds, fails for good, or the policy's attempts are used up. `work` must be repeatable. */
export async function withRetry<T>(
  policy: RetryPolicy,
  runtime: RetryRuntime,
  work: () => Promise<T>,
): Promise<T> {
  const backoff = new Backoff(policy, runtime);
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      await backoff.afterFailure(cause);
    }
  }
}
