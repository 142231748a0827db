import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // One link per folder of a computer; the folder's path is not known here.
  await knex.schema.createTable('folder_links', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.binary('folder_key').notNullable();
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.primary(['owner_id', 'folder_key']);
  });
  await knex.schema.alterTable('uploads', (t) => {
    t.uuid('idempotency_key'); // a request that is repeated finds its upload
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('uploads', (t) => t.dropColumn('idempotency_key'));
  await knex.schema.dropTable('folder_links');
}
