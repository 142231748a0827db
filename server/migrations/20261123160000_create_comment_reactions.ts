import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('comment_reactions', (t) => {
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade');
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade').index();
    t.text('reaction').notNullable();
    t.text('person').notNullable(); // the same for each reaction of one person; never shown
    t.uuid('user_id').references('users.id').onDelete('cascade').index();
    t.uuid('reviewer_id').references('reviewers.id').onDelete('cascade').index();
    t.text('name').notNullable(); // of a person without an account
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.primary(['comment_id', 'reaction', 'person']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('comment_reactions');
}
