import { timeLeft } from '@stagelink/shared/contracts/timeLeft';

const relative = new Intl.RelativeTimeFormat('en');

/** “in 6 days”; the last day counts hours, the last hour minutes. */
export function expiresIn(date: Date, now: Date): string {
  const { count, unit } = timeLeft(date.getTime(), now.getTime()) ?? { count: 0, unit: 'minute' };
  return relative.format(count, unit);
}
