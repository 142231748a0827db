import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // One for each snapshot without an account; gone once it is claimed.
  await knex.schema.createTable('claims', (t) => {
    t.text('snapshot_id').primary().references('snapshots.id').onDelete('cascade');
    t.binary('secret_hash').notNullable().unique();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('claims');
}
