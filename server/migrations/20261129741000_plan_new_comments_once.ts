import type { Knex } from 'knex';

/** PostgreSQL would plan the statement of this trigger again for each comment, which costs more than running it. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw('alter function note_new_comment() set plan_cache_mode = force_generic_plan');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter function note_new_comment() reset plan_cache_mode');
}
