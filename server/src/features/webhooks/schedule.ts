const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Time between an attempt that failed and the next. */
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** Limit of what a receiver may ask for: no longer than the longest pause. */
const RETRY_AFTER_MAX = 24 * HOUR;
/** Spreads the attempts of events that failed together. */
const JITTER = 0.1;

/** Returns the milliseconds of a `Retry-After` header (RFC 9110, 10.2.3), or 0. */
function msOfRetryAfter(retryAfter: string | null, now: Date): number {
  if (retryAfter === null) return 0;
  const until = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND
    : Date.parse(retryAfter) - now.getTime();
  return Number.isNaN(until) ? 0 : Math.min(Math.max(until, 0), RETRY_AFTER_MAX);
}

/** The attempt that failed. */
export interface FailedAttempt {
  /** Attempts made so far, with this one. */
  attempts: number;
  now: Date;
  retryAfter: string | null;
  /** Share of the jitter, from 0 to 1. */
  random: number;
}

/** Returns when to try again; null after the last attempt. */
export function nextAttempt({ attempts, now, retryAfter, random }: FailedAttempt): Date | null {
  const pause = PAUSES[attempts - 1];
  if (pause === undefined) return null;
  const spread = pause * (1 + JITTER * random);
  return new Date(now.getTime() + Math.max(spread, msOfRetryAfter(retryAfter, now)));
}
