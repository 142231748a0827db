import type { Knex } from 'knex';

// Written into the store of files too, so that a database is never used with the files of another installation.
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('installation', (t) => {
    t.uuid('id').primary();
    t.boolean('is_only').notNullable().unique().defaultTo(true);
    t.check('is_only');
  });
  await knex('installation').insert({ id: knex.raw('gen_random_uuid()') });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('installation');
}
