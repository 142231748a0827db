import type { Knex } from 'knex';

export const config = { transaction: false };

const PORTION = 5000;

async function fill(knex: Knex, portion: string): Promise<void> {
  let filled = PORTION;
  while (filled === PORTION) {
    const result = await knex.raw<{ rowCount: number }>(portion, [PORTION]);
    filled = result.rowCount;
  }
}

export async function up(knex: Knex): Promise<void> {
  await fill(
    knex,
    `update comments set is_pending = true where is_held and id in (
       select id from comments where is_held and not is_pending limit ?)`,
  );
  await fill(
    knex,
    `update versions set pins_notified_at = pins_told_at where (snapshot_id, number) in (
       select snapshot_id, number from versions where pins_told_at is not null and pins_notified_at is null limit ?)`,
  );
}

export async function down(): Promise<void> {
  // The triggers keep the former columns true.
}
