import type { Knex } from 'knex';

/** What a list shows and filters by besides; triggers keep it. */
export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    // Of the newest review. Null: none was requested.
    t.integer('review_asked');
    t.integer('review_answered');
    t.integer('review_changes');
    t.boolean('review_waits');
    t.timestamp('review_deadline');
    t.integer('unread_threads').notNullable().defaultTo(0); // that the owner has not read
    t.integer('agent_threads').notNullable().defaultTo(0); // open ones that an agent has to act on
    t.integer('staged_threads').notNullable().defaultTo(0); // open ones that their authors have to confirm
    t.jsonb('recent_viewers').notNullable().defaultTo('[]'); // [{userId, viewedAt}], the latest first
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumns(
      'review_asked',
      'review_answered',
      'review_changes',
      'review_waits',
      'review_deadline',
      'unread_threads',
      'agent_threads',
      'staged_threads',
      'recent_viewers',
    );
  });
}
