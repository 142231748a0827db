import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    // Computed once for all rows, which are not rewritten: accounts count as in use when the server is updated.
    t.timestamp('last_seen_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('deletion_warned_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    t.dropColumns('last_seen_at', 'deletion_warned_at');
  });
}
