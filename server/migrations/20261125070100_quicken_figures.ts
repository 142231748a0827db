import type { Knex } from 'knex';

export const config = { transaction: false };

const INDEXES = {
  users_in_figures: 'users (subscription_status, role, id) where closed_at is null',
  users_superadmins: `users (id) where role = 'superadmin'`,
};
/** Of the former release; nothing needs it any more. */
const FORMER = {
  users_with_plan: `users (subscription_status) where subscription_status <> 'none' or role = 'superadmin'`,
};

async function replace(knex: Knex, before: Record<string, string>, after: Record<string, string>) {
  for (const [name, columns] of Object.entries(after)) {
    await knex.raw(`drop index concurrently if exists ${name}`);
    await knex.raw(`create index concurrently ${name} on ${columns}`);
  }
  for (const name of Object.keys(before)) await knex.raw(`drop index concurrently if exists ${name}`);
}

export const up = (knex: Knex): Promise<void> => replace(knex, FORMER, INDEXES);
export const down = (knex: Knex): Promise<void> => replace(knex, INDEXES, FORMER);
