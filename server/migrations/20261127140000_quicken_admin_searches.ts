import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEXES = {
  users_name_search: 'users using gin (name gin_trgm_ops)',
  users_email_search: 'users using gin (email gin_trgm_ops)',
  snapshots_name_search: 'snapshots using gin (name gin_trgm_ops)',
};

/** The database's user may not create extensions, or the extension is not installed. */
const NOT_OFFERED = new Set(['42501', '58P01', '0A000']);

/** Without the extension the searches work, but read whole tables. */
async function hasTrigrams(knex: Knex): Promise<boolean> {
  try {
    await knex.raw('create extension if not exists pg_trgm');
    return true;
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && NOT_OFFERED.has(String(cause.code))) return false;
    throw cause;
  }
}

export async function up(knex: Knex): Promise<void> {
  if (!(await hasTrigrams(knex))) return;
  for (const [name, columns] of Object.entries(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${columns}`);
  }
}

/** The extension stays: the database may have had it before. */
export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently if exists ${name}`);
}
