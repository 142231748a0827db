import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // An account without a row is new.
  await knex.schema.createTable('onboarding', (t) => {
    t.uuid('user_id').primary().references('users.id').onDelete('cascade');
    t.boolean('has_seen_welcome').notNullable().defaultTo(false);
    t.boolean('skipped_welcome').notNullable().defaultTo(false);
    t.specificType('completed_tutorials', 'text[]').notNullable().defaultTo('{}');
    t.specificType('checklist_done', 'text[]').notNullable().defaultTo('{}');
    t.boolean('checklist_closed').notNullable().defaultTo(false);
  });
  // Those who already use the product are not welcomed.
  await knex.raw(`insert into onboarding (user_id, has_seen_welcome, checklist_closed)
    select id, true, true from users`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('onboarding');
}
