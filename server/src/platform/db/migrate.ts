import { prepareJobs } from '../jobs/jobs.ts';
import { MIGRATION_LIMITS, openDb } from './db.ts';

/** Migrates the schema. Safe when several processes start at once: Knex takes a lock. */
export async function migrate(url: string): Promise<void> {
  const db = openDb(url, 2, { limits: MIGRATION_LIMITS });
  try {
    await db.migrate.latest();
    await prepareJobs(db);
  } finally {
    await db.destroy();
  }
}
