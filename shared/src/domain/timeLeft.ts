const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** Tolerance in days. Clocks of two computers differ, and a page's clock ticks once a minute. */
const SLACK = 1 / 24;

export interface TimeLeft {
  count: number;
  unit: (typeof UNITS)[number][0];
}

/** Returns the days until `expiresAt` minus the tolerance; both times are epoch milliseconds. */
export const daysLeft = (expiresAt: number, now: number): number => (expiresAt - now) / UNITS[0][1] - SLACK;

/** Whether it ends as late as a plan of this many days allows: an extension would add nothing to speak of. */
export const lastsLongest = (expiresAt: number, now: number, mostDays: number): boolean =>
  (expiresAt - now) / UNITS[0][1] > mostDays - SLACK;

/**
 * Returns the remaining time in the largest unit it exceeds, rounded up, so 7 days just granted are 7 days
 * left. Null when it is over. Both times are epoch milliseconds.
 */
export function timeLeft(expiresAt: number, now: number): TimeLeft | null {
  const left = expiresAt - now;
  if (left <= 0) return null;
  const [unit, length] = UNITS.find(([, one]) => left > one) ?? UNITS[2];
  return { count: Math.max(1, Math.ceil(left / length - SLACK)), unit };
}
