import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Numbers only: a deleted account does not change the past.
  await knex.schema.createTable('active_days', (t) => {
    t.date('day').primary(); // UTC
    t.integer('users').notNullable();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('active_days');
}
