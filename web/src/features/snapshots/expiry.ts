import { EXTEND_OFFERED_DAYS } from '@stagelink/shared/contracts/limits';
import { daysLeft, timeLeft as leftUntil } from '@stagelink/shared/domain/timeLeft';
import { day } from '@stagelink/shared/domain/format';
import { t } from './copy.ts';

export type Tone = 'expired' | 'danger' | 'warning' | 'notice' | 'good';

export const isExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now;

/** Returns the urgency: at most one day, three, seven, or more. */
export function toneOf(expiresAt: Date, now: Date): Tone {
  if (isExpired(expiresAt, now)) return 'expired';
  const days = daysLeft(expiresAt.getTime(), now.getTime());
  if (days <= 1) return 'danger';
  if (days <= 3) return 'warning';
  return days <= 7 ? 'notice' : 'good';
}

/** Returns “7 days left”; counts hours on the last day and minutes in the last hour. */
export function timeLeft(expiresAt: Date, now: Date): string {
  const left = leftUntil(expiresAt.getTime(), now.getTime());
  if (!left) return t('expired', { date: day(expiresAt, now) });
  return t(`${left.unit}sLeft`, { count: left.count });
}

/** Extending is offered from seven days before the expiry until it. */
export const canExtend = (expiresAt: Date, now: Date): boolean =>
  !isExpired(expiresAt, now) && daysLeft(expiresAt.getTime(), now.getTime()) <= EXTEND_OFFERED_DAYS;
