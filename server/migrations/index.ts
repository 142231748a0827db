import type { Knex } from 'knex';
import * as accounts from './20261121090000_create_accounts.ts';
import * as snapshots from './20261121090100_create_snapshots.ts';
import * as blobs from './20261121090200_create_blobs.ts';
import * as live from './20261121090300_create_live.ts';
import * as plainManifests from './20261121100000_store_manifests_plain.ts';

interface Migration {
  name: string;
  up: (knex: Knex) => Promise<void>;
  down: (knex: Knex) => Promise<void>;
}

/** Every migration in order, by hand: Knex cannot load .ts files by itself everywhere, and names recorded in a database must never change. */
const migrations: Migration[] = [
  { name: '20261121090000_create_accounts', ...accounts },
  { name: '20261121090100_create_snapshots', ...snapshots },
  { name: '20261121090200_create_blobs', ...blobs },
  { name: '20261121090300_create_live', ...live },
  { name: '20261121100000_store_manifests_plain', ...plainManifests },
];

export const migrationSource: Knex.MigrationSource<Migration> = {
  getMigrations: () => Promise.resolve(migrations),
  getMigrationName: (migration) => migration.name,
  getMigration: (migration) => Promise.resolve(migration),
};
