import type { Knex } from 'knex';

async function createUsers(knex: Knex): Promise<void> {
  await knex.schema.createTable('users', (t) => {
    t.uuid('id').primary();
    t.text('email').notNullable().unique(); // lower case
    t.text('name').notNullable();
    t.text('role').notNullable().defaultTo('user');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());

    // Ways to sign in.
    t.text('password_hash'); // null: signs in another way
    t.text('google_sub').unique(); // Google's own id of the person, whose address may change
    t.timestamp('email_verified_at'); // null until the emailed link was opened
    t.timestamp('last_login_at');

    // The plan: `features/billing/apply.ts` derives it from Stripe; nothing else writes it.
    t.text('plan').notNullable().defaultTo('free');
    t.text('subscription_status').notNullable().defaultTo('none');
    t.text('billing_plan'); // of the last subscription: monthly or annual
    t.boolean('had_trial').notNullable().defaultTo(false);
    t.timestamp('trial_ends_at');
    t.timestamp('pro_ends_at');
    t.timestamp('next_billing_at');
    t.integer('next_billing_cents').notNullable().defaultTo(0);

    // Use.
    t.text('email_frequency').notNullable().defaultTo('immediately');
    t.text('editor_version'); // newest version of the editor extension that an editor of the account has reported
    t.integer('snapshot_count').notNullable().defaultTo(0); // published ones; triggers of `snapshots` count them
    t.timestamp('last_seen_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('deletion_warned_at');
    t.timestamp('deactivated_at');
    t.timestamp('closed_at'); // when its deletion began; the job that deletes it looks for these

    t.check(
      "plan = 'free' or subscription_status in ('trial', 'active', 'cancelled', 'past_due')",
      {},
      'users_pro_has_access',
    );
  });
  // The back office lists and counts accounts.
  await knex.raw(`
    create index users_created on users (created_at, id);
    create index users_in_figures on users (subscription_status, role, id) where closed_at is null;
    create index users_superadmins on users (id) where role = 'superadmin';`);
}

async function createCredentials(knex: Knex): Promise<void> {
  await knex.schema.createTable('sessions', (t) => {
    t.uuid('id').primary();
    t.binary('token_hash').notNullable().unique();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('user_agent').notNullable();
    t.text('address').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_used_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable().index();
  });

  await knex.schema.createTable('access_tokens', (t) => {
    t.uuid('id').primary();
    t.binary('token_hash').notNullable().unique();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('description').notNullable();
    t.specificType('scopes', 'text[]').notNullable();
    // Made by hand, which works with Pro only. Those made before Pro was sold keep working.
    t.boolean('is_personal').notNullable().defaultTo(false);
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable();
    t.timestamp('last_used_at');
  });

  // Single-use and short-lived: they replace a cookie where none can be sent.
  await knex.schema.createTable('tickets', (t) => {
    t.binary('token_hash').primary();
    t.text('purpose').notNullable();
    t.jsonb('grants').notNullable();
    t.timestamp('expires_at').notNullable().index();
  });

  await knex.schema.createTable('rate_limits', (t) => {
    t.string('key', 255).primary();
    t.integer('points').notNullable().defaultTo(0);
    t.bigInteger('expire').index(); // the rate limiter's own column: milliseconds since 1970
  });
}

export async function createAccounts(knex: Knex): Promise<void> {
  await createUsers(knex);
  await createCredentials(knex);
}
