import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('versions', (t) => {
    // {agent, threads} that it was staged for; a draft marks them when it is published. Null: none were named.
    t.jsonb('staged_for');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('versions', (t) => {
    t.dropColumn('staged_for');
  });
}
