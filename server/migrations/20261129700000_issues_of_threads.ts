import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('issue_trackers', (t) => {
    t.uuid('user_id').primary().references('users.id').onDelete('cascade');
    t.text('github_repository');
    t.text('jira_url');
  });
  await knex.schema.createTable('thread_issues', (t) => {
    t.uuid('comment_id').primary().references('comments.id').onDelete('cascade');
    t.text('url').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('thread_issues');
  await knex.schema.dropTable('issue_trackers');
}
