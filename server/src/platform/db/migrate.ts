import { setTimeout as wait } from 'node:timers/promises';
import { prepareJobs } from '../jobs/jobs.ts';
import { type Db, MIGRATION_LIMITS, openDb } from './db.ts';

const LOCK_NOT_AVAILABLE = '55P03';
const ATTEMPTS = 60;
const PAUSE_MS = 1_000;

const waitedForLock = (cause: unknown) =>
  cause instanceof Error && 'code' in cause && cause.code === LOCK_NOT_AVAILABLE;

/**
 * A migration that waits for a lock makes every later statement on the table wait behind it. So each gives up soon, lets
 * them pass, and is tried again.
 */
async function migrateBetweenStatements(db: Db): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await db.migrate.latest();
      return;
    } catch (cause) {
      if (attempt === ATTEMPTS || !waitedForLock(cause)) throw cause;
      await wait(PAUSE_MS);
    }
  }
}

/** Migrates the schema. Safe when several processes start at once: Knex takes a lock. See docs/decisions/0002. */
export async function migrate(url: string): Promise<void> {
  const db = openDb(url, 2, { limits: MIGRATION_LIMITS });
  try {
    await migrateBetweenStatements(db);
    await prepareJobs(db);
  } finally {
    await db.destroy();
  }
}
