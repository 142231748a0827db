import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (t) => {
    t.timestamp('wallet_at'); // when a payment by wallet began, so that no other purchase begins meanwhile
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (t) => t.dropColumn('wallet_at'));
}
