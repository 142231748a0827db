import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // What a comment adds to the list of its snapshot's comments.
  await knex.schema.alterTable('comments', (t) => {
    t.integer('bytes').notNullable().defaultTo(0);
  });
  await knex.raw(
    `update comments set bytes = octet_length(text) + coalesce(octet_length(element_selector), 0)
       + coalesce(octet_length(locator::text), 0) + coalesce(octet_length(context::text), 0)`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    t.dropColumn('bytes');
  });
}
