const HOUR_MS = 60 * 60 * 1000;

/** Delays before the next automatic version, from so many versions within an hour on. */
const STEPS = [
  { versions: 60, waitMs: 120_000 },
  { versions: 40, waitMs: 60_000 },
  { versions: 20, waitMs: 15_000 },
];

/** Slows down automatic stages as they accumulate, because a server limits versions per hour. */
export class Pace {
  #versions: number[] = [];

  /** Counts a new version. */
  count(atMs: number): void {
    this.#versions = this.#versions.filter((at) => at > atMs - HOUR_MS);
    this.#versions.push(atMs);
  }

  /** Returns the delay before the next stage. */
  waitMs(nowMs: number): number {
    const recent = this.#versions.filter((at) => at > nowMs - HOUR_MS).length;
    const step = STEPS.find(({ versions }) => recent >= versions);
    const last = this.#versions.at(-1) ?? -Infinity;
    // A clock that was set back must not extend the delay.
    return step ? Math.min(step.waitMs, Math.max(0, last + step.waitMs - nowMs)) : 0;
  }
}
