import { randomUUID } from 'node:crypto';
import knex from 'knex';
import { inject, onTestFinished } from 'vitest';
import { migrationsBefore010 } from '../../migrations/before010.ts';
import { sourceOf } from '../../migrations/index.ts';
import type { Config } from '../platform/config.ts';
import { type Db, MIGRATION_LIMITS, openDb } from '../platform/db/db.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL of the test run: where to create databases, and the migrated one to copy. */
    postgres: { adminUrl: string; template: string };
    /** A pooler in transaction mode in front of it; null in a run without one. */
    pooler: string | null;
  }
}

export interface Database {
  /** PostgreSQL itself. */
  url: string;
  drop: () => Promise<void>;
}

/** Creates a migrated database, or an empty one. */
export async function createDatabase({ isEmpty = false } = {}): Promise<Database> {
  const { adminUrl, template } = inject('postgres');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (sql: string) => {
    const admin = knex({ client: 'pg', connection: adminUrl, pool: { min: 0, max: 1 } });
    await admin.raw(sql);
    await admin.destroy();
  };
  await run(`create database ${name} template ${isEmpty ? 'template1' : template}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => run(`drop database ${name} with (force)`) };
}

/** Returns how to reach a database as a server does: through the pooler, in a run with one. */
export function throughPooler(directUrl: string): Pick<Config, 'databaseUrl' | 'databaseDirectUrl'> {
  const pooler = inject('pooler');
  if (pooler === null) return { databaseUrl: directUrl, databaseDirectUrl: null };
  const url = new URL(pooler);
  url.pathname = new URL(directUrl).pathname;
  return { databaseUrl: url.href, databaseDirectUrl: directUrl };
}

/** Creates an empty database that is dropped after the current test. */
export async function emptyDatabaseForTest(): Promise<{ url: string; db: Db }> {
  const { url, drop } = await createDatabase({ isEmpty: true });
  const db = openDb(url, 2, { limits: MIGRATION_LIMITS });
  onTestFinished(async () => {
    await db.destroy();
    await drop();
  });
  return { url, db };
}

/** Replaces the schema of a database by that of a server from before 0.1.0, whose last migration is given. */
export async function rebuildAt(url: string, last: string): Promise<void> {
  const db = openDb(url, 2, { limits: MIGRATION_LIMITS });
  await db.raw('drop schema public cascade; create schema public');
  await db.migrate.to({ name: last, migrationSource: sourceOf(await migrationsBefore010()) });
  await db.destroy();
}
