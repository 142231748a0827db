import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/db.ts';
import * as repo from './listRepo.ts';

/** A change of another process that publishes nothing, such as a passing deadline, is visible after this time. */
const FRESH_MS = 1_000;

/** What matches and what orders it, each. */
const KEPT_CHARACTERS = 4 * 1024 * 1024;

type Memory<Value extends object> = LRUCache<string, Value, () => Promise<Value>>;

const memoryOf = <Value extends object>(idsOf: (value: Value) => readonly string[]): Memory<Value> =>
  new LRUCache({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (value, key) => idsOf(value).reduce((sum, id) => sum + id.length, key.length),
    ttl: FRESH_MS,
    fetchMethod: (_key, _known, { context: read }) => read(),
    // A request that waits for what is dropped meanwhile gets it all the same.
    ignoreFetchAbort: true,
  });

interface Memories {
  matches: Memory<repo.Matches>;
  orders: Memory<string[]>;
}

/** Each pool of connections has its own. */
const memories = new WeakMap<Db, Memories>();

function memoriesOf(db: Db): Memories {
  const known = memories.get(db);
  if (known) return known;
  const made = {
    matches: memoryOf<repo.Matches>(({ ids }) => ids ?? []),
    orders: memoryOf<string[]>((ids) => ids),
  };
  memories.set(db, made);
  return made;
}

export interface Question {
  ownerId: string;
  filter: repo.ListFilter;
  /** The owner's lists at this number: their changes and the next number share a transaction. */
  seq: number;
}

const keyOf = ({ ownerId, seq, filter }: Question) => JSON.stringify([ownerId, seq, filter]);

/**
 * Counts what matches a question once, for all who ask it until the owner's lists change. It is repeated if it
 * has been asked before.
 */
export async function matchesOf(
  db: Db,
  question: Question,
): Promise<{ matches: repo.Matches; isRepeated: boolean }> {
  const { matches } = memoriesOf(db);
  const key = keyOf(question);
  const isRepeated = matches.has(key);
  const read = () => repo.count(db, question.ownerId, question.filter);
  return { matches: await matches.forceFetch(key, { context: read }), isRepeated };
}

/** Sorts the matches of a question once, for all who ask it until the owner's lists change; ascending. */
export const orderOf = (db: Db, question: Question, sort: repo.Sort, ids: string[]): Promise<string[]> =>
  memoriesOf(db).orders.forceFetch(`${sort} ${keyOf(question)}`, {
    context: () => repo.sortedIds(db, sort, ids),
  });
