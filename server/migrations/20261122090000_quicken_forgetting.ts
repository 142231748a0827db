import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Whoever deletes a user or a reviewer looks for every row that names them.
  await knex.schema.alterTable('analytics_events', (t) => {
    t.index('user_id');
  });
  await knex.schema.alterTable('snapshot_views', (t) => {
    t.index('user_id');
    t.index('day'); // old days are removed every hour
  });
  await knex.schema.alterTable('comments', (t) => {
    t.index('reviewer_id');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    t.dropIndex('reviewer_id');
  });
  await knex.schema.alterTable('snapshot_views', (t) => {
    t.dropIndex('day');
    t.dropIndex('user_id');
  });
  await knex.schema.alterTable('analytics_events', (t) => {
    t.dropIndex('user_id');
  });
}
