const HOUR_MS = 60 * 60 * 1000;

/** From this many versions within an hour on, the next one by itself comes so long after the last. */
const STEPS = [
  { versions: 60, waitMs: 120_000 },
  { versions: 40, waitMs: 60_000 },
  { versions: 20, waitMs: 15_000 },
];

/** Makes stages without a person rarer the more of them there are: a server takes only so many versions an hour. */
export class Pace {
  private versions: number[] = [];

  /** A version was made. */
  count(atMs: number): void {
    this.versions = this.versions.filter((at) => at > atMs - HOUR_MS);
    this.versions.push(atMs);
  }

  /** How long to wait before the next. */
  waitMs(nowMs: number): number {
    const recent = this.versions.filter((at) => at > nowMs - HOUR_MS).length;
    const step = STEPS.find(({ versions }) => recent >= versions);
    const last = this.versions.at(-1) ?? -Infinity;
    // A clock that was set back must not hold changes for longer than the step.
    return step ? Math.min(step.waitMs, Math.max(0, last + step.waitMs - nowMs)) : 0;
  }
}
