import { t } from '../../../words/widgets.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long is left, under a title that says of what: “2 days”, “5 hours”, “40 minutes”. */
export function timeLeft(expiresAt: Date, now: Date): string {
  const left = Math.max(0, expiresAt.getTime() - now.getTime());
  if (left > DAY) return t('days', { count: Math.ceil(left / DAY) });
  return left > HOUR
    ? t('hours', { count: Math.ceil(left / HOUR) })
    : t('minutes', { count: Math.ceil(left / MINUTE) });
}
