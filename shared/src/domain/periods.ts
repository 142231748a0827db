/** The periods of figures over time, with their number of hours or days. */
export const PERIODS = { '24h': 24, '7d': 7, '30d': 30 } as const;
export type Period = keyof typeof PERIODS;

const HOUR_MS = 3_600_000;

/** Returns the length of an interval of a period: 24 hours consist of hours, longer periods of days. */
export const intervalMs = (period: Period): number => (period === '24h' ? HOUR_MS : 24 * HOUR_MS);

/** Returns when a period began. It ends now and consists of whole hours or days (UTC), of which the last still runs. */
export function periodStart(period: Period, now: Date): Date {
  const interval = intervalMs(period);
  const current = Math.floor(now.getTime() / interval) * interval;
  return new Date(current - (PERIODS[period] - 1) * interval);
}
