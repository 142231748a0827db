import type { Knex } from 'knex';

// Concurrently: neither readers nor writers wait.
export const config = { transaction: false };

/** An index for each order of the dashboard's list, and one of the reviews that are waited for. */
const INDEXES: Record<string, string> = {
  snapshots_modified: '(owner_id, last_modified_at, id) where version is not null',
  snapshots_viewed: '(owner_id, view_count, id) where version is not null',
  snapshots_commented: '(owner_id, comment_count, id) where version is not null',
  snapshots_named: '(owner_id, (lower(name) collate people), id) where version is not null',
  snapshots_last_viewed: '(owner_id, last_viewed_at, id) where last_viewed_at is not null',
  snapshots_waiting: '(owner_id, review_deadline, id) where version is not null and review_waits',
};

/** An index that was not finished stays invalid: building it again begins with dropping it. */
export async function up(knex: Knex): Promise<void> {
  for (const [name, columns] of Object.entries(INDEXES)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on snapshots ${columns}`);
  }
}

export async function down(knex: Knex): Promise<void> {
  for (const name of Object.keys(INDEXES)) await knex.raw(`drop index concurrently if exists ${name}`);
}
