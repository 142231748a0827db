import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // When people were notified of it. Null: not yet, or by the former release.
  await knex.schema.alterTable('comments', (t) => {
    t.timestamp('announced_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    t.dropColumn('announced_at');
  });
}
