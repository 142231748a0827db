import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Programs that registered themselves; others are described by a document at the URL that is their id.
  await knex.schema.createTable('agent_clients', (t) => {
    t.text('id').primary();
    t.text('name').notNullable();
    t.specificType('redirect_uris', 'text[]').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('used_at').index(); // null: no person has allowed it yet
  });
  // What an access token has in addition that an agent got over OAuth. The hash in `access_tokens` is replaced with it.
  await knex.schema.createTable('agent_tokens', (t) => {
    t.uuid('token_id').primary().references('access_tokens.id').onDelete('cascade');
    t.text('client_id').notNullable().index();
    t.text('address').notNullable();
    t.binary('refresh_hash').notNullable();
    t.timestamp('usable_until').notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex('access_tokens').whereIn('id', knex('agent_tokens').select('token_id')).delete();
  await knex.schema.dropTable('agent_tokens');
  await knex.schema.dropTable('agent_clients');
}
