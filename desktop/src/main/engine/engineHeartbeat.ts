export interface HeartbeatOptions {
  everyMs: number;
  /** Number of consecutive beats that may be missed. */
  missedMax: () => number;
  /** Requests a sign of life. */
  beat: () => void;
  /** Called once, when too many beats were missed. */
  onHang: () => void;
}

export interface Heartbeat {
  /** Reports a sign of life. */
  received: () => void;
  stop: () => void;
}

/** Detects a hanging process. Counts beats instead of time, so sleep causes no false alarm. */
export function startHeartbeat({ everyMs, missedMax, beat, onHang }: HeartbeatOptions): Heartbeat {
  let missed = 0;
  let lastAt = Date.now();
  const timer = setInterval(() => {
    const now = Date.now();
    // This process was suspended as well, so the other one may be fine.
    if (now - lastAt > everyMs * 2) missed = 0;
    lastAt = now;
    if (missed >= missedMax()) {
      clearInterval(timer);
      return onHang();
    }
    missed += 1;
    beat();
  }, everyMs);
  return { received: () => (missed = 0), stop: () => clearInterval(timer) };
}
