import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Bytes of an unfinished upload that its owner has in no snapshot: they count before they have arrived.
  await knex.schema.alterTable('uploads', (t) => {
    t.bigInteger('reserved_bytes').notNullable().defaultTo(0);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('uploads', (t) => {
    t.dropColumn('reserved_bytes');
  });
}
