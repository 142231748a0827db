import { count } from '@stagelink/shared/staging/words';

const DAY = 86_400_000;

/** How long a snapshot still lives, as the dashboard counts it: a day that has begun is a day left. */
export function expiry(expiresAt: string, today: number): string {
  const left = Date.parse(expiresAt) - today;
  if (left <= 0) return 'expired';
  if (left < DAY) return 'in less than a day';
  return `in ${count(Math.ceil(left / DAY), 'day')}`;
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
