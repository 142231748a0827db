import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEXES = {
  analytics_events_received: 'analytics_events (received_at)',
  users_with_plan: `users (subscription_status) where subscription_status <> 'none' or role = 'superadmin'`,
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
