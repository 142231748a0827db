import type { Knex } from 'knex';

export async function createReviews(knex: Knex): Promise<void> {
  await knex.schema.createTable('reviews', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.text('notes').notNullable().defaultTo('');
    t.timestamp('deadline');
    t.timestamp('requested_at').notNullable().defaultTo(knex.fn.now());
    t.index(['snapshot_id', 'requested_at']); // one at a time; another may follow one that is completed
  });

  await knex.schema.createTable('reviewers', (t) => {
    t.uuid('id').primary();
    t.uuid('review_id').notNullable().references('reviews.id').onDelete('cascade');
    t.text('email').notNullable().index(); // lower case; a reviewer is an address, with or without an account
    t.text('name').notNullable();
    t.text('status').notNullable().defaultTo('pending');
    t.text('feedback').notNullable().defaultTo('');
    t.integer('reviewed_version'); // that the decision is about
    t.integer('password_revision'); // of the password that a personal link or comment opened the snapshot with last
    t.timestamp('reviewed_at');
    t.timestamp('reminded_at');
    t.timestamp('removed_at'); // the decision stays, the access ends
    t.timestamp('undeliverable_at'); // the mail server refused the address, or its holder wants no email
    t.unique(['review_id', 'email']);
  });
}
