import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.binary('link_hash').unique(); // of the secret in their personal link
    t.integer('reviewed_version'); // an answer is about the version that was looked at
    t.timestamp('started_at');
    t.timestamp('reminded_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.dropColumns('link_hash', 'reviewed_version', 'started_at', 'reminded_at');
  });
}
