import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Names are copies: an entry outlives the accounts and snapshots it is about.
  await knex.schema.createTable('admin_actions', (t) => {
    t.uuid('id').primary();
    t.uuid('actor_id'); // null: an operator on the server's machine
    t.text('actor').notNullable();
    t.text('action').notNullable();
    t.text('target_id').notNullable();
    t.text('target').notNullable();
    t.text('reason');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.index(['created_at', 'id']);
  });
  await knex.raw(`
    create function reject_change() returns trigger language plpgsql as $$
    begin
      raise exception 'entries of this table are never changed';
    end $$;
    create trigger admin_actions_are_final before update or delete or truncate on admin_actions
      for each statement execute function reject_change();`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('admin_actions');
  await knex.raw('drop function reject_change()');
}
