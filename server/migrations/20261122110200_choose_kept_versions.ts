import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // How many of the newest versions the owner keeps; null keeps all.
  await knex.schema.alterTable('snapshots', (t) => {
    t.integer('keep_versions');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumn('keep_versions');
  });
}
