import type { Db } from '../../platform/db/db.ts';
import * as repo from './listRepo.ts';

/** A change of another process that publishes nothing, such as a passing deadline, is visible after this time. */
const FRESH_MS = 1_000;
const QUESTIONS_MAX = 500;

interface Remembered {
  seq: number;
  at: number;
  matches: Promise<repo.Matches>;
}

/** Matches by owner and filter, the last used last; of each pool of connections its own. */
const questions = new WeakMap<Db, Map<string, Remembered>>();

function remember(known: Map<string, Remembered>, key: string, remembered: Remembered): void {
  known.delete(key);
  known.set(key, remembered);
  const [oldest] = known.keys();
  if (known.size > QUESTIONS_MAX && oldest !== undefined) known.delete(oldest);
}

/**
 * Counts what matches a question once, for all who ask it until the owner's lists change: their events and the change
 * share a transaction.
 */
export function matchesOf(
  db: Db,
  ownerId: string,
  filter: repo.ListFilter,
  { seq }: repo.OwnersState,
  now = performance.now(),
): Promise<repo.Matches> {
  const known = questions.get(db) ?? new Map<string, Remembered>();
  questions.set(db, known);
  const key = JSON.stringify([ownerId, filter]);
  const last = known.get(key);
  const isFresh = last?.seq === seq && now - last.at < FRESH_MS;
  const current = isFresh ? last : { seq, at: now, matches: repo.count(db, ownerId, filter) };
  remember(known, key, current);
  current.matches.catch(() => {
    if (known.get(key) === current) known.delete(key);
  });
  return current.matches;
}
