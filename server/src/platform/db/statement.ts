import type { Db } from './db.ts';

/** `:name` of a value, but neither a cast nor the minutes of a date format. */
const VALUE = /(?<![:\w]):([a-z]\w*)/g;

type Values = Record<string, unknown>;

/** Knex would number question marks. */
const escaped = (text: string) => text.replaceAll('?', '\\?');

/**
 * A statement whose text is built once, with `$1` for its first value. A direct connection prepares it under its own name
 * and keeps the plan; behind a pooler names are left out (see pooledConnection.ts). One without a name is planned each time.
 */
export function numberedStatement<Row>(
  name: string | undefined,
  text: string,
): (db: Db, values: readonly unknown[]) => Promise<Row[]> {
  const sql = escaped(text);
  return async (db, values) => {
    const { rows } = await db.raw<{ rows: Row[] }>(sql).options({ name, values });
    return rows;
  };
}

/** The same with `:name` for its values. */
export function statement<Row>(
  name: string | undefined,
  text: string,
): (db: Db, values: Values) => Promise<Row[]> {
  const keys = [...new Set([...text.matchAll(VALUE)].map(([, key = '']) => key))];
  const numbered = text.replace(VALUE, (_, key: string) => `$${keys.indexOf(key) + 1}`);
  const run = numberedStatement<Row>(name, numbered);
  return (db, values) =>
    run(
      db,
      keys.map((key) => values[key]),
    );
}

/** A connection keeps a plan for each. */
const KEPT_STATEMENTS = 100;

/** Returns the statement of a text; the first texts get one with a name of its own. */
export function statementsByText<Run>(
  name: string,
  build: (name: string | undefined, text: string) => Run,
): (text: string) => Run {
  const built = new Map<string, Run>();
  return (text) => {
    const known = built.get(text);
    if (known) return known;
    if (built.size >= KEPT_STATEMENTS) return build(undefined, text);
    const kept = build(`${name}_${built.size}`, text);
    built.set(text, kept);
    return kept;
  };
}

/** Returns columns by the names of their fields, as SQL. */
export const selection = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([field, column]) => `${column} as "${field}"`)
    .join(', ');
