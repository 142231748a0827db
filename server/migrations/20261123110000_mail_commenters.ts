import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Where visitors are mailed about replies: one address for each browser and snapshot.
  await knex.schema.createTable('reply_addresses', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.binary('anonymous_hash').notNullable(); // as in comments
    t.text('email').notNullable().index(); // always lower case
    t.text('name').notNullable(); // of the newest comment
    t.integer('password_revision').notNullable(); // of the password that opened the snapshot last
    t.timestamp('confirmed_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.unique(['snapshot_id', 'anonymous_hash']);
  });

  await knex.schema.alterTable('reviewers', (t) => {
    t.integer('password_revision'); // of the password that a personal link or comment opened the snapshot with last
  });

  // What waits to be mailed to people without an account. A row goes when it is mailed.
  await knex.schema.createTable('reply_mails', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade').index();
    t.text('kind').notNullable();
    t.text('by_name').notNullable();
    t.uuid('reviewer_id').references('reviewers.id').onDelete('cascade').index();
    t.uuid('reply_address_id').references('reply_addresses.id').onDelete('cascade').index();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
    t.check('num_nonnulls(reviewer_id, reply_address_id) = 1');
  });

  // Who wants no mail about a snapshot, or (null) about any. Only a hash of the address is kept.
  await knex.schema.createTable('mail_opt_outs', (t) => {
    t.uuid('id').primary();
    t.binary('address_hash').notNullable();
    t.text('snapshot_id').references('snapshots.id').onDelete('cascade').index();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.raw(
    'create unique index mail_opt_outs_once on mail_opt_outs (address_hash, snapshot_id) nulls not distinct',
  );
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['mail_opt_outs', 'reply_mails']) await knex.schema.dropTable(table);
  await knex.schema.alterTable('reviewers', (t) => {
    t.dropColumn('password_revision');
  });
  await knex.schema.dropTable('reply_addresses');
}
