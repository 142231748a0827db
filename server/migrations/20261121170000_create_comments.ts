import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    t.text('comment_policy').notNullable().defaultTo('open');
    t.integer('last_pin').notNullable().defaultTo(0); // the highest pin number given; none is given twice
  });

  await knex.schema.createTable('comments', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.uuid('parent_id').references('comments.id').onDelete('cascade').index(); // null begins a thread
    t.uuid('author_id').references('users.id').onDelete('set null').index();
    t.uuid('reviewer_id').references('reviewers.id').onDelete('set null');
    t.binary('anonymous_hash'); // of the secret its author's browser keeps
    t.text('author_name').notNullable();
    t.text('text').notNullable();
    t.boolean('is_held').notNullable().defaultTo(false); // until the owner approves it
    t.integer('version').notNullable();
    t.integer('pin_number'); // null is about the snapshot as a whole
    t.text('element_selector');
    t.double('element_x');
    t.double('element_y');
    t.jsonb('locator');
    t.jsonb('context');
    t.timestamp('resolved_at');
    t.text('resolved_by');
    t.integer('resolved_version');
    t.timestamp('edited_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.index(['snapshot_id', 'created_at', 'id']);
    t.unique(['snapshot_id', 'pin_number']);
  });

  // Their bytes are blobs like any other; the key keeps a blob from being swept.
  await knex.schema.createTable('attachments', (t) => {
    t.uuid('id').primary();
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade').index();
    t.binary('sha256').notNullable().references('blobs.sha256').index();
    t.boolean('is_crop').notNullable().defaultTo(false); // the picture of the pinned element's surroundings
    t.text('filename').notNullable();
    t.text('mime_type').notNullable(); // by its bytes
    t.bigInteger('size').notNullable();
    t.integer('position').notNullable();
  });

  // Owners follow what is theirs from its first version on.
  await knex.raw(`insert into subscriptions (id, user_id, snapshot_id)
    select gen_random_uuid(), owner_id, id from snapshots where version is not null on conflict do nothing`);

  // A subscription to a thread goes with it.
  await knex.schema.alterTable('subscriptions', (t) => {
    t.foreign('comment_id').references('comments.id').onDelete('cascade');
    t.index('comment_id');
  });

  // What is about one thread is grouped in mails, and goes with it.
  await knex.schema.alterTable('notifications', (t) => {
    t.uuid('thread_id').references('comments.id').onDelete('cascade').index();
  });

  // Who is looking now, by window. Nobody misses it after a crash.
  await knex.raw(`create unlogged table presence (
    snapshot_id text not null,
    window_id uuid not null,
    person text not null, -- the same in each window of one person
    name text not null,
    is_owner boolean not null,
    seen_at timestamptz not null default now(),
    primary key (snapshot_id, window_id)
  )`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('presence');
  await knex.schema.alterTable('notifications', (t) => {
    t.dropColumn('thread_id');
  });
  await knex.schema.alterTable('subscriptions', (t) => {
    t.dropForeign('comment_id');
    t.dropIndex('comment_id');
  });
  await knex.schema.dropTable('attachments');
  await knex.schema.dropTable('comments');
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumns('comment_policy', 'last_pin');
  });
}
