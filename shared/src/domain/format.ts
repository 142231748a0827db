const UNITS = ['B', 'kB', 'MB', 'GB'] as const;

/**
 * Returns a size such as “3.2 MB”; 1 kB is 1,024 bytes, as plan limits count. Pass `Math.ceil` next to a limit, so that
 * one byte too many never reads like the limit.
 */
export function bytes(count: number, round = Math.round): string {
  let value = count;
  for (const unit of UNITS) {
    const decimals = unit === 'B' || value >= 100 ? 1 : 10;
    const shown = round(value * decimals) / decimals;
    if (shown < 1024 || unit === 'GB') return `${shown} ${unit}`;
    value /= 1024;
  }
  return '';
}

/** The formats of a language take milliseconds to load, which a short command need not spend. */
const grouped = (number: number): string =>
  Number.isInteger(number) && Math.abs(number) < 1000 ? String(number) : number.toLocaleString('en');

/** Returns a number and its noun, such as “1 file” or “2,000 files”. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  `${grouped(number)} ${number === 1 ? one : many}`;

/** Returns how long something took, such as “0.8 s”, “12 s” or “2 min 5 s”. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Returns how long to wait, rounded up so that the next attempt is never too early: “45 seconds”, “24 hours”. */
export function wait(seconds: number): string {
  if (seconds < 90) return count(seconds, 'second');
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 90 ? count(minutes, 'minute') : count(Math.ceil(minutes / 60), 'hour');
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Returns a function that makes its format when it first formats a date. */
function dateFormat(options: Intl.DateTimeFormatOptions): (date: Date) => string {
  let made: Intl.DateTimeFormat | undefined;
  return (date) => (made ??= new Intl.DateTimeFormat('en-GB', options)).format(date);
}

const thisYear = dateFormat({ day: 'numeric', month: 'short' });
const anotherYear = dateFormat({ day: 'numeric', month: 'short', year: 'numeric' });

/** Returns “3 Nov”, or “3 Nov 2025” when that was another year. */
export const day = (date: Date, now: Date): string =>
  (date.getFullYear() === now.getFullYear() ? thisYear : anotherYear)(date);

/** Returns “3 November 2026”. */
export const wholeDay: (date: Date) => string = dateFormat({ dateStyle: 'long' });

/** Returns date and time in full. */
export const moment: (date: Date) => string = dateFormat({ dateStyle: 'long', timeStyle: 'short' });

/** Returns “Just now”, “5m ago”, “3h ago” or “6d ago”, and the day itself after `dateAfterDays`. */
export function ago(date: Date, now: Date, { dateAfterDays = 7 } = {}): string {
  const past = now.getTime() - date.getTime();
  if (past < MINUTE) return 'Just now';
  if (past < HOUR) return `${Math.floor(past / MINUTE)}m ago`;
  if (past < DAY) return `${Math.floor(past / HOUR)}h ago`;
  return past < dateAfterDays * DAY ? `${Math.floor(past / DAY)}d ago` : day(date, now);
}
