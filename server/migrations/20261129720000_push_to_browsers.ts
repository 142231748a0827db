import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('notifications', (t) => {
    t.boolean('is_alert').notNullable().defaultTo(false);
  });
  await knex.schema.createTable('push_browsers', (t) => {
    t.uuid('session_id').primary().references('sessions.id').onDelete('cascade');
    t.uuid('user_id').notNullable().index().references('users.id').onDelete('cascade');
    // One browser has one address, and one account at a time.
    t.binary('address_hash').notNullable().unique();
    t.binary('address_sealed').notNullable();
    t.integer('failures').notNullable().defaultTo(0);
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('push_browsers');
  await knex.schema.alterTable('notifications', (t) => {
    t.dropColumn('is_alert');
  });
}
