import type { Knex } from 'knex';

/**
 * Blobs are stored in packs: one object holds all blobs that arrived in one request. A reference to a blob is a foreign
 * key, so PostgreSQL itself refuses to delete a blob that is in use, whatever a sweep believes.
 */
export async function createFiles(knex: Knex): Promise<void> {
  // Written into the store of files too, so that a database is never used with the files of another installation.
  await knex.schema.createTable('installation', (t) => {
    t.uuid('id').primary();
    t.boolean('is_only').notNullable().unique().defaultTo(true);
    t.check('is_only');
  });
  await knex('installation').insert({ id: knex.raw('gen_random_uuid()') });

  await knex.schema.createTable('packs', (t) => {
    t.uuid('id').primary(); // also the object's key in the store
    t.bigInteger('bytes').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('repack_after'); // a pack that could not be written anew waits until then
    // A removed pack keeps its object for some days: a backup that is restored meanwhile finds its files.
    t.timestamp('removed_at');
    // The object was in the store and in no row: a restored database knows only what it knew when it was backed up.
    t.boolean('was_unknown').notNullable().defaultTo(false);
    // Files that strangers attach are deleted for good: a flood of them would otherwise fill the trash.
    t.boolean('skips_trash').notNullable().defaultTo(false);
  });
  await knex.raw('create index packs_removed_at_index on packs (removed_at) where removed_at is not null');

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
}
