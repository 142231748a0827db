import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEXES = {
  analytics_events_feed: 'analytics_events (occurred_at, id)',
  analytics_events_user_feed: 'analytics_events (user_id, occurred_at)',
  analytics_events_page_feed: 'analytics_events (page text_pattern_ops, occurred_at)',
  users_created: 'users (created_at, id)',
  snapshots_created: 'snapshots (created_at, id) where version is not null',
};

export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${columns}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently if exists ${name}`);
}
