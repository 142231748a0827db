import type { Knex } from 'knex';

// Files that strangers attach are deleted for good: a flood of them would otherwise fill the trash.
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('packs', (t) => {
    t.boolean('skips_trash').notNullable().defaultTo(false);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('packs', (t) => {
    t.dropColumn('skips_trash');
  });
}
