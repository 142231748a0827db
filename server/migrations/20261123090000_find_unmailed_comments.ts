import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEX = 'notifications_unmailed_comments';

export async function up(knex: Knex): Promise<void> {
  // Asked every minute.
  await knex.raw(`drop index concurrently if exists ${INDEX}`);
  await knex.raw(`create index concurrently ${INDEX} on notifications (created_at)
    where mailed_at is null and read_at is null and thread_id is not null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`drop index concurrently if exists ${INDEX}`);
}
