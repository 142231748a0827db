import type { Knex } from 'knex';

export const config = { transaction: false };

export async function up(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists uploads_idempotency_key');
  await knex.raw(
    'create unique index concurrently uploads_idempotency_key on uploads (owner_id, idempotency_key) where idempotency_key is not null',
  );
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop index concurrently if exists uploads_idempotency_key');
}
