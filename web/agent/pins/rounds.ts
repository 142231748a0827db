import { own } from './own.ts';

const FIRST_WAIT_MS = 60;
/** On a page that changes continuously, rounds are spaced so that they take a twentieth of the time. */
const REST = 20;
const LONGEST_REST_MS = 3000;
/** A round after an element has left the page is urgent, at most this often. */
const URGENT_REST_MS = 200;
const URGENT_AGAIN_MS = 2 * LONGEST_REST_MS;

/** Repeats rounds of work in slices, so that the page stays responsive. Calls `onSlice` after each slice. */
export function createRounds(round: () => Iterator<void>, isUrgent: () => boolean, onSlice: () => void) {
  let isWaiting = false;
  let isRunning = false;
  /** Whether another round was requested during this one. */
  let isStale = false;
  let restMs = 0;
  let lastUrgent = -Infinity;

  function longestRest(): number {
    if (!isUrgent()) return LONGEST_REST_MS;
    const now = performance.now();
    const isFirst = now - lastUrgent > URGENT_AGAIN_MS;
    lastUrgent = now;
    return isFirst ? URGENT_REST_MS : LONGEST_REST_MS;
  }

  function end(cost: number): void {
    isRunning = false;
    restMs = cost * REST;
    if (isStale) soon();
  }

  function run(): void {
    isRunning = true;
    isWaiting = isStale = false;
    const steps = round();
    let cost = 0;
    const step = () => {
      const start = performance.now();
      let isDone: boolean | undefined = true;
      try {
        isDone = steps.next().done;
      } finally {
        cost += performance.now() - start;
        if (isDone) end(cost);
        else own.later(step, 0);
      }
      onSlice();
    };
    step();
  }

  /** Begins a round after a rest. */
  function soon(): void {
    if (isRunning) isStale = true;
    if (isRunning || isWaiting) return;
    isWaiting = true;
    own.later(run, Math.max(FIRST_WAIT_MS, Math.min(restMs, longestRest())));
  }

  return {
    soon,
    /** Begins a round without a rest. */
    next(): void {
      restMs = 0;
      soon();
    },
  };
}
