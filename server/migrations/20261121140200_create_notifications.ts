import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Who follows the comments of a snapshot, or of one thread in it.
  await knex.schema.createTable('subscriptions', (t) => {
    t.uuid('id').primary();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.uuid('comment_id'); // null means the whole snapshot
    t.boolean('is_active').notNullable().defaultTo(true);
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_notified_at');
  });
  await knex.raw(
    'create unique index subscriptions_once on subscriptions (user_id, snapshot_id, comment_id) nulls not distinct',
  );

  await knex.schema.createTable('notifications', (t) => {
    t.uuid('id').primary();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.text('type').notNullable();
    t.text('title').notNullable();
    t.text('message').notNullable();
    t.text('action_url'); // a path on the app's own origin
    t.text('snapshot_id').references('snapshots.id').onDelete('cascade').index();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('read_at');
    t.timestamp('mailed_at'); // null: waits for the next digest
    t.index(['user_id', 'created_at', 'id']);
  });
  await knex.raw('create index notifications_unread on notifications (user_id) where read_at is null');
  await knex.raw('create index notifications_unmailed on notifications (user_id) where mailed_at is null');

  await knex.schema.alterTable('users', (t) => {
    t.text('email_frequency').notNullable().defaultTo('immediately');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    t.dropColumn('email_frequency');
  });
  for (const table of ['notifications', 'subscriptions']) await knex.schema.dropTable(table);
}
