import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.timestamp('undeliverable_at'); // the mail server refused the address, or its holder wants no mail
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('reviewers', (t) => {
    t.dropColumn('undeliverable_at');
  });
}
