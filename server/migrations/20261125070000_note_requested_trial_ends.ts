import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (t) => {
    t.jsonb('trial_end_request'); // of a superadmin: who and why, for the audit log when Stripe has ended the trial
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (t) => t.dropColumn('trial_end_request'));
}
