import type { Knex } from 'knex';

async function createNotificationsOfUsers(knex: Knex): Promise<void> {
  // Who follows the comments of a snapshot, or of one thread in it.
  await knex.schema.createTable('follows', (t) => {
    t.uuid('id').primary();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.uuid('comment_id').references('comments.id').onDelete('cascade').index(); // null: the whole snapshot
    t.boolean('is_active').notNullable().defaultTo(true);
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_notified_at');
  });
  await knex.raw(
    'create unique index follows_once on follows (user_id, snapshot_id, comment_id) nulls not distinct',
  );

  await knex.schema.createTable('notifications', (t) => {
    t.uuid('id').primary();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.text('type').notNullable();
    t.text('title').notNullable();
    t.text('message').notNullable();
    t.text('action_url'); // a path on the app's own origin
    // What it is about, and is deleted with. Emails group what is about one thread.
    t.text('snapshot_id').references('snapshots.id').onDelete('cascade').index();
    t.uuid('thread_id').references('comments.id').onDelete('cascade').index();
    t.uuid('comment_id').references('comments.id').onDelete('cascade').index();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('read_at');
    t.timestamp('mailed_at'); // null: waits for the next digest
    t.index(['user_id', 'created_at', 'id']);
  });
  // The last one is read every minute.
  await knex.raw(`
    create index notifications_unread on notifications (user_id) where read_at is null;
    create index notifications_unmailed on notifications (user_id) where mailed_at is null;
    create index notifications_unmailed_comments on notifications (created_at)
      where mailed_at is null and read_at is null and thread_id is not null;`);
}

async function createEmailsToOthers(knex: Knex): Promise<void> {
  // Where visitors are emailed about replies: one address for each browser and snapshot.
  await knex.schema.createTable('reply_addresses', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.binary('anonymous_hash').notNullable(); // as in comments
    t.text('email').notNullable().index(); // lower case
    t.text('name').notNullable(); // of the newest comment
    t.integer('password_revision').notNullable(); // of the password that opened the snapshot last
    t.timestamp('confirmed_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.unique(['snapshot_id', 'anonymous_hash']);
  });

  // What waits to be emailed to people without an account. A row is deleted when it is emailed.
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

  // Who wants no email about a snapshot, or (null) about any. Only a hash of the address is kept.
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

export async function createNotifications(knex: Knex): Promise<void> {
  await createNotificationsOfUsers(knex);
  await createEmailsToOthers(knex);
}
