import type { Knex } from 'knex';

export async function up(knex: Knex): Promise<void> {
  // Made for a new account to try things on; counts against no limit.
  await knex.raw('alter table snapshots add is_sample boolean not null default false');
  await knex.raw('alter table onboarding add sample_id text references snapshots on delete set null');
  await knex.raw('create index onboarding_sample on onboarding (sample_id) where sample_id is not null');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('alter table onboarding drop column sample_id');
  await knex.raw('alter table snapshots drop column is_sample');
}
