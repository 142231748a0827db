import type { Knex } from 'knex';

export const config = { transaction: false };

const PORTION = 2_000;

/** Fills the columns of lists in portions, each a transaction of its own. Can be run again. */
export async function up(knex: Knex): Promise<void> {
  let ids: string[] = [];
  do {
    const after = ids.at(-1) ?? '';
    ids = await knex('snapshots').where('id', '>', after).orderBy('id').limit(PORTION).pluck<string[]>('id');
    await knex.raw(
      `select refresh_reviews(ids), refresh_unread_threads(ids), refresh_agent_work(ids), refresh_recent_viewers(ids)
       from (select ?::text[] as ids) portion`,
      [ids],
    );
  } while (ids.length === PORTION);
}

export function down(): Promise<void> {
  return Promise.resolve();
}
