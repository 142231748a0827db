import type { Db } from './db.ts';
import { statement } from './statement.ts';

/** Reads what belongs to these keys; a key without anything is left out. */
type Read<Value> = (db: Db, keys: string[]) => Promise<Map<string, Value>>;
type Waiting<Value> = PromiseWithResolvers<Value | undefined>;

/** Statements that one read has running. */
const RUNNING = 2;
const KEYS = 500;

class JoinedRead<Value> {
  readonly #read: (keys: string[]) => Promise<Map<string, Value>>;
  readonly #waiting = new Map<string, Waiting<Value>>();
  #running = 0;

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
    if (this.#running >= RUNNING || this.#waiting.size === 0) return;
    const asked = [...this.#waiting].slice(0, KEYS);
    for (const [key] of asked) this.#waiting.delete(key);
    this.#running += 1;
    void this.#answer(asked);
  }

  async #answer(asked: [string, Waiting<Value>][]): Promise<void> {
    try {
      const found = await this.#read(asked.map(([key]) => key));
      for (const [key, { resolve }] of asked) resolve(found.get(key));
    } catch (cause) {
      for (const [, { reject }] of asked) reject(cause);
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }
}

/**
 * Returns a read by key that joins what is asked for while two of its statements run into the next one. A statement
 * begins after its questions were asked, so an answer is as new as that of a statement of its own.
 */
export function joinedRead<Value>(read: Read<Value>): (db: Db, key: string) => Promise<Value | undefined> {
  const reads = new WeakMap<Db, JoinedRead<Value>>();
  return (db, key) => {
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
