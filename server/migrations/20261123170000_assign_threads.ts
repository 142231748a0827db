import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    t.uuid('assignee_id').references('users.id').onDelete('set null').index();
    // A reviewer without an account.
    t.uuid('assignee_reviewer_id').references('reviewers.id').onDelete('set null').index();
    t.date('due_on');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('comments', (t) => {
    t.dropColumns('assignee_id', 'assignee_reviewer_id', 'due_on');
  });
}
