import type { Db } from './db.ts';

/** `:name` of a value, but neither a cast nor the minutes of a date format. */
const VALUE = /(?<![:\w]):([a-z]\w*)/g;

type Values = Record<string, unknown>;

/**
 * A statement whose text is built once, with `:name` for its values. A direct connection prepares it under its own name
 * and keeps the plan; behind a pooler names are left out (see pooledConnection.ts). One without a name is planned each time. The text has no
 * question mark.
 */
export function statement<Row>(
  name: string | undefined,
  text: string,
): (db: Db, values: Values) => Promise<Row[]> {
  const keys = [...new Set([...text.matchAll(VALUE)].map(([, key = '']) => key))];
  const numbered = text.replace(VALUE, (_, key: string) => `$${keys.indexOf(key) + 1}`);
  return async (db, values) => {
    const given = { name, values: keys.map((key) => values[key]) };
    const { rows } = await db.raw<{ rows: Row[] }>(numbered).options(given);
    return rows;
  };
}
