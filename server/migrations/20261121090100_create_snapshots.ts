import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('projects', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('name').notNullable();
    t.text('color').notNullable();
    t.timestamp('archived_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  await knex.schema.createTable('snapshots', (t) => {
    t.text('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.uuid('project_id').references('projects.id').onDelete('set null').index();
    t.text('label').notNullable().unique(); // the content origin's host label
    t.text('name').notNullable();
    t.text('description').notNullable().defaultTo('');
    t.text('client_name').notNullable().defaultTo('');
    t.specificType('tags', 'text[]').notNullable().defaultTo('{}');
    t.binary('password_sealed'); // AES-256-GCM; null means no password
    t.integer('password_revision').notNullable().defaultTo(0);
    t.integer('version'); // the one the link shows; null until the first is finalized
    t.integer('view_count').notNullable().defaultTo(0);
    t.integer('unique_viewers').notNullable().defaultTo(0);
    t.integer('comment_count').notNullable().defaultTo(0);
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('updated_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_modified_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable();
    t.index(['owner_id', 'created_at', 'id']); // the order lists are read in
  });

  await knex.schema.createTable('versions', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.integer('number').notNullable();
    t.jsonb('manifest').notNullable(); // [{path, size, sha256}], read whole when a version is served
    t.integer('file_count').notNullable();
    t.bigInteger('total_bytes').notNullable();
    t.jsonb('source').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['snapshot_id', 'number']);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['versions', 'snapshots', 'projects']) await knex.schema.dropTable(table);
}
