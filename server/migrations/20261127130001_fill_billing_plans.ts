import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.raw(`update users u set billing_plan = b.price from billing_accounts b
    where b.user_id = u.id and b.subscription_id is not null`);
}

export async function down(): Promise<void> {
  // The column goes with the migration before this one.
}
