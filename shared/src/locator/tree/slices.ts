/**
 * Returns whether the current slice has taken `budget` milliseconds, after which the caller yields. The next slice
 * begins with the first call after that: what passes in between is not this work's time.
 */
export function createPace(budget: number, now = () => performance.now()): () => boolean {
  let end: number | null = null;
  return () => {
    end ??= now() + budget;
    if (now() < end) return false;
    end = null;
    return true;
  };
}

/** Runs a generator to its end in one go. */
export function runAtOnce<T>(steps: Generator<void, T>): T {
  let step;
  do step = steps.next();
  while (!step.done);
  return step.value;
}
