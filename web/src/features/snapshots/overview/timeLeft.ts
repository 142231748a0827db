import { timeLeft as leftUntil } from '@stagelink/shared/domain/timeLeft';
import { t } from './copy.ts';

/** Formats the time left without “left”: “2 days”, “5 hours”, “40 minutes”. */
export function timeLeft(expiresAt: Date, now: Date): string {
  const { count, unit } = leftUntil(expiresAt.getTime(), now.getTime()) ?? { count: 0, unit: 'minute' };
  return t(`${unit}s`, { count });
}
