import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Each live channel counts its own events. The row's lock lasts until commit, so numbers have no gaps and no
  // reader can pass a slower writer, as it could with one global sequence.
  await knex.schema.createTable('channels', (t) => {
    t.text('id').primary(); // user:{id} or snapshot:{id}
    t.bigInteger('seq').notNullable();
  });

  // Single-use, short-lived: they stand in for a cookie where none can be sent.
  await knex.schema.createTable('tickets', (t) => {
    t.binary('token_hash').primary();
    t.text('purpose').notNullable();
    t.jsonb('grants').notNullable();
    t.timestamp('expires_at').notNullable().index();
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['tickets', 'channels']) await knex.schema.dropTable(table);
}
