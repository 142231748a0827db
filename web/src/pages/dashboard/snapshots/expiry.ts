import { EXTEND_OFFERED_DAYS } from '@stagelink/shared/contracts/limits';
import { day } from '../../../ui/times.ts';
import { t } from '../../../words/expiry.ts';

const DAY = 86_400_000;
const HOUR = 3_600_000;
const MINUTE = 60_000;

export type Tone = 'expired' | 'danger' | 'warning' | 'notice' | 'good';

const daysUntil = (expiresAt: Date, now: Date) => (expiresAt.getTime() - now.getTime()) / DAY;

export const isExpired = (expiresAt: Date, now: Date): boolean => expiresAt <= now;

/** How urgent an expiry is: a day or less, three, seven, more. */
export function toneOf(expiresAt: Date, now: Date): Tone {
  const days = daysUntil(expiresAt, now);
  if (days <= 0) return 'expired';
  if (days <= 1) return 'danger';
  if (days <= 3) return 'warning';
  return days <= 7 ? 'notice' : 'good';
}

/** Whole days are rounded up, so that a snapshot staged for seven days says seven; the last day counts hours. */
export function timeLeft(expiresAt: Date, now: Date): string {
  const left = expiresAt.getTime() - now.getTime();
  if (left <= 0) return t('expired', { date: day(expiresAt, now) });
  if (left > DAY) return t('daysLeft', { count: Math.ceil(left / DAY) });
  if (left > HOUR) return t('hoursLeft', { count: Math.ceil(left / HOUR) });
  return t('minutesLeft', { count: Math.ceil(left / MINUTE) });
}

/** Extending is offered in the table when it is near enough to matter and not too late. */
export const canExtend = (expiresAt: Date, now: Date): boolean =>
  !isExpired(expiresAt, now) && daysUntil(expiresAt, now) <= EXTEND_OFFERED_DAYS;
