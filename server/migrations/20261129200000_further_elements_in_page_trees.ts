import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('pin_trees', (t) => {
    // Indices of the further elements, in their order; null where one was not on the page. Null: an older client wrote it.
    t.specificType('further', 'integer[]');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('pin_trees', (t) => {
    t.dropColumn('further');
  });
}
