import { timeLeft as leftUntil } from '@stagelink/shared/contracts/timeLeft';
import { t } from '../../../words/widgets.ts';

/** How long is left, under a title that says of what: “2 days”, “5 hours”, “40 minutes”. */
export function timeLeft(expiresAt: Date, now: Date): string {
  const { count, unit } = leftUntil(expiresAt.getTime(), now.getTime()) ?? { count: 0, unit: 'minute' };
  return t(`${unit}s`, { count });
}
