import { count } from '@stagelink/shared/staging/words';

const DAY = 86_400_000;

/** How long a snapshot still lives, as the dashboard counts it: a day that has begun is a day left. */
export function expiry(expiresAt: string, today: number): string {
  const left = Date.parse(expiresAt) - today;
  if (left <= 0) return 'expired';
  if (left < DAY) return 'in less than a day';
  return `in ${count(Math.ceil(left / DAY), 'day')}`;
}
