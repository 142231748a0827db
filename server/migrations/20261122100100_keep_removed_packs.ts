import type { Knex } from 'knex';

// A removed pack keeps its object for some days: a backup that is restored meanwhile finds its files.
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('packs', (t) => {
    t.timestamp('removed_at');
    // The object was in the store and in no row: a restored database knows only what it knew when it was backed up.
    t.boolean('was_unknown').notNullable().defaultTo(false);
  });
  await knex.raw('create index packs_removed_at_index on packs (removed_at) where removed_at is not null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('packs', (t) => {
    t.dropColumns('removed_at', 'was_unknown');
  });
}
