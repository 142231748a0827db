import type { Knex } from 'knex';

// Blobs live in packs: one stored object holds every blob that arrived in one request. A reference to a blob is a
// foreign key, so the database itself refuses to forget a blob that is in use, whatever a sweep believes.
export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('packs', (t) => {
    t.uuid('id').primary(); // also the object's key in blob storage
    t.bigInteger('bytes').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  await knex.schema.createTable('blobs', (t) => {
    t.binary('sha256').primary();
    t.bigInteger('size').notNullable();
    t.uuid('pack_id').notNullable().references('packs.id').index();
    t.bigInteger('pack_offset').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  // A blob in another form, made once at ingest: compressed, or an HTML document with the preview agent in it.
  await knex.schema.createTable('blob_variants', (t) => {
    t.binary('sha256').notNullable().references('blobs.sha256').onDelete('cascade');
    t.text('form').notNullable();
    t.bigInteger('size').notNullable();
    t.uuid('pack_id').notNullable().references('packs.id').index();
    t.bigInteger('pack_offset').notNullable();
    t.primary(['sha256', 'form']);
  });

  await knex.schema.createTable('uploads', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.jsonb('manifest').notNullable();
    t.jsonb('settings').notNullable(); // what the owner asked of the snapshot, applied when finalized
    t.jsonb('source').notNullable();
    t.integer('finalized_version');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable().index();
  });

  // What an upload already has: claimed from the owner's other snapshots, or received.
  await knex.schema.createTable('upload_blobs', (t) => {
    t.uuid('upload_id').notNullable().references('uploads.id').onDelete('cascade');
    t.binary('sha256').notNullable().references('blobs.sha256').index();
    t.primary(['upload_id', 'sha256']);
  });

  // What a snapshot's versions are made of. The owner leads the key: "does this owner have it" is the common question.
  await knex.schema.createTable('snapshot_blobs', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.binary('sha256').notNullable().references('blobs.sha256').index();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.primary(['owner_id', 'sha256', 'snapshot_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['snapshot_blobs', 'upload_blobs', 'uploads', 'blob_variants', 'blobs', 'packs']) {
    await knex.schema.dropTable(table);
  }
}
