import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // The newest version of the editor extension that an editor of the account has reported.
  await knex.schema.alterTable('users', (t) => {
    t.text('editor_version');
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => {
    t.dropColumn('editor_version');
  });
}
