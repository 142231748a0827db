import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('webhooks', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('kind').notNullable().checkIn(['standard', 'slack'], 'webhooks_kind_check');
    // Without the column of its scope, the project or snapshot was deleted.
    t.text('scope').notNullable().checkIn(['all', 'project', 'snapshot'], 'webhooks_scope_check');
    t.uuid('project_id').references('projects.id').onDelete('set null').index();
    t.text('snapshot_id').references('snapshots.id').onDelete('set null').index();
    // Whoever knows an address of Slack can post there, so addresses are sealed like secrets.
    t.binary('url_sealed').notNullable();
    t.specificType('events', 'text[]').notNullable();
    t.boolean('has_excerpt').notNullable();
    t.binary('secret_sealed'); // null for Slack
    t.binary('old_secret_sealed');
    t.timestamp('old_secret_until');
    t.text('off_reason').checkIn(['owner', 'gone', 'failing'], 'webhooks_off_reason_check'); // null: on
    t.timestamp('failing_since'); // null: the last attempt succeeded
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.createTable('webhook_deliveries', (t) => {
    t.uuid('id').primary();
    t.uuid('webhook_id').notNullable().references('webhooks.id').onDelete('cascade');
    t.text('event_id').notNullable(); // the same on every attempt
    t.text('type').notNullable();
    t.text('events').notNullable(); // JSON; several only for Slack
    t.uuid('thread_id'); // what Slack gets in one message
    t.boolean('is_test').notNullable().defaultTo(false);
    t.text('status')
      .notNullable()
      .defaultTo('pending')
      .checkIn(['pending', 'delivered', 'failed'], 'webhook_deliveries_status_check');
    t.integer('attempts').notNullable().defaultTo(0);
    t.timestamp('next_at');
    t.timestamp('claimed_at'); // of the attempt that runs, or ran last
    t.integer('answer_status'); // null: no answer
    t.integer('took_ms');
    t.text('answer'); // its beginning, or why there is none
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
    t.index(['webhook_id', 'created_at']);
    t.index(['webhook_id', 'thread_id']);
  });
  await knex.schema.alterTable('snapshots', (t) => {
    t.timestamp('expiry_announced_for');
  });
  await knex.schema.alterTable('reviews', (t) => {
    t.timestamp('overdue_announced_for');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviews', (t) => {
    t.dropColumn('overdue_announced_for');
  });
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumn('expiry_announced_for');
  });
  await knex.schema.dropTable('webhook_deliveries');
  await knex.schema.dropTable('webhooks');
}
