export interface HeartbeatOptions {
  everyMs: number;
  /** How many beats in a row may be missed. */
  missedMax: () => number;
  /** Asks for a sign of life. */
  beat: () => void;
  /** Once: another beat was due, and too many were missed. */
  onHang: () => void;
}

export interface Heartbeat {
  /** A sign of life. */
  heard: () => void;
  stop: () => void;
}

/**
 * Notices a process that is there and does nothing. Beats are counted, not time: a machine that sleeps misses none, and
 * who is only late answers before too many were.
 */
export function startHeartbeat({ everyMs, missedMax, beat, onHang }: HeartbeatOptions): Heartbeat {
  let missed = 0;
  let lastAt = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // This process did not run either, so nothing is known of the other one.
    if (now - lastAt > everyMs * 2) missed = 0;
    lastAt = now;
    if (missed >= missedMax()) {
      clearInterval(timer);
      return onHang();
    }
    missed += 1;
    beat();
  }, everyMs);
  return { heard: () => (missed = 0), stop: () => clearInterval(timer) };
}
