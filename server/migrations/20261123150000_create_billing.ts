import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // What `features/billing/apply.ts` derives from Stripe; nothing else writes it.
  await knex.schema.alterTable('users', (t) => {
    t.timestamp('next_billing_at');
    t.integer('next_billing_cents').notNullable().defaultTo(0);
    t.timestamp('pro_ends_at');
    t.boolean('had_trial').notNullable().defaultTo(false);
  });
  await knex.raw(`alter table users add constraint users_pro_has_access
    check (plan = 'free' or subscription_status in ('trial', 'active', 'cancelled', 'past_due'))`);

  await knex.raw('create sequence billing_seq');
  await knex.schema.createTable('billing_accounts', (t) => {
    t.uuid('user_id').primary().references('users.id').onDelete('cascade');
    t.text('customer_id').notNullable().unique();
    t.text('checkout_id'); // the open checkout session, so that a newer one expires it
    // Part of the idempotency key of a checkout: a replaced or completed one is never offered again.
    t.integer('checkout_generation').notNullable().defaultTo(0);
    t.text('subscription_id');
    t.text('price');
    t.text('stripe_status');
    t.timestamp('cancel_at');
    t.timestamp('cancelled_at');
    t.timestamp('period_end').index();
    t.timestamp('trial_end');
    t.timestamp('started_at');
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

  // One row per email and analytics event, so that repeated deliveries cause one.
  await knex.schema.createTable('billing_effects', (t) => {
    t.text('key').primary();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade').index();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
  });

  // Keyed hashes outlive the account: one trial per address and card.
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

export async function down(knex: Knex): Promise<void> {
  for (const table of ['trials', 'billing_effects', 'stripe_events', 'billing_accounts'])
    await knex.schema.dropTable(table);
  await knex.raw('drop sequence billing_seq');
  await knex.raw('alter table users drop constraint users_pro_has_access');
  await knex.schema.alterTable('users', (t) => {
    t.dropColumns('next_billing_at', 'next_billing_cents', 'pro_ends_at', 'had_trial');
  });
}
