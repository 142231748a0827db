import type { Knex } from 'knex';
import * as z from 'zod';
import { AppError } from '../http/errors.ts';
import type { Secrets } from '../secrets.ts';
import type { Db } from './db.ts';

/** An SQL expression that rows are sorted by, and its type. */
export interface SortKey {
  column: string;
  type: 'timestamptz' | 'text' | 'integer' | 'bigint';
}

/** A position in a list: the sort value as lossless text, and the id. */
export interface ListPlace {
  sortKey: string;
  id: string;
}

/** What a selected row adds for the cursor after it. */
export type Placed = ListPlace;

const literally = (q: string) => q.replace(/[\\%_]/g, '\\$&');

/** Returns a pattern for texts that contain these characters. */
export const containing = (q: string) => `%${literally(q)}%`;

/** Returns a pattern for texts that begin with these characters. */
export const beginningWith = (q: string) => `${literally(q)}%`;

interface PageOptions {
  key: SortKey;
  /** The column that distinguishes rows with the same key. */
  id: string;
  order: 'asc' | 'desc';
  /** Where the previous page ended. */
  place: ListPlace | null;
  limit: number;
}

/** Sorts a query and selects the rows after `place`, and one more to know whether there is another page. */
export function takePage(query: Knex.QueryBuilder, { key, id, order, place, limit }: PageOptions): void {
  query.orderByRaw(`${key.column} ${order}, ${id} ${order}`).limit(limit + 1);
  if (!place) return;
  const beyond = order === 'asc' ? '>' : '<';
  query.whereRaw(`(${key.column}, ${id}) ${beyond} (?::${key.type}, ?)`, [place.sortKey, place.id]);
}

const PURPOSE = 'list cursor';
/** The list’s name, the sort value and the id. */
const Cursor = z.tuple([z.string(), z.string(), z.string()]);

/** Reads a cursor of the list with this name, which includes its order. */
export function readCursor(secrets: Secrets, list: string, cursor: string | undefined): ListPlace | null {
  if (cursor === undefined) return null;
  const payload = secrets.verify(PURPOSE, cursor);
  const read = payload === null ? undefined : Cursor.safeParse(JSON.parse(payload)).data;
  if (!read || read[0] !== list) {
    throw new AppError('invalid_input', 'The cursor does not belong to this list.', { field: 'cursor' });
  }
  return { sortKey: read[1], id: read[2] };
}

/** A page of a list. Counting the whole list costs more, so tables are read without. */
export interface ListPage<Row> {
  rows: Row[];
  /** Null on the last page. */
  nextCursor: string | null;
}

/** Splits what `takePage` selected into the page and the cursor of the next one. */
export function splitPage<Row extends Placed>(
  secrets: Secrets,
  list: string,
  limit: number,
  found: Row[],
): ListPage<Row> {
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = found.length > rows.length && last !== undefined;
  return {
    rows,
    nextCursor: hasMore ? secrets.sign(PURPOSE, JSON.stringify([list, last.sortKey, last.id])) : null,
  };
}

/** Adds the length of the whole list to a page. */
export async function withTotal<Row>(
  page: Promise<ListPage<Row>>,
  count: Promise<number>,
): Promise<ListPage<Row> & { total: number }> {
  const [read, total] = await Promise.all([page, count]);
  return { ...read, total };
}

/** Counts the rows of a query. */
export async function countRows(db: Db, query: Knex.QueryBuilder): Promise<number> {
  const row = (await query.first({ total: db.raw('count(*)') })) as { total: number } | undefined;
  return row?.total ?? 0;
}
