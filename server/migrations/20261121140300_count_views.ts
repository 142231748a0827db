import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // A visitor is a hash under the day's salt. Salts are deleted when their day is over, so that nobody, not even us,
  // can tell one day's visitor from another's or from an address.
  await knex.schema.createTable('view_salts', (t) => {
    t.date('day').primary();
    t.binary('salt').notNullable();
  });

  await knex.schema.createTable('snapshot_views', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.date('day').notNullable();
    t.binary('visitor').notNullable();
    t.uuid('user_id').references('users.id').onDelete('set null'); // null for a visitor without an account
    t.integer('views').notNullable().defaultTo(1);
    t.timestamp('first_viewed_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_viewed_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['snapshot_id', 'day', 'visitor']);
    t.index(['snapshot_id', 'last_viewed_at']);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['snapshot_views', 'view_salts']) await knex.schema.dropTable(table);
}
