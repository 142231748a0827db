import type { Knex } from 'knex';

async function createAnalytics(knex: Knex): Promise<void> {
  await knex.schema.createTable('analytics_events', (t) => {
    t.uuid('id').primary(); // made by the client that reports it, so that reporting twice counts once
    t.text('event_type').notNullable();
    t.jsonb('event_data').notNullable();
    t.uuid('user_id').references('users.id').onDelete('set null').index(); // null: anonymous
    t.text('page').notNullable().defaultTo('');
    t.text('user_agent').notNullable().defaultTo('');
    t.text('referrer').notNullable().defaultTo('');
    t.timestamp('occurred_at').notNullable().index(); // by the client's clock, never later than its arrival
    t.timestamp('received_at').notNullable().defaultTo(knex.fn.now());
    t.index(['event_type', 'occurred_at']);
  });
  await knex.raw(`
    create index analytics_events_received on analytics_events (received_at);
    create index analytics_events_feed on analytics_events (occurred_at, id);
    create index analytics_events_user_feed on analytics_events (user_id, occurred_at);
    create index analytics_events_page_feed on analytics_events (page text_pattern_ops, occurred_at);`);
}

/** Sums that the back office shows. They are numbers only: a deleted account does not change the past. */
async function createRollups(knex: Knex): Promise<void> {
  await knex.schema.createTable('analytics_hourly', (t) => {
    t.timestamp('hour').notNullable(); // UTC
    t.text('event_type').notNullable();
    t.integer('events').notNullable();
    t.primary(['event_type', 'hour']);
  });

  await knex.schema.createTable('analytics_rollups', (t) => {
    t.text('name').primary();
    t.timestamp('rolled_until').notNullable(); // events received before are counted
  });

  await knex.schema.createTable('active_days', (t) => {
    t.date('day').primary(); // UTC
    t.integer('users').notNullable();
  });

  await knex.schema.createTable('account_days', (t) => {
    t.date('day').primary(); // as the day ended, UTC
    t.integer('registered').notNullable(); // on this day
    for (const status of ['free', 'trial', 'active', 'cancelled', 'past_due', 'superadmin'])
      t.integer(status).notNullable();
    t.integer('snapshots').notNullable();
    t.integer('active_snapshots').notNullable();
  });
}

async function createAuditLog(knex: Knex): Promise<void> {
  // Names are copies: an entry outlives the accounts and snapshots it is about.
  await knex.schema.createTable('admin_actions', (t) => {
    t.uuid('id').primary();
    t.uuid('actor_id'); // null: an operator on the server's machine
    t.text('actor').notNullable();
    t.text('action').notNullable();
    t.text('target_id').notNullable();
    t.text('target').notNullable();
    t.text('reason');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.index(['created_at', 'id']);
  });
  await knex.raw(`
    create function reject_change() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of this table are never changed';
    end $$;
    create trigger admin_actions_are_final before update or delete or truncate on admin_actions
      for each statement execute function reject_change();`);
}

/** Searches by a part of a name. Where the database's user may not create the extension, they read whole tables. */
async function quickenSearches(knex: Knex): Promise<void> {
  await knex.raw(`do $$ begin
      create extension if not exists pg_trgm;
      create index users_name_search on users using gin (name gin_trgm_ops);
      create index users_email_search on users using gin (email gin_trgm_ops);
      create index snapshots_name_search on snapshots using gin (name gin_trgm_ops);
    exception when insufficient_privilege or undefined_file or feature_not_supported then
      null;
    end $$`);
}

export async function createBackOffice(knex: Knex): Promise<void> {
  await createAnalytics(knex);
  await createRollups(knex);
  await createAuditLog(knex);
  await quickenSearches(knex);
}
