import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    t.timestamp('email_verified_at'); // null until the mailed link was opened
    t.text('google_sub').unique(); // Google's own id of the person; their address may change
  });
  await knex.schema.alterTable('sessions', (t) => {
    t.timestamp('last_used_at').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('sessions', (t) => {
    t.dropColumn('last_used_at');
  });
  await knex.schema.alterTable('users', (t) => {
    t.dropColumns('email_verified_at', 'google_sub');
  });
}
