import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    // Null: no browser has told it yet.
    t.text('time_zone');
    // False: it follows the browser.
    t.boolean('time_zone_chosen').notNullable().defaultTo(false);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    t.dropColumn('time_zone');
    t.dropColumn('time_zone_chosen');
  });
}
