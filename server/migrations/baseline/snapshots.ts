import type { Knex } from 'knex';

async function createProjects(knex: Knex): Promise<void> {
  await knex.schema.createTable('projects', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('name').notNullable();
    t.text('color').notNullable();
    t.integer('position').notNullable().defaultTo(0); // the owner's own order
    t.timestamp('archived_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
}

/** What a search looks in, stored ready to be compared: 10,000 rows are searched between two keystrokes. */
const SEARCHED = `text not null generated always as (
  lower(joined(array[id, name, description, client_name, milestone, version_label] || tags))) stored`;

async function createSnapshotTable(knex: Knex): Promise<void> {
  // PostgreSQL stores only what no setting can change, and does not know that of `array_to_string`.
  await knex.raw(`create function joined(words text[]) returns text language sql immutable parallel safe
    return array_to_string(words, E'\\n')`);
  // As people sort: Äpfel before Birnen, Page 2 before Page 10. No index uses it, so a newer ICU changes nothing stored.
  await knex.raw(`do $$ begin
      create collation people (provider = icu, locale = 'und-u-kn');
    exception when feature_not_supported then
      create collation people from "C"; -- a PostgreSQL that was built without ICU
    end $$`);

  await knex.schema.createTable('snapshots', (t) => {
    t.text('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.uuid('project_id').references('projects.id').onDelete('set null').index();
    t.text('label').notNullable().unique(); // the content origin's host label
    t.text('name').notNullable();
    t.text('description').notNullable().defaultTo('');
    t.text('client_name').notNullable().defaultTo('');
    t.text('milestone').notNullable().defaultTo('');
    t.text('version_label').notNullable().defaultTo(''); // the owner's own name of the version, such as “2.1 beta”
    t.specificType('tags', 'text[]').notNullable().defaultTo('{}');
    t.specificType('searched', SEARCHED);
    t.boolean('is_sample').notNullable().defaultTo(false); // made for a new account to try; counts against no limit

    t.binary('password_sealed'); // AES-256-GCM; null: no password
    t.integer('password_revision').notNullable().defaultTo(0);
    t.text('comment_policy').notNullable().defaultTo('open');
    t.text('assistant_access_default').notNullable().defaultTo('members');

    t.integer('version'); // the one the link shows; null until the first is finalized
    // The highest numbers given: none is given twice, so that what was written about a version or pin stays about it.
    t.integer('last_version').notNullable().defaultTo(0);
    t.integer('last_pin').notNullable().defaultTo(0);
    t.integer('keep_versions'); // how many of the newest the owner keeps; null: all

    t.integer('view_count').notNullable().defaultTo(0);
    t.integer('unique_viewers').notNullable().defaultTo(0);
    t.integer('comment_count').notNullable().defaultTo(0);
    t.timestamp('last_viewed_at'); // by another person than the owner; null: never

    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_modified_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable().index();
    t.timestamp('expiry_warned_for'); // the expiry that the owner was warned of
    t.index(['owner_id', 'created_at', 'id']); // the order in which lists are read
  });
  // Counting and grouping read the first alone; the second is the back office's list.
  await knex.raw(`
    create index snapshots_shown on snapshots (owner_id, expires_at, id) include (project_id) where version is not null;
    create index snapshots_created on snapshots (created_at, id) where version is not null;`);
}

/** Keeps `users.snapshot_count`, whichever statement publishes, moves or deletes snapshots. */
async function countSnapshots(knex: Knex): Promise<void> {
  // The owner of unclaimed snapshots is not counted: its row would be locked by each of them.
  await knex.raw(`create function count_snapshots(owner uuid, change bigint) returns void language sql as $$
    update users set snapshot_count = snapshot_count + change
    where id = owner and id <> '00000000-0000-7000-8000-000000000001'
  $$`);
  await knex.raw(`create function count_changed_snapshot() returns trigger language plpgsql as $$
    begin
      if tg_op = 'UPDATE' and old.version is not null then
        perform count_snapshots(old.owner_id, -1);
      end if;
      if new.version is not null then
        perform count_snapshots(new.owner_id, 1);
      end if;
      return null;
    end $$`);
  await knex.raw(`create function count_deleted_snapshots() returns trigger language plpgsql as $$
    begin
      perform count_snapshots(owner_id, -count(*)) from deleted where version is not null
        group by owner_id order by owner_id;
      return null;
    end $$`);
  await knex.raw(`
    create trigger count_new_snapshot after insert on snapshots
      for each row when (new.version is not null) execute function count_changed_snapshot();
    create trigger count_changed_snapshot after update of version, owner_id on snapshots
      for each row when (old.owner_id <> new.owner_id or (old.version is null) <> (new.version is null))
      execute function count_changed_snapshot();
    create trigger count_deleted_snapshots after delete on snapshots
      referencing old table as deleted for each statement execute function count_deleted_snapshots();`);
}

async function createVersions(knex: Knex): Promise<void> {
  await knex.schema.createTable('versions', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.integer('number').notNullable();
    t.jsonb('manifest').notNullable(); // [{path, size, sha256}], read whole when a version is served
    t.jsonb('first_files').notNullable().defaultTo('[]'); // names: reading them from the manifest would read all of it
    t.integer('file_count').notNullable();
    t.bigInteger('total_bytes').notNullable();
    t.jsonb('source').notNullable();
    t.binary('picture_sha256').references('blobs.sha256').onDelete('set null'); // of the first page
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('published_at').defaultTo(knex.fn.now()); // null: a draft
    t.timestamp('pins_notified_at'); // when the owner was notified that pins are doubtful or lost on it
    t.primary(['snapshot_id', 'number']);
  });
  // A manifest is mostly hashes, which do not shrink: compressing it took most of the time of creating an upload.
  await knex.raw(`
    alter table versions alter column manifest set storage external;
    create index versions_picture_sha256_index on versions (picture_sha256) where picture_sha256 is not null;`);
}

async function createChangesOfSeveral(knex: Knex): Promise<void> {
  await knex.schema.createTable('bulk_changes', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade').index();
    t.jsonb('steps').notNullable(); // what is left to do: actions, each with the snapshots it is for
    t.jsonb('inverse').notNullable().defaultTo('[]'); // what would undo what is done
    t.integer('total').notNullable();
    t.integer('done').notNullable().defaultTo(0);
    t.integer('failed_count').notNullable().defaultTo(0);
    t.jsonb('failed').notNullable().defaultTo('[]');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
    t.timestamp('finished_at');
  });
}

/** Tables of an account's first steps: unclaimed snapshots, and what a new account is shown. */
async function createFirstSteps(knex: Knex): Promise<void> {
  // One for each snapshot without an account; deleted once it is claimed.
  await knex.schema.createTable('claims', (t) => {
    t.text('snapshot_id').primary().references('snapshots.id').onDelete('cascade');
    t.binary('secret_hash').notNullable().unique();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  // An account without a row is new.
  await knex.schema.createTable('onboarding', (t) => {
    t.uuid('user_id').primary().references('users.id').onDelete('cascade');
    t.boolean('has_seen_welcome').notNullable().defaultTo(false);
    t.boolean('skipped_welcome').notNullable().defaultTo(false);
    t.specificType('completed_tutorials', 'text[]').notNullable().defaultTo('{}');
    t.specificType('checklist_done', 'text[]').notNullable().defaultTo('{}');
    t.boolean('checklist_closed').notNullable().defaultTo(false);
    t.text('sample_id').references('snapshots.id').onDelete('set null');
  });
  await knex.raw('create index onboarding_sample on onboarding (sample_id) where sample_id is not null');
}

export async function createSnapshots(knex: Knex): Promise<void> {
  await createProjects(knex);
  await createSnapshotTable(knex);
  await countSnapshots(knex);
  await createVersions(knex);
  await createChangesOfSeveral(knex);
  await createFirstSteps(knex);
}
