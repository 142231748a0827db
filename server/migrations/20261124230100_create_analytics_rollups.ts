import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('analytics_hourly', (t) => {
    t.timestamp('hour').notNullable(); // UTC
    t.text('event_type').notNullable();
    t.integer('events').notNullable();
    t.primary(['event_type', 'hour']);
  });
  // Numbers only: a deleted account does not change the past.
  await knex.schema.createTable('account_days', (t) => {
    t.date('day').primary(); // as the day ended, UTC
    t.integer('registered').notNullable(); // on this day
    for (const status of ['free', 'trial', 'active', 'cancelled', 'past_due', 'superadmin'])
      t.integer(status).notNullable();
    t.integer('snapshots').notNullable();
    t.integer('active_snapshots').notNullable();
  });
  await knex.schema.createTable('analytics_rollups', (t) => {
    t.text('name').primary();
    t.timestamp('rolled_until').notNullable(); // events received before are counted
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['analytics_rollups', 'account_days', 'analytics_hourly'])
    await knex.schema.dropTable(table);
}
