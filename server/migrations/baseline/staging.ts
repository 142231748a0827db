import type { Knex } from 'knex';

export async function createStaging(knex: Knex): Promise<void> {
  await knex.schema.createTable('uploads', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.uuid('idempotency_key'); // a request that is repeated finds its upload
    t.jsonb('manifest').notNullable();
    t.jsonb('settings').notNullable(); // what the owner chose for the snapshot, applied when finalized
    t.jsonb('source').notNullable();
    // Bytes of an unfinished upload that its owner has in no snapshot: they count before they have arrived.
    t.bigInteger('reserved_bytes').notNullable().defaultTo(0);
    t.integer('finalized_version');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable().index();
  });
  // As with `versions`, compressing a manifest takes long and gains nothing.
  await knex.raw(`
    alter table uploads alter column manifest set storage external;
    create unique index uploads_idempotency_key on uploads (owner_id, idempotency_key) where idempotency_key is not null;`);

  // What an upload already has: claimed from the owner's other snapshots, or received.
  await knex.schema.createTable('upload_blobs', (t) => {
    t.uuid('upload_id').notNullable().references('uploads.id').onDelete('cascade');
    t.binary('sha256').notNullable().references('blobs.sha256').index();
    t.primary(['upload_id', 'sha256']);
  });

  // Blobs of a snapshot's versions. The owner leads the key: “does this owner have it” is the common question.
  await knex.schema.createTable('snapshot_blobs', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.binary('sha256').notNullable().references('blobs.sha256').index();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.primary(['owner_id', 'sha256', 'snapshot_id']);
  });

  // Files of all versions of a link whose names contain a hash: browsers may keep them for good, once that is proven.
  await knex.schema.createTable('immutable_files', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.text('path').notNullable();
    t.binary('sha256'); // null once the content has changed under this path
    t.boolean('is_proven').notNullable(); // a page or script of a version refers to it
    t.primary(['snapshot_id', 'path']);
  });

  // One link for each folder of a computer; the folder's path is not known here.
  await knex.schema.createTable('folder_links', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.binary('folder_key').notNullable();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.primary(['owner_id', 'folder_key']);
  });

  await knex.schema.createTable('idempotency_keys', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.binary('key_hash').notNullable();
    t.binary('request_hash'); // of files and settings; null: settled before anything was staged
    t.text('snapshot_id').references('snapshots.id').onDelete('cascade').index();
    t.integer('version');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now()).index();
    t.primary(['owner_id', 'key_hash']);
  });
}
