import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  await knex.schema.createTable('users', (t) => {
    t.uuid('id').primary();
    t.text('email').notNullable().unique(); // always lower case
    t.text('name').notNullable();
    t.text('password_hash'); // null for an account that signs in another way
    t.text('role').notNullable().defaultTo('user');
    t.text('plan').notNullable().defaultTo('free');
    t.text('subscription_status').notNullable().defaultTo('none');
    t.timestamp('trial_ends_at');
    t.timestamp('deactivated_at');
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('last_login_at');
  });

  await knex.schema.createTable('sessions', (t) => {
    t.uuid('id').primary();
    t.binary('token_hash').notNullable().unique();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('user_agent').notNullable();
    t.text('address').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable().index();
  });

  await knex.schema.createTable('access_tokens', (t) => {
    t.uuid('id').primary();
    t.binary('token_hash').notNullable().unique();
    t.uuid('user_id').notNullable().references('users.id').onDelete('cascade').index();
    t.text('description').notNullable();
    t.specificType('scopes', 'text[]').notNullable();
    t.timestamp('created_at').notNullable().defaultTo(knex.fn.now());
    t.timestamp('expires_at').notNullable();
    t.timestamp('last_used_at');
  });

  await knex.schema.createTable('rate_limits', (t) => {
    t.string('key', 255).primary();
    t.integer('points').notNullable().defaultTo(0);
    t.bigInteger('expire').index(); // the rate limiter's own column: milliseconds since 1970
  });
}

export async function down(knex: Knex): Promise<void> {
  for (const table of ['rate_limits', 'access_tokens', 'sessions', 'users'])
    await knex.schema.dropTable(table);
}
