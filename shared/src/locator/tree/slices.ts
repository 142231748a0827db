/** Returns whether the current slice has taken `budget` milliseconds; a slice that has ended starts the next one. */
export function createPace(budget: number): () => boolean {
  let end = performance.now() + budget;
  return () => {
    if (performance.now() < end) return false;
    end = performance.now() + budget;
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
