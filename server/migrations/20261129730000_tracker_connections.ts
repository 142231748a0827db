import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('tracker_connections', (t) => {
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.text('tracker').notNullable();
    t.binary('token_sealed').notNullable();
    // Where issues are made in Linear.
    t.text('team_id');
    t.text('team_name');
    // Why the tracker refused the token, for a person.
    t.text('problem');
    t.primary(['user_id', 'tracker']);
  });
  // Threads whose issue a request is making.
  await knex.schema.createTable('thread_issue_claims', (t) => {
    t.uuid('comment_id').primary().references('comments.id').onDelete('cascade');
    t.timestamp('claimed_at').notNullable().defaultTo(knex.fn.now());
  });
  await knex.schema.alterTable('thread_issues', (t) => {
    // Null: unknown.
    t.boolean('is_closed');
    t.text('etag');
    t.timestamp('checked_at');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('thread_issues', (t) => {
    t.dropColumns('is_closed', 'etag', 'checked_at');
  });
  await knex.schema.dropTable('thread_issue_claims');
  await knex.schema.dropTable('tracker_connections');
}
