import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.alterTable('billing_accounts', (t) => {
    t.timestamp('purchasing_until'); // one purchase at a time; replaces `wallet_at`, which the previous release reads
    t.boolean('is_trial_ending').notNullable().defaultTo(false); // announced by Stripe, and the user not yet reminded
  });
  await knex.schema.alterTable('users', (t) => {
    t.text('billing_plan'); // of the last subscription: monthly or annual
  });
}

export async function down(knex: Knex): Promise<void> {
  await knex.schema.alterTable('users', (t) => t.dropColumn('billing_plan'));
  await knex.schema.alterTable('billing_accounts', (t) =>
    t.dropColumns('purchasing_until', 'is_trial_ending'),
  );
}
