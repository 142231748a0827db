const SECOND = 1_000;

/** How long something took, as it is said: “0.8 s”, “12 s”, “2 min 5 s”. */
export function duration(milliseconds: number): string {
  if (milliseconds < 10 * SECOND) return `${(milliseconds / SECOND).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / SECOND);
  if (seconds < 60) return `${seconds} s`;
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
