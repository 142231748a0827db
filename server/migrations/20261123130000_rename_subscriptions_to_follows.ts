import type { Knex } from 'knex';

const INDEXES = ['pkey', 'once', 'snapshot_id_index', 'comment_id_index'];
const FOREIGN_KEYS = ['user_id_foreign', 'snapshot_id_foreign', 'comment_id_foreign'];

async function rename(knex: Knex, from: string, to: string): Promise<void> {
  await knex.raw(`alter table ${from} rename to ${to}`);
  for (const name of INDEXES) await knex.raw(`alter index ${from}_${name} rename to ${to}_${name}`);
  for (const name of FOREIGN_KEYS)
    await knex.raw(`alter table ${to} rename constraint ${from}_${name} to ${to}_${name}`);
}

export async function up(knex: Knex): Promise<void> {
  await rename(knex, 'subscriptions', 'follows');
  // Servers of the former release read and write through the view. The next release drops it.
  await knex.raw('create view subscriptions as select * from follows');
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop view subscriptions');
  await rename(knex, 'follows', 'subscriptions');
}
