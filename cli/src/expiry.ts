import { timeLeft } from '@stagelink/shared/domain/timeLeft';
import { count } from '@stagelink/shared/domain/format';

/** When a snapshot expires: “in 7 days”, “in 5 hours”. */
export function expiry(expiresAt: string, today: number): string {
  const left = timeLeft(Date.parse(expiresAt), today);
  return left === null ? 'expired' : `in ${count(left.count, left.unit)}`;
}
