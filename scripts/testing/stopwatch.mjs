/** Measures the parts of a run. */
export function createStopwatch() {
  /** @type {string[]} */
  const parts = [];
  return {
    /**
     * @template T
     * @param {string} name
     * @param {() => Promise<T>} act
     * @returns {Promise<T>}
     */
    async time(name, act) {
      const start = performance.now();
      try {
        return await act();
      } finally {
        parts.push(`${name} ${Math.round((performance.now() - start) / 1000)}`);
      }
    },
    line: () => `seconds: ${parts.join(', ')}`,
  };
}
