import type { Knex } from 'knex';

export async function createAssistant(knex: Knex): Promise<void> {
  await knex.schema.createTable('assistant_settings', (t) => {
    t.text('snapshot_id').primary().references('snapshots.id').onDelete('cascade');
    t.text('access').notNullable();
    t.check("access in ('off', 'members', 'everyone')");
  });

  await knex.schema.createTable('assistant_chats', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.text('person').notNullable(); // account, reviewer or hash of a visitor's secret; never shown
    t.integer('version').notNullable();
    t.jsonb('context').notNullable(); // what the model was sent about the page
    t.timestamp('started_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('updated_at').notNullable().defaultTo(knex.fn.now()).index();
    t.unique(['snapshot_id', 'person']);
  });

  await knex.schema.createTable('assistant_messages', (t) => {
    t.bigIncrements('id');
    t.uuid('chat_id').notNullable().references('assistant_chats.id').onDelete('cascade').index();
    t.text('role').notNullable();
    t.text('content').notNullable();
    t.jsonb('items').notNullable().defaultTo('[]');
    t.jsonb('targets').notNullable().defaultTo('[]');
    t.integer('tokens').notNullable().defaultTo(0);
    t.timestamp('at').notNullable().defaultTo(knex.fn.now());
    t.check("role in ('user', 'assistant')");
  });

  await knex.schema.createTable('assistant_usage', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.date('day').notNullable().index();
    t.bigInteger('tokens_in').notNullable().defaultTo(0);
    t.bigInteger('tokens_out').notNullable().defaultTo(0);
    t.integer('calls').notNullable().defaultTo(0);
    t.primary(['owner_id', 'day']);
  });
}
