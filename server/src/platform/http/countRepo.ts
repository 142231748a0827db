import type { Db } from '../db/db.ts';
import { statement } from '../db/statement.ts';

/** A count in the table of rate limits, and when it begins anew. */
interface CountRow {
  key: string;
  points: number;
  /** Milliseconds since 1970. */
  expire: number;
}

/** What is added to a count, which lasts this long if it begins now. */
export interface Addition {
  key: string;
  points: number;
  ms: number;
}

const ADD = statement<CountRow>(
  'rate_limits_add',
  `insert into rate_limits as l (key, points, expire)
   select key, points, :now::bigint + ms from unnest(:keys::text[], :points::int[], :spans::bigint[]) as added (key, points, ms)
   order by key
   on conflict (key) do update set
     points = case when l.expire <= :now then excluded.points else l.points + excluded.points end,
     expire = case when l.expire <= :now then excluded.expire else l.expire end
   returning key, points, expire`,
);

const REVERT = statement(
  'rate_limits_revert',
  `with counts as (select key from rate_limits where key = any(:keys::text[]) and expire > :now order by key for update)
   update rate_limits l set points = greatest(0, l.points - given.points)
   from counts join unnest(:keys::text[], :points::int[]) as given (key, points) using (key) where l.key = counts.key`,
);

const READ = statement<CountRow>(
  'rate_limits_read',
  'select key, points, expire from rate_limits where key = any(:keys::text[]) and expire > :now',
);

const keysOf = (additions: readonly Addition[]) => additions.map(({ key }) => key);
const pointsOf = (additions: readonly Addition[]) => additions.map(({ points }) => points);

const byKey = (rows: CountRow[]) => new Map(rows.map((row) => [row.key, row]));

/** Adds to several counts in one statement, in key order. Returns them by key. */
export const add = async (db: Db, additions: readonly Addition[], now: number) =>
  byKey(
    await ADD(db, {
      keys: keysOf(additions),
      points: pointsOf(additions),
      spans: additions.map(({ ms }) => ms),
      now,
    }),
  );

/** Takes back what was added, unless the count began anew. */
export async function revert(db: Db, additions: readonly Addition[], now: number): Promise<void> {
  await REVERT(db, { keys: keysOf(additions), points: pointsOf(additions), now });
}

/** Returns the counts that have not expired by key. */
export const read = async (db: Db, keys: readonly string[], now: number) =>
  byKey(await READ(db, { keys, now }));

export async function remove(db: Db, key: string): Promise<void> {
  await db('rate_limits').where({ key }).delete();
}

export const removeExpired = (db: Db, now = Date.now()): Promise<number> =>
  db('rate_limits').where('expire', '<=', now).delete();
