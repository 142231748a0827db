import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('packs', (t) => {
    t.timestamp('repack_after'); // a pack that could not be written anew waits until then
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('packs', (t) => {
    t.dropColumn('repack_after');
  });
}
