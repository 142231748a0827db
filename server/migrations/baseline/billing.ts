import type { Knex } from 'knex';

export async function createBilling(knex: Knex): Promise<void> {
  await knex.raw('create sequence billing_seq');
  await knex.schema.createTable('billing_accounts', (t) => {
    t.uuid('user_id').primary().references('users.id').onDelete('cascade');
    t.text('customer_id').notNullable().unique();

    // The purchase under way: one at a time.
    t.timestamp('purchasing_until');
    t.text('checkout_id'); // the open checkout session, so that a newer one expires it
    // Part of the idempotency key of a checkout: a replaced or completed one is never offered again.
    t.integer('checkout_generation').notNullable().defaultTo(0);

    // The subscription, as Stripe reports it.
    t.text('subscription_id');
    t.text('price');
    t.text('stripe_status');
    t.timestamp('started_at');
    t.timestamp('trial_end');
    t.jsonb('trial_end_request'); // of a superadmin: who and why, for the audit log when Stripe has ended the trial
    t.boolean('is_trial_ending').notNullable().defaultTo(false); // announced by Stripe, and the user not yet reminded
    t.timestamp('period_end').index();
    t.timestamp('cancel_at');
    t.timestamp('cancelled_at');
    t.timestamp('last_payment_at');

    t.bigInteger('applied_seq').notNullable().defaultTo(0);
    t.timestamp('applied_at');
  });

  await knex.schema.createTable('stripe_events', (t) => {
    t.text('id').primary();
    t.text('type').notNullable();
    t.timestamp('created').notNullable().index();
    t.timestamp('received_at').notNullable().defaultTo(knex.fn.now()).index();
  });

  // One row for each email and analytics event, so that repeated deliveries cause one.
  await knex.schema.createTable('billing_effects', (t) => {
    t.text('key').primary();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade').index();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  // Keyed hashes outlive the account: one trial for each address and card.
  await knex.schema.createTable('trials', (t) => {
    t.uuid('id').primary();
    t.uuid('user_id').references('users.id').onDelete('set null').index();
    t.text('subscription_id').notNullable().unique();
    t.binary('email_hash').notNullable().unique();
    t.binary('card_hash').unique();
    t.timestamp('started_at').notNullable();
    t.timestamp('ended_at');
    t.boolean('converted').notNullable().defaultTo(false);
    t.boolean('cancelled_early').notNullable().defaultTo(false);
  });
}
