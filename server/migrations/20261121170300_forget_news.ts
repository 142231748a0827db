import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // What somebody was told of a comment goes with it, also when it was a reply in a thread that stays.
  await knex.schema.alterTable('notifications', (t) => {
    t.uuid('comment_id').references('comments.id').onDelete('cascade').index();
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('notifications', (t) => {
    t.dropColumn('comment_id');
  });
}
