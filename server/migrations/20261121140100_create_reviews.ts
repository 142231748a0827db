import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('reviews', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().unique().references('snapshots.id').onDelete('cascade'); // one at a time
    t.text('notes').notNullable().defaultTo('');
    t.timestamp('deadline');
    t.timestamp('requested_at').notNullable().defaultTo(knex.fn.now());
  });

  await knex.schema.createTable('reviewers', (t) => {
    t.uuid('id').primary();
    t.uuid('review_id').notNullable().references('reviews.id').onDelete('cascade');
    t.text('email').notNullable(); // always lower case; a reviewer is an address, with or without an account
    t.text('name').notNullable();
    t.text('status').notNullable().defaultTo('pending');
    t.text('feedback').notNullable().defaultTo('');
    t.timestamp('reviewed_at');
    t.unique(['review_id', 'email']);
    t.index('email');
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['reviewers', 'reviews']) await knex.schema.dropTable(table);
}
