import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.timestamp('removed_at'); // the response stays, the access ends
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.dropColumn('removed_at');
  });
}
