import { createLog } from '../platform/log.ts';
import { openDb } from '../platform/db/db.ts';
import { createJobs, type JobName, type JobPayloads } from '../platform/jobs/jobs.ts';

/** Queues a job for the servers that use this database, as its schedule would. */
export async function enqueueJob<N extends JobName>(
  databaseUrl: string,
  name: N,
  payload: JobPayloads[N],
): Promise<void> {
  const db = openDb(databaseUrl, 1);
  const jobs = createJobs(databaseUrl, createLog('silent'));
  try {
    await db.transaction((tx) => jobs.enqueue(tx, name, payload));
  } finally {
    await jobs.stop();
    await db.destroy();
  }
}
