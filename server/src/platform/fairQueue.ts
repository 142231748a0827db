import { AppError } from './http/errors.ts';

export interface FairQueueOptions {
  /** Weight of all tasks that run at once. */
  capacity: number;
  /** Tasks of one key that run at once. */
  runningPerKey: number;
  /** Tasks of one key that wait; another one is rejected. */
  waitingPerKey: number;
}

interface Task {
  weight: number;
  start: () => void;
}

interface Line {
  running: number;
  waiting: Task[];
}

/** Limits what runs at once and lets keys, such as addresses, take turns: a long line delays only its own key. */
export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Lines in the order of turns. */
  readonly #lines = new Map<string, Line>();
  #used = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Weight of the running tasks. */
  get used(): number {
    return this.#used;
  }

  /** Runs a task when it is its key's turn. Throws `rate_limited` when too many tasks of the key wait. */
  async run<T>(key: string, task: () => Promise<T>, weight = 1): Promise<T> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: [] };
    if (line.waiting.length >= this.#options.waitingPerKey) {
      throw new AppError('rate_limited', 'Too many requests at once. Please try again in a moment.', {
        retryAfter: 1,
      });
    }
    this.#lines.set(key, line);
    const turn = Promise.withResolvers<void>();
    line.waiting.push({ weight, start: turn.resolve });
    this.#startNext();
    await turn.promise;
    try {
      return await task();
    } finally {
      line.running -= 1;
      this.#used -= weight;
      if (line.running === 0 && line.waiting.length === 0) this.#lines.delete(key);
      this.#startNext();
    }
  }

  #startNext(): void {
    for (const [key, line] of this.#lines) {
      const [next] = line.waiting;
      if (!next || line.running >= this.#options.runningPerKey) continue;
      // Smaller tasks of other keys must not overtake for ever.
      if (this.#used > 0 && this.#used + next.weight > this.#options.capacity) return;
      line.waiting.shift();
      line.running += 1;
      this.#used += next.weight;
      this.#lines.delete(key);
      this.#lines.set(key, line);
      next.start();
    }
  }
}
