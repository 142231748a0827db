import type { Db } from './db.ts';
import { statement } from './statement.ts';

/** Reads what belongs to these keys; a key without anything is left out. */
type Read<Value> = (db: Db, keys: string[]) => Promise<Map<string, Value>>;
type Waiting<Value> = PromiseWithResolvers<Value | undefined>;

/** Statements that one read has running. */
const RUNNING = 2;
/** When statements are this slow, the database may hang: others do not wait for them first. */
const SLOW_MS = 1_000;
const KEYS = 500;

class JoinedRead<Value> {
  readonly #read: (keys: string[]) => Promise<Map<string, Value>>;
  readonly #waiting = new Map<string, Waiting<Value>>();
  #running = 0;
  #startedMs = 0;

  constructor(read: (keys: string[]) => Promise<Map<string, Value>>) {
    this.#read = read;
  }

  ask(key: string): Promise<Value | undefined> {
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<Value | undefined>();
    this.#waiting.set(key, waiting);
    this.#startNext();
    return waiting.promise;
  }

  #startNext(): void {
    if (this.#waiting.size === 0) return;
    if (this.#running >= RUNNING && performance.now() - this.#startedMs < SLOW_MS) return;
    this.#startedMs = performance.now();
    const batch = [...this.#waiting].slice(0, KEYS);
    for (const [key] of batch) this.#waiting.delete(key);
    this.#running += 1;
    void this.#answer(batch);
  }

  async #answer(batch: [string, Waiting<Value>][]): Promise<void> {
    try {
      const found = await this.#read(batch.map(([key]) => key));
      for (const [key, { resolve }] of batch) resolve(found.get(key));
    } catch (cause) {
      for (const [, { reject }] of batch) reject(cause);
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }
}

const joining = new WeakSet<Db>();

/**
 * Returns a view of a pool whose reads by key are joined. Requests use the pool itself: whether they may begin is decided
 * by how many statements wait for it.
 */
export function withJoinedReads(db: Db): Db {
  const view = db.withUserParams({});
  joining.add(view);
  return view;
}

/**
 * Returns a read by key. On a view with joined reads, what is wanted while two of its statements run becomes one. A
 * statement begins after its keys were given, so an answer is as new as that of a statement of its own.
 */
export function readByKey<Value>(read: Read<Value>): (db: Db, key: string) => Promise<Value | undefined> {
  const reads = new WeakMap<Db, JoinedRead<Value>>();
  return async (db, key) => {
    if (!joining.has(db)) return (await read(db, [key])).get(key);
    const known = reads.get(db) ?? new JoinedRead((keys) => read(db, keys));
    reads.set(db, known);
    return known.ask(key);
  };
}

type KeyType = 'text' | 'uuid' | 'bytea';

/**
 * A statement by some keys; `text` gets the condition on them. One key is no array, for which PostgreSQL would make a new
 * plan each time.
 */
export function statementByKeys<Row>(
  name: string,
  type: KeyType,
  text: (isAsked: string) => string,
): (db: Db, keys: readonly unknown[]) => Promise<Row[]> {
  const one = statement<Row>(name, text(`= :key::${type}`));
  const many = statement<Row>(`${name}_many`, text(`= any(:keys::${type}[])`));
  return (db, keys) => (keys.length === 1 ? one(db, { key: keys[0] }) : many(db, { keys }));
}
