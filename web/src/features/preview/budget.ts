/** Token bucket: `burst` permits, refilled with `perSecond` each second. */
export function createBudget(burst: number, perSecond: number): () => boolean {
  let permits = burst;
  let last = performance.now();
  return () => {
    const time = performance.now();
    permits = Math.min(burst, permits + ((time - last) / 1000) * perSecond);
    last = time;
    if (permits < 1) return false;
    permits -= 1;
    return true;
  };
}
