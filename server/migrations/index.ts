import type { Knex } from 'knex';
import * as tellChosenFollowsApart from './20261128090000_tell_chosen_follows_apart.ts';
import * as workOfCodingAgents from './20261128100000_work_of_coding_agents.ts';
import { down, up } from './baseline/index.ts';

export interface Migration extends Knex.Migration {
  name: string;
  /** False: statements that PostgreSQL does not run inside a transaction. */
  config?: { transaction?: boolean };
}

/** The schema of 0.1.0. A database that began before it gets there by `before010`. */
export const BASELINE = '20261128070000_baseline';

/** Oldest first. */
export const migrations: readonly Migration[] = [
  { name: BASELINE, up, down },
  { name: '20261128090000_tell_chosen_follows_apart', ...tellChosenFollowsApart },
  { name: '20261128100000_work_of_coding_agents', ...workOfCodingAgents },
];

/** A statement that waits longer for a table holds up the statements of running servers behind it. */
const LOCK_TIMEOUT = '2s';

/** Without a transaction, an index is built while statements go on, and may wait for the longest of them. */
const limitLocks = (migration: Migration): Migration =>
  migration.config?.transaction === false
    ? migration
    : {
        ...migration,
        async up(knex) {
          await knex.raw(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
          await migration.up(knex);
        },
      };

export const sourceOf = (list: readonly Migration[]): Knex.MigrationSource<Migration> => ({
  getMigrations: () => Promise.resolve([...list]),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) => Promise.resolve(limitLocks(migration)),
});
