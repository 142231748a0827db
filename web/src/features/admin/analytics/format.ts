import { day } from '@stagelink/shared/domain/format';
import { t } from './copy.ts';

const UNITS = [
  [1_000_000, 'M'],
  [1_000, 'K'],
] as const;

/** Returns a number such as “950”, “1.2K” or “3M”. Rounds down, so that 999,999 is not shown as 1000K. */
export function abbreviated(number: number): string {
  for (const [unit, sign] of UNITS)
    if (number >= unit) return `${Math.floor((number / unit) * 10) / 10}${sign}`;
  return String(number);
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns “Just now”, “5m ago”, “3h ago”, “Yesterday”, “6d ago”, and a date after seven days. */
export function feedTime(date: Date, now: Date): string {
  const past = now.getTime() - date.getTime();
  if (past < MINUTE) return 'Just now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m ago`;
  if (past < DAY) return `${Math.floor(past / HOUR)}h ago`;
  if (past < 2 * DAY) return t('yesterday');
  return past < 7 * DAY ? `${Math.floor(past / DAY)}d ago` : day(date, now);
}
