import type { Knex } from 'knex';

const TABLES = ['uploads', 'versions'];

// A manifest is mostly hashes, which do not shrink: compressing one took most of the time of taking an offer. What is
// there already stays as it is; both forms are read the same way.
export async function up(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw('alter table ?? alter column manifest set storage external', [table]);
}

export async function down(knex: Knex): Promise<void> {
  for (const table of TABLES)
    await knex.raw('alter table ?? alter column manifest set storage extended', [table]);
}
