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
  #isWaiting = false;
  #isRunning = false;
  /** Whether another round was requested during this one. */
  #isStale = false;
  #restMs = 0;
  #lastUrgent = -Infinity;

  constructor(round: () => Iterator<void>, isUrgent: () => boolean, onSlice: () => void) {
    this.#round = round;
    this.#isUrgent = isUrgent;
    this.#onSlice = onSlice;
  }

  /** Begins a round after a rest. */
  soon(): void {
    if (this.#isRunning) this.#isStale = true;
    if (this.#isRunning || this.#isWaiting) return;
    this.#isWaiting = true;
    const rest = Math.min(this.#restMs, this.#longestRest());
    own.later(() => this.#run(), Math.max(FIRST_WAIT_MS, rest));
  }

  /** Begins a round without a rest. */
  next(): void {
    this.#restMs = 0;
    this.soon();
  }

  #run(): void {
    this.#isRunning = true;
    this.#isWaiting = this.#isStale = false;
    const steps = this.#round();
    let cost = 0;
    const step = () => {
      const start = performance.now();
      let isDone: boolean | undefined = true;
      try {
        isDone = steps.next().done;
      } finally {
        cost += performance.now() - start;
        if (isDone) this.#end(cost);
        else own.later(step, 0);
      }
      this.#onSlice();
    };
    step();
  }

  #end(cost: number): void {
    this.#isRunning = false;
    this.#restMs = cost * REST;
    if (this.#isStale) this.soon();
  }

  #longestRest(): number {
    if (!this.#isUrgent()) return LONGEST_REST_MS;
    const now = performance.now();
    const isFirst = now - this.#lastUrgent > URGENT_AGAIN_MS;
    this.#lastUrgent = now;
    return isFirst ? URGENT_REST_MS : LONGEST_REST_MS;
  }
}
