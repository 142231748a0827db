import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Owners are notified about their snapshots without having followed them.
  await knex.schema.alterTable('follows', (t) => {
    t.boolean('is_chosen').notNullable().defaultTo(true);
  });
  await knex.raw(
    `update follows set is_chosen = false from snapshots
     where snapshots.id = follows.snapshot_id and snapshots.owner_id = follows.user_id
       and follows.comment_id is null and follows.is_active`,
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('follows', (t) => {
    t.dropColumn('is_chosen');
  });
}
