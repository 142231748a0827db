import { timeLeft } from '@stagelink/shared/domain/timeLeft';

const relative = new Intl.RelativeTimeFormat('en');

/** Formats “in 6 days”; counts hours on the last day and minutes in the last hour. */
export function expiresIn(date: Date, now: Date): string {
  const { count, unit } = timeLeft(date.getTime(), now.getTime()) ?? { count: 0, unit: 'minute' };
  return relative.format(count, unit);
}
