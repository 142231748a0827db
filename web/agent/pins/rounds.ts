import { own } from './own.ts';

const FIRST_WAIT_MS = 60;
/** On a page that changes continuously, rounds are spaced so that they take a twentieth of the time. */
const REST = 20;
const LONGEST_REST_MS = 3000;
/** A round after an element has left the page is urgent, at most this often. */
const URGENT_REST_MS = 200;
const URGENT_AGAIN_MS = 2 * LONGEST_REST_MS;

/** Repeats rounds of work in slices, so that the page stays responsive. */
export class Rounds {
  readonly #round: () => Iterator<void>;
  readonly #isUrgent: () => boolean;
  /** Called after each slice. */
  readonly #onSlice: () => void;
  /** When the next round begins. */
  #dueAt = Infinity;
  #isRunning = false;
  /** The round that was requested during this one. */
  #wanted: 'soon' | 'now' | null = null;
  #restMs = 0;
  /** Called at the end of the next round. */
  #waiting: (() => void)[] = [];
  #lastUrgent = -Infinity;

  constructor(round: () => Iterator<void>, isUrgent: () => boolean, onSlice: () => void) {
    this.#round = round;
    this.#isUrgent = isUrgent;
    this.#onSlice = onSlice;
  }

  /** Begins a round after a rest. */
  soon(): void {
    if (this.#isRunning) this.#wanted ??= 'soon';
    else if (this.#dueAt === Infinity) this.#begin(Math.min(this.#restMs, this.#longestRest()));
  }

  /** Begins a round without a rest, unless one is due or runs. */
  next(): void {
    this.#restMs = 0;
    this.soon();
  }

  /** Begins a round without a rest in any case, and calls back at its end. */
  now(ended?: () => void): void {
    if (ended) this.#waiting.push(ended);
    if (this.#isRunning) this.#wanted = 'now';
    else this.#begin(0);
  }

  /** Begins a round after this time, unless one begins before. */
  #begin(restMs: number): void {
    const rest = Math.max(FIRST_WAIT_MS, restMs);
    const dueAt = performance.now() + rest;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    own.later(() => dueAt === this.#dueAt && this.#run(), rest);
  }

  #run(): void {
    this.#isRunning = true;
    this.#dueAt = Infinity;
    const waiting = this.#waiting.splice(0);
    const steps = this.#round();
    let cost = 0;
    const step = () => {
      const start = performance.now();
      let isDone: boolean | undefined = true;
      try {
        isDone = steps.next().done;
      } finally {
        cost += performance.now() - start;
        if (isDone) this.#end(cost, waiting);
        else own.later(step, 0);
      }
      this.#onSlice();
    };
    step();
  }

  #end(cost: number, waiting: (() => void)[]): void {
    const wanted = this.#wanted;
    this.#isRunning = false;
    this.#wanted = null;
    this.#restMs = cost * REST;
    if (wanted) this[wanted]();
    for (const ended of waiting) ended();
  }

  #longestRest(): number {
    if (!this.#isUrgent()) return LONGEST_REST_MS;
    const now = performance.now();
    const isFirst = now - this.#lastUrgent > URGENT_AGAIN_MS;
    this.#lastUrgent = now;
    return isFirst ? URGENT_REST_MS : LONGEST_REST_MS;
  }
}
