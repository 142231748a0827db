export interface Queues {
  /** Runs an act when all acts given before under the same key have ended, well or not. */
  run: <T>(key: string, act: () => Promise<T>) => Promise<T>;
}

export function createQueues(): Queues {
  const last = new Map<string, Promise<unknown>>();
  return {
    run(key, act) {
      const result = (last.get(key) ?? Promise.resolve()).then(act, act);
      const over = () => {
        if (last.get(key) === result) last.delete(key);
      };
      last.set(key, result);
      result.then(over, over);
      return result;
    },
  };
}
