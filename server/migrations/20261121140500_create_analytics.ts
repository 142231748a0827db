import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('analytics_events', (t) => {
    t.uuid('id').primary(); // made by whoever tells of it, so that telling twice counts once
    t.text('event_type').notNullable();
    t.jsonb('event_data').notNullable();
    t.uuid('user_id').references('users.id').onDelete('set null'); // null: anonymous
    t.text('page').notNullable().defaultTo('');
    t.text('user_agent').notNullable().defaultTo('');
    t.text('referrer').notNullable().defaultTo('');
    t.timestamp('occurred_at').notNullable(); // by the client's clock, never later than its arrival
    t.timestamp('received_at').notNullable().defaultTo(knex.fn.now());
    t.index('occurred_at');
    t.index(['event_type', 'occurred_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('analytics_events');
}
