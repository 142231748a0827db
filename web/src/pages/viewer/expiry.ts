const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const relative = new Intl.RelativeTimeFormat('en');

/** “in 6 days”. Whole days are rounded up, as everywhere; the last day counts hours, the last hour minutes. */
export function expiresIn(date: Date, now: Date): string {
  const left = Math.max(0, date.getTime() - now.getTime());
  if (left > DAY) return relative.format(Math.ceil(left / DAY), 'day');
  if (left > HOUR) return relative.format(Math.ceil(left / HOUR), 'hour');
  return relative.format(Math.ceil(left / MINUTE), 'minute');
}
