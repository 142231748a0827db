import { mkdir } from 'node:fs/promises';
import { createFiles, type Files } from './attachments/files.ts';
import { openStore } from './blobs/open.ts';
import type { ObjectStore } from './blobs/store.ts';
import type { Config } from './config.ts';
import { type Content, createContent } from './content/content.ts';
import { type Db, JOB_LIMITS, openDb } from './db/db.ts';
import { type Packaged, packagedExtension } from './extension/packaged.ts';
import { createGoogle, type Google } from './google/google.ts';
import { createRateLimits, type RateLimits } from './http/rateLimit.ts';
import { createJobs, type Jobs } from './jobs/jobs.ts';
import { Hub } from './live/hub.ts';
import { Listener } from './live/listen.ts';
import { createLog, type Log } from './log.ts';
import { createMail, type Mail } from './mail/mail.ts';
import { createSecrets, masterSecret, type Secrets } from './secrets.ts';
import { Views } from './views/views.ts';
import { createWeb, type Web } from './web/web.ts';

/** Everything a room may need from outside itself. Made once, handed to every room. */
export interface App {
  config: Config;
  log: Log;
  db: Db;
  /** For jobs and what is large in itself: connections of their own, with long limits. */
  jobDb: Db;
  blobs: ObjectStore;
  jobs: Jobs;
  mail: Mail;
  /** Null when signing in with Google is not configured. */
  google: Google | null;
  secrets: Secrets;
  rateLimits: RateLimits;
  listener: Listener;
  hub: Hub;
  content: Content;
  files: Files;
  views: Views;
  extension: () => Promise<Packaged | null>;
  web: Web;
}

/** A sweep holds one for its lock. */
const JOB_CONNECTIONS = 4;

/** Builds the parts on a migrated database. Nothing is listening or running yet. */
export async function createApp(config: Config, databaseUrl: string): Promise<App> {
  await mkdir(config.dataDir, { recursive: true });
  const log = createLog(config.logLevel, config.logFile);
  const db = openDb(databaseUrl, config.databasePool);
  const listener = new Listener(databaseUrl, log);
  const parts = {
    config,
    log,
    db,
    jobDb: openDb(databaseUrl, JOB_CONNECTIONS, { limits: JOB_LIMITS }),
    blobs: await openStore(config),
    jobs: createJobs(databaseUrl, log),
    mail: createMail(config.mail, config.appUrl),
    google: config.google && createGoogle(config.google, config.appUrl),
    secrets: createSecrets(config.secret ?? (await masterSecret(config.dataDir))),
    rateLimits: createRateLimits(databaseUrl, config.rateLimits),
    listener,
    hub: new Hub(listener, log),
    views: new Views({ db, log }),
    extension: packagedExtension(),
  };
  return {
    ...parts,
    files: createFiles(parts),
    content: await createContent(parts),
    web: await createWeb(parts),
  };
}
