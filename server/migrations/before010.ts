import { readFile } from 'node:fs/promises';
import type { Migration } from './index.ts';

const SECTION = /^-- (\d{14}_\w+)( \(no transaction\))?\n/m;
const NOT_REVERTED = 'Migrations from before 0.1.0 cannot be reverted. Restore a backup instead.';

function migrationOf(name: string, isAlone: boolean, sql: string): Migration {
  // PostgreSQL runs statements that are sent together in one transaction.
  const portions = isAlone ? sql.split('\n\n') : [sql];
  return {
    name,
    async up(knex) {
      for (const portion of portions) await knex.raw(portion);
    },
    down: () => Promise.reject(new Error(NOT_REVERTED)),
    ...(isAlone ? { config: { transaction: false } } : {}),
  };
}

/** Reads the migrations from before 0.1.0, oldest first. The last one has the name of the baseline and leads to it. */
export async function migrationsBefore010(): Promise<Migration[]> {
  const text = await readFile(new URL('before010.sql', import.meta.url), 'utf8');
  const [, ...parts] = text.split(SECTION);
  return Array.from({ length: parts.length / 3 }, (_, index) => {
    const [name = '', isAlone, sql = ''] = parts.slice(index * 3);
    return migrationOf(name, isAlone !== undefined, sql.trim());
  });
}
