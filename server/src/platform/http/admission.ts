import type { Middleware } from 'koa';
import type { App } from '../context.ts';
import { busy } from './errors.ts';

/** What admission watches of a pool of connections. */
interface Pool {
  max: number;
  numPendingAcquires: () => number;
  on: (event: 'acquireRequest' | 'release', note: () => void) => void;
}

/** A request that has wanted no connection for so long waits for something else, such as the rest of its body. */
const ENTERING_MS = 100;

/**
 * Lets a request begin when few statements wait for a connection. The others wait here, so that requests that have begun
 * are finished instead of each being interrupted halfway.
 */
class Entrance {
  readonly #pool: Pool;
  readonly #waitMs: number;
  readonly #waiting = new Set<() => void>();
  /** Requests that were let in and have not wanted a connection yet: many may arrive at once. */
  readonly #entering = new Set<object>();

  constructor(pool: Pool, waitMs: number) {
    this.#pool = pool;
    this.#waitMs = waitMs;
    pool.on('acquireRequest', () => {
      const [first] = this.#entering;
      if (first) this.#leave(first);
    });
    pool.on('release', () => this.#letIn());
  }

  /** Runs a request once it may begin. */
  async pass(request: object, run: () => Promise<unknown>): Promise<void> {
    if (this.#waiting.size > 0 || this.#isFull()) await this.#wait();
    this.#entering.add(request);
    const entered = setTimeout(() => this.#leave(request), ENTERING_MS);
    try {
      await run();
    } finally {
      clearTimeout(entered);
      this.#leave(request);
    }
  }

  async #wait(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const late = setTimeout(() => reject(busy()), this.#waitMs);
    this.#waiting.add(resolve);
    try {
      await promise;
    } finally {
      clearTimeout(late);
      this.#waiting.delete(resolve);
    }
  }

  #leave(request: object): void {
    if (this.#entering.delete(request)) this.#letIn();
  }

  #letIn(): void {
    const [next] = this.#waiting;
    if (!next || this.#isFull()) return;
    this.#waiting.delete(next);
    next();
  }

  #isFull(): boolean {
    return this.#pool.numPendingAcquires() + this.#entering.size >= this.#pool.max;
  }
}

/** Answers 503 to a request that would have to wait too long for a connection to the database. */
export function admit({ config, db }: Pick<App, 'config' | 'db'>): Middleware {
  const entrance = new Entrance(db.client.pool as Pool, config.databaseWaitMs);
  return (ctx, next) => entrance.pass(ctx, next);
}
