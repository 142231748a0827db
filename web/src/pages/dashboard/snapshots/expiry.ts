import { EXTEND_OFFERED_DAYS } from '@stagelink/shared/contracts/limits';
import { daysLeft, timeLeft as leftUntil } from '@stagelink/shared/contracts/timeLeft';
import { day } from '../../../ui/times.ts';
import { t } from '../../../words/expiry.ts';

export type Tone = 'expired' | 'danger' | 'warning' | 'notice' | 'good';

export const isExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now;

/** How urgent an expiry is: a day or less, three, seven, more. */
export function toneOf(expiresAt: Date, now: Date): Tone {
  if (isExpired(expiresAt, now)) return 'expired';
  const days = daysLeft(expiresAt.getTime(), now.getTime());
  if (days <= 1) return 'danger';
  if (days <= 3) return 'warning';
  return days <= 7 ? 'notice' : 'good';
}

/** “7 days left”; the last day counts hours, the last hour minutes. */
export function timeLeft(expiresAt: Date, now: Date): string {
  const left = leftUntil(expiresAt.getTime(), now.getTime());
  if (!left) return t('expired', { date: day(expiresAt, now) });
  return t(`${left.unit}sLeft`, { count: left.count });
}

/** Extending is offered in the table when it is near enough to matter and not too late. */
export const canExtend = (expiresAt: Date, now: Date): boolean =>
  !isExpired(expiresAt, now) && daysLeft(expiresAt.getTime(), now.getTime()) <= EXTEND_OFFERED_DAYS;
