/** The part of an `AbortSignal` that code without the types of a platform may read. */
export interface Cancellation {
  readonly aborted: boolean;
}

/** Clock, sleep and randomness, passed in so that a test decides what they are. */
export interface Runtime {
  /** Milliseconds since some fixed moment, never going back. */
  monotonicMs: () => number;
  /** Milliseconds since 1970. */
  epochMs: () => number;
  /** Resolves after `milliseconds`; rejects at once when `signal` aborts. */
  sleep(milliseconds: number, signal: Cancellation): Promise<void>;
  /** Returns a number from 0 up to, not including, 1. */
  random: () => number;
}
