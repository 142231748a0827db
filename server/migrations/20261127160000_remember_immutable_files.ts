import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Files of all versions of a link whose names contain a hash: browsers may keep them for good, once that is proven.
  await knex.schema.createTable('immutable_files', (t) => {
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.text('path').notNullable();
    t.binary('sha256'); // null once the content has changed under this path
    t.boolean('is_proven').notNullable(); // a page or script of a version refers to it
    t.primary(['snapshot_id', 'path']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('immutable_files');
}
