import { LRUCache } from 'lru-cache';
import type { Db } from '../../platform/db/db.ts';
import type { ListPage } from '../../platform/db/keyset.ts';
import type { ListedText } from './listed.ts';
import * as repo from './listRepo.ts';

/** A change that publishes nothing, such as a passing deadline, is visible after this time. */
const FRESH_MS = 1_000;

/** What matches, and the pages of it, each. */
const KEPT_CHARACTERS = 8 * 1024 * 1024;

type Memory<Value extends object> = LRUCache<string, Value, () => Promise<Value>>;

const memoryOf = <Value extends object>(lengthOf: (value: Value) => number): Memory<Value> =>
  new LRUCache({
    maxSize: KEPT_CHARACTERS,
    sizeCalculation: (value, key) => key.length + lengthOf(value),
    ttl: FRESH_MS,
    ttlResolution: 0,
    // Rows contain passwords.
    ttlAutopurge: true,
    fetchMethod: (_key, _known, { context: read }) => read(),
    // A request that waits for what is dropped meanwhile gets it all the same.
    ignoreFetchAbort: true,
  });

const sum = <Item>(items: readonly Item[], lengthOf: (item: Item) => number) =>
  items.reduce((total, item) => total + lengthOf(item), 0);

interface Memories {
  matches: Memory<repo.Matches>;
  pages: Memory<ListPage<ListedText>>;
}

/** Each pool of connections has its own. */
const memories = new WeakMap<Db, Memories>();

function memoriesOf(db: Db): Memories {
  const known = memories.get(db);
  if (known) return known;
  const made: Memories = {
    matches: memoryOf(({ ids }) => sum(ids ?? [], ({ length }) => length)),
    pages: memoryOf(({ rows }) => sum(rows, ({ json }) => json.length)),
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

/** Which page of the matches. */
type PagePlace = Pick<repo.PageQuery, 'sort' | 'order' | 'most' | 'place'>;

const keyOf = ({ ownerId, seq, filter }: Question) => [ownerId, seq, filter];

/** Counts what matches a question once, for all who ask it until the owner's lists change. */
export const matchesOf = (db: Db, question: Question): Promise<repo.Matches> =>
  memoriesOf(db).matches.forceFetch(JSON.stringify(keyOf(question)), {
    context: () => repo.count(db, question.ownerId, question.filter),
  });

/** Reads a page of the matches once, for all who ask for it until the owner's lists change. */
export const pageOf = (
  db: Db,
  question: Question,
  { sort, order, most, place }: PagePlace,
  read: () => Promise<ListPage<ListedText>>,
): Promise<ListPage<ListedText>> =>
  memoriesOf(db).pages.forceFetch(JSON.stringify([...keyOf(question), sort, order, most, place]), {
    context: read,
  });
