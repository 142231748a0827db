const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * HOUR_MS;

/** Returns whether this computer knows a time zone, such as `Europe/Vienna`. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false; // a RangeError, for an unknown name
  }
}

/** Returns the time zone of this computer. */
export const localTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns a time zone's distance from UTC at a moment, such as `GMT+05:30`; `GMT` for none. */
const offsetName = (timeZone: string, at: number): string =>
  new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')?.value ?? '';

/** Returns by how much the clocks of a time zone are ahead of UTC at a moment. */
function offsetMs(timeZone: string, at: number): number {
  const [, sign, hours, minutes] = /([+-])(\d{2}):(\d{2})/.exec(offsetName(timeZone, at)) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * HOUR_MS + Number(minutes ?? 0) * MINUTE_MS);
}

/** Returns when the clocks of a time zone last showed this hour. */
export function lastTimeAt(hour: number, timeZone: string, now: Date): Date {
  const offset = offsetMs(timeZone, now.getTime());
  const local = now.getTime() + offset - hour * HOUR_MS;
  const shown = Math.floor(local / DAY_MS) * DAY_MS + hour * HOUR_MS;
  // Clocks may have been changed since then.
  return new Date(shown - offsetMs(timeZone, shown - offset));
}
