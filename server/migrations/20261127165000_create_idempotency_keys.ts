import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
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

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('idempotency_keys');
}
