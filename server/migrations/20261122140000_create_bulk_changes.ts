import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('bulk_changes', (t) => {
    t.uuid('id').primary();
    t.uuid('owner_id').notNullable().references('users.id').onDelete('CASCADE');
    // What is left to do: actions, each with the snapshots it is for.
    t.jsonb('steps').notNullable();
    // What would undo what is done.
    t.jsonb('inverse').notNullable().defaultTo('[]');
    t.integer('total').notNullable();
    t.integer('done').notNullable().defaultTo(0);
    t.integer('failed_count').notNullable().defaultTo(0);
    t.jsonb('failed').notNullable().defaultTo('[]');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('finished_at');
    t.index('owner_id');
    t.index('created_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('bulk_changes');
}
