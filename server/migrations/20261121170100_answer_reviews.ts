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
  });
  // There was one for each snapshot: the newest stays.
  await knex.raw(
    `delete from reviews r where exists (
       select from reviews newer where newer.snapshot_id = r.snapshot_id
         and (newer.requested_at, newer.id) > (r.requested_at, r.id))`,
  );
  await knex.schema.alterTable('reviews', (t) => {
    t.unique(['snapshot_id']);
  });
}
