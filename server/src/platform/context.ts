import type { ObjectStore } from './blobs/store.ts';
import type { Config } from './config.ts';
import type { Db } from './db/db.ts';
import type { ErrorReports } from './errorReports.ts';
import type { RateLimits } from './http/rateLimit.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Hub } from './live/hub.ts';
import type { Listener } from './live/listen.ts';
import type { Log } from './log.ts';
import type { Mail } from './mail/mail.ts';
import type { Secrets } from './secrets.ts';

/** Application context: long-lived dependencies shared by all features. */
export interface App {
  config: Config;
  log: Log;
  db: Db;
  /** Separate pool with long limits, for jobs and other long work. */
  jobDb: Db;
  blobs: ObjectStore;
  jobs: Jobs;
  mail: Mail;
  secrets: Secrets;
  rateLimits: RateLimits;
  listener: Listener;
  hub: Hub;
  /** Does nothing without `SENTRY_DSN`. */
  errorReports: ErrorReports;
  contentCache: { invalidate: (snapshotId: string) => void };
}
