import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviews', (t) => {
    t.dropUnique(['snapshot_id']); // another may follow one that is completed
    t.index(['snapshot_id', 'requested_at']);
  });
  await knex.schema.alterTable('reviewers', (t) => {
    t.integer('reviewed_version'); // an answer is about the version that was looked at
    t.timestamp('reminded_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.dropColumns('reviewed_version', 'reminded_at');
  });
  await knex.schema.alterTable('reviews', (t) => {
    t.dropIndex(['snapshot_id', 'requested_at']);
    t.unique(['snapshot_id']);
  });
}
