import type { Knex } from 'knex';
import * as tellChosenFollowsApart from './20261128090000_tell_chosen_follows_apart.ts';
import * as workOfCodingAgents from './20261128100000_work_of_coding_agents.ts';
import * as agentClients from './20261128200000_agent_clients.ts';
import * as inspectionsOfComments from './20261128210000_inspections_of_comments.ts';
import * as webhooks from './20261129100000_webhooks.ts';
import * as furtherElementsInPageTrees from './20261129200000_further_elements_in_page_trees.ts';
import * as announcedComments from './20261129500000_announced_comments.ts';
import * as columnsOfLists from './20261129500200_columns_of_lists.ts';
import * as triggersOfLists from './20261129500300_triggers_of_lists.ts';
import * as fillLists from './20261129500400_fill_lists.ts';
import * as indexesOfLists from './20261129500500_indexes_of_lists.ts';
import * as threadsOfVersions from './20261129600000_threads_of_versions.ts';
import * as issuesOfThreads from './20261129700000_issues_of_threads.ts';
import * as timeZones from './20261129710000_time_zones.ts';
import * as pushToBrowsers from './20261129720000_push_to_browsers.ts';
import * as trackerConnections from './20261129730000_tracker_connections.ts';
import * as planNewCommentsOnce from './20261129741000_plan_new_comments_once.ts';
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
  { name: '20261128200000_agent_clients', ...agentClients },
  { name: '20261128210000_inspections_of_comments', ...inspectionsOfComments },
  { name: '20261129100000_webhooks', ...webhooks },
  { name: '20261129200000_further_elements_in_page_trees', ...furtherElementsInPageTrees },
  { name: '20261129500000_announced_comments', ...announcedComments },
  { name: '20261129500200_columns_of_lists', ...columnsOfLists },
  { name: '20261129500300_triggers_of_lists', ...triggersOfLists },
  { name: '20261129500400_fill_lists', ...fillLists },
  { name: '20261129500500_indexes_of_lists', ...indexesOfLists },
  { name: '20261129600000_threads_of_versions', ...threadsOfVersions },
  { name: '20261129700000_issues_of_threads', ...issuesOfThreads },
  { name: '20261129710000_time_zones', ...timeZones },
  { name: '20261129720000_push_to_browsers', ...pushToBrowsers },
  { name: '20261129730000_tracker_connections', ...trackerConnections },
  { name: '20261129741000_plan_new_comments_once', ...planNewCommentsOnce },
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
