import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('thread_reads', (t) => {
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade');
    t.uuid('comment_id').notNullable().references('comments.id').onDelete('cascade').index(); // begins the thread
    t.timestamp('read_at').notNullable(); // of the newest comment that was read
    t.primary(['user_id', 'comment_id']);
  });
  // Owners have seen what was written before the marks existed.
  await knex.raw(`
    insert into thread_reads (user_id, comment_id, read_at)
    select s.owner_id, c.id, now() from comments c join snapshots s on s.id = c.snapshot_id
    where c.parent_id is null`);
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('thread_reads');
}
