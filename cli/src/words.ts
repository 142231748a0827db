import { timeLeft } from '@stagelink/shared/contracts/timeLeft';
import { count } from '@stagelink/shared/staging/words';

const DAY = 86_400_000;

/** When a snapshot expires: “in 7 days”, “in 5 hours”. */
export function expiry(expiresAt: string, today: number): string {
  const left = timeLeft(Date.parse(expiresAt), today);
  return left === null ? 'expired' : `in ${count(left.count, left.unit)}`;
}

const AGES = [
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [DAY, 'day'],
] as const;

/** How long ago something was; after a month, the day itself. */
export function ago(then: number, now: number): string {
  const age = now - then;
  if (age > 30 * DAY) return new Date(then).toISOString().slice(0, 10);
  const [length, unit] = AGES.findLast(([least]) => age >= least) ?? [0, null];
  return unit === null ? 'just now' : `${count(Math.floor(age / length), unit)} ago`;
}
