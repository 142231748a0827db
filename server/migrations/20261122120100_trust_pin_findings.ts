import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('pin_findings', (t) => {
    t.boolean('is_owners').notNullable().defaultTo(false); // a visitor's result is a hint
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('pin_findings', (t) => {
    t.dropColumn('is_owners');
  });
}
