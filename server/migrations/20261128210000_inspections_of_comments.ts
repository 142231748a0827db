import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    // What coding agents get beyond the comment. Null: nothing was seen, or an older client wrote it.
    t.jsonb('inspection');
    // The elements that it is about besides its pin's. Null: none.
    t.jsonb('further');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    t.dropColumn('inspection');
    t.dropColumn('further');
  });
}
