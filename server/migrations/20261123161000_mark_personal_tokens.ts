import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Tokens made by hand work with Pro only. Those made before Pro was sold keep working.
  await knex.raw(
    'alter table access_tokens add column if not exists is_personal boolean not null default false',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('access_tokens', (t) => {
    t.dropColumn('is_personal');
  });
}
