import type { Knex } from 'knex';

async function createThreads(knex: Knex): Promise<void> {
  await knex.schema.createTable('comments', (t) => {
    t.uuid('id').primary();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.uuid('parent_id').references('comments.id').onDelete('cascade').index(); // null: begins a thread
    t.integer('version').notNullable();
    t.text('text').notNullable();
    t.boolean('is_pending').notNullable().defaultTo(false); // until the owner approves it
    t.integer('bytes').notNullable().defaultTo(0); // what it adds to the list of its snapshot's comments

    // The author: an account, a reviewer or a visitor.
    t.uuid('author_id').references('users.id').onDelete('set null').index();
    t.uuid('reviewer_id').references('reviewers.id').onDelete('set null').index();
    t.binary('anonymous_hash'); // of the secret that a visitor's browser keeps
    t.text('author_name').notNullable();

    // The pin, and what it is on.
    t.integer('pin_number'); // null: about the snapshot as a whole
    t.text('element_selector');
    t.double('element_x');
    t.double('element_y');
    t.jsonb('locator');
    t.jsonb('selection'); // the part of the pinned element: a rectangle or a quote
    t.jsonb('actions'); // recorded actions that opened the part of the page that the pinned element is in
    t.jsonb('context');

    // What became of the thread.
    t.uuid('assignee_id').references('users.id').onDelete('set null').index();
    t.uuid('assignee_reviewer_id').references('reviewers.id').onDelete('set null').index(); // without an account
    t.date('due_on');
    t.timestamp('resolved_at');
    t.text('resolved_by');
    t.integer('resolved_version');

    t.timestamp('edited_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.index(['snapshot_id', 'created_at', 'id']);
    t.unique(['snapshot_id', 'pin_number']);
  });

  // Their bytes are blobs like any other.
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

  await knex.schema.createTable('comment_reactions', (t) => {
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade');
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.text('reaction').notNullable();
    t.text('person').notNullable(); // the same for each reaction of one person; never shown
    t.uuid('user_id').references('users.id').onDelete('cascade').index();
    t.uuid('reviewer_id').references('reviewers.id').onDelete('cascade').index();
    t.text('name').notNullable(); // of a person without an account
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['comment_id', 'reaction', 'person']);
  });

  await knex.schema.createTable('thread_reads', (t) => {
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade').index(); // begins the thread
    t.timestamp('read_at').notNullable(); // of the newest comment that was read
    t.primary(['user_id', 'comment_id']);
  });
}

async function createPins(knex: Knex): Promise<void> {
  // Pin results: what became of a thread's pin on a version, as the first browser that opened it found.
  await knex.schema.createTable('pin_findings', (t) => {
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade');
    t.integer('version').notNullable();
    t.text('status').notNullable();
    t.float('confidence').notNullable();
    t.boolean('is_owners').notNullable().defaultTo(false); // a visitor's result is a hint
    t.timestamp('found_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['comment_id', 'version']);
  });

  await knex.schema.createTable('page_trees', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.binary('hash').notNullable(); // SHA-256 of the canonical JSON
    t.binary('tree').notNullable(); // the JSON, deflated
    t.primary(['snapshot_id', 'hash']);
  });
  await knex.raw('alter table page_trees alter column tree set storage external');

  await knex.schema.createTable('pin_trees', (t) => {
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade');
    t.integer('version').notNullable(); // that the page belongs to
    t.text('snapshot_id').notNullable();
    t.binary('hash').notNullable();
    t.integer('node').notNullable(); // index of the pinned element
    t.primary(['comment_id', 'version']);
    t.foreign(['snapshot_id', 'hash'])
      .references(['snapshot_id', 'hash'])
      .inTable('page_trees')
      .onDelete('cascade');
    t.index(['snapshot_id', 'hash']);
  });
  // A trigger, because pins are deleted with comments, snapshots and accounts.
  await knex.raw(`create function delete_unpinned_trees() returns trigger language plpgsql as $$
    begin
      delete from page_trees t using (select distinct snapshot_id, hash from removed) r
      where t.snapshot_id = r.snapshot_id and t.hash = r.hash
        and not exists (select from pin_trees p where p.snapshot_id = t.snapshot_id and p.hash = t.hash);
      return null;
    end $$`);
  await knex.raw(`create trigger delete_unpinned_trees after delete on pin_trees
    referencing old table as removed for each statement execute function delete_unpinned_trees()`);
}

export async function createComments(knex: Knex): Promise<void> {
  await createThreads(knex);
  await createPins(knex);
}
