import { t } from '../words/times.ts';

const RELATIVE_DAYS = 7;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const thisYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const anotherYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const inFull = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' });

/** “3 Nov”, or “3 Nov 2025” when that was another year. */
export function day(date: Date, now: Date): string {
  return (date.getFullYear() === now.getFullYear() ? thisYear : anotherYear).format(date);
}

/** “3 November 2026”. */
export function wholeDay(date: Date): string {
  return longDay.format(date);
}

/** Date and time in full, for whoever points at a short one. */
export function moment(date: Date): string {
  return inFull.format(date);
}

/** “Just now”, “5m ago”, “3h ago”, “40d ago”. */
export function since(date: Date, now: Date): string {
  const past = now.getTime() - date.getTime();
  if (past < MINUTE) return t('now');
  if (past < HOUR) return t('minutes', { count: Math.floor(past / MINUTE) });
  if (past < DAY) return t('hours', { count: Math.floor(past / HOUR) });
  return t('days', { count: Math.floor(past / DAY) });
}

/** As `since`, and the day itself after a week. */
export const ago = (date: Date, now: Date): string =>
  now.getTime() - date.getTime() < RELATIVE_DAYS * DAY ? since(date, now) : day(date, now);
