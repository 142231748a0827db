import { Pauses } from './half.ts';
import { Pace } from './pace.ts';

/** Waits until a folder has been quiet for long enough to be staged. */
export class Quiet {
  readonly #pace = new Pace();
  readonly #pauses = new Pauses();
  #timer: NodeJS.Timeout | null = null;

  /** Counts a new version. */
  count(): void {
    this.#pace.count(Date.now());
  }

  /** A build of the user wrote a file. */
  wrote(): void {
    this.#pauses.wrote(Date.now());
  }

  /** Begins to wait, anew if it waits already. */
  wait(leastMs: number, onQuiet: () => void): void {
    this.stop();
    const waitMs = Math.max(leastMs, this.#pauses.waitMs(), this.#pace.waitMs(Date.now()));
    this.#timer = setTimeout(onQuiet, waitMs);
  }

  stop(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
