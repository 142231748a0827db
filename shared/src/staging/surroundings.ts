import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance, handed in so that a test decides what they are. */
export interface Surroundings {
  /** Milliseconds since some fixed moment, never going back. */
  now: () => number;
  /** Milliseconds since 1970. */
  today: () => number;
  /** Resolves after `milliseconds`; rejects at once when `signal` aborts. */
  wait: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to, not including, 1. */
  random: () => number;
}

/** The real clock and the real dice. */
export const realSurroundings: Surroundings = {
  now: () => performance.now(),
  today: () => Date.now(),
  wait: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  random: () => Math.random(),
};
