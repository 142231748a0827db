import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('snapshots', (t) => {
    // Which new threads agents receive without the owner sending them.
    t.text('agent_feedback')
      .notNullable()
      .defaultTo('sent')
      .checkIn(['sent', 'members', 'reviewers'], 'snapshots_agent_feedback_check');
  });
  await knex.schema.createTable('thread_work', (t) => {
    t.uuid('comment_id').primary().references('comments.id').onDelete('cascade');
    t.text('snapshot_id').notNullable().references('snapshots.id').onDelete('cascade');
    t.text('state')
      .notNullable()
      .checkIn(['sent', 'proposed', 'accepted', 'inProgress', 'staged', 'confirmed', 'back']);
    // Number of the owner's channel in the transaction of the last change, so that it grows in the order of commits.
    t.bigInteger('seq').notNullable();
    t.text('sent_by').notNullable();
    t.timestamp('sent_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('changed_at').notNullable().defaultTo(knex.fn.now());
    t.uuid('agent_id');
    t.text('agent_name');
    t.timestamp('taken_until').index(); // null: no agent has it
    t.boolean('is_accepted').notNullable().defaultTo(false);
    t.jsonb('plan');
    t.integer('version'); // that was staged
    t.index(['snapshot_id', 'seq']);
  });
  await knex.schema.createTable('agent_watches', (t) => {
    t.uuid('owner_id').notNullable().references('users.id').onDelete('cascade');
    t.uuid('agent_id').notNullable();
    t.text('snapshot_id').references('snapshots.id').onDelete('cascade').index(); // null: all of the owner
    t.text('name').notNullable();
    t.timestamp('seen_at').notNullable().defaultTo(knex.fn.now()).index();
    t.primary(['owner_id', 'agent_id']);
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.dropTable('agent_watches');
  await knex.schema.dropTable('thread_work');
  await knex.schema.alterTable('snapshots', (t) => {
    t.dropColumn('agent_feedback');
  });
}
