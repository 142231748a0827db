import { mkdir } from 'node:fs/promises';
import type { Model } from '../features/assistant/model.ts';
import { createModel } from '../features/assistant/openai.ts';
import { Waiters } from '../features/agentWork/waiters.ts';
import { createFiles, type Files } from '../features/attachments/files.ts';
import {
  type Packaged,
  packagedCapture,
  packagedExtension,
  packagedFirefoxCapture,
} from '../features/editorExtension/packaged.ts';
import { createStripe, type StripeApi } from '../features/billing/stripe/stripe.ts';
import { createGoogle, type Google } from '../features/identity/google/google.ts';
import { Views } from '../features/pageViews/views.ts';
import { type Content, createContent } from '../hosting/content/content.ts';
import { createWeb, type Web } from '../hosting/webApp/web.ts';
import { openStore } from '../platform/blobs/open.ts';
import type { Config } from '../platform/config.ts';
import type { App } from '../platform/context.ts';
import { CONNECTIONS } from '../platform/db/connections.ts';
import { type Db, JOB_LIMITS, openDb } from '../platform/db/db.ts';
import { createRateLimits } from '../platform/http/rateLimit.ts';
import { NO_ERROR_REPORTS } from '../platform/errorReports.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { Hub } from '../platform/live/hub.ts';
import { Listener } from '../platform/live/listen.ts';
import { createLog } from '../platform/log.ts';
import { createMail } from '../platform/mail/mail.ts';
import { createSentry } from '../platform/sentry.ts';
import { createSecrets, masterSecret } from '../platform/secrets.ts';

/** The context of all features, plus what belongs to a single feature or host. */
export interface Composition extends App {
  /** Database for rate limits and heartbeats. */
  shortDb: Db;
  /** Null when Google sign-in is not configured. */
  google: Google | null;
  /** Null on a server without billing. */
  stripe: StripeApi | null;
  /** Null without a key of a model. */
  model: Model | null;
  content: Content;
  files: Files;
  views: Views;
  /** Requests of coding agents that wait. */
  waiters: Waiters;
  extension: () => Promise<Packaged | null>;
  capture: () => Promise<Packaged | null>;
  firefoxCapture: () => Promise<Packaged | null>;
  web: Web;
}

/** The database as the process uses it: most statements may pass a pooler. */
function openConnections({ databaseDirectUrl, databasePool }: Config, databaseUrl: string) {
  const isPooled = databaseDirectUrl !== null;
  return {
    db: openDb(databaseUrl, databasePool, { isPooled }),
    jobDb: openDb(databaseUrl, CONNECTIONS.jobs, { limits: JOB_LIMITS, isPooled }),
    shortDb: openDb(databaseUrl, CONNECTIONS.short, { durable: false, isPooled }),
  };
}

/** Builds the application on a migrated database. Nothing is listening or running yet. */
export async function createApp(config: Config, databaseUrl: string): Promise<Composition> {
  await mkdir(config.dataDir, { recursive: true });
  const log = createLog(config.logLevel, config.logFile);
  const connections = openConnections(config, databaseUrl);
  const { shortDb } = connections;
  const directUrl = config.databaseDirectUrl ?? databaseUrl;
  const notify = (channel: string, payload: string) =>
    shortDb.raw('select pg_notify(?, ?)', [channel, payload]);
  const listener = new Listener(directUrl, notify, log);
  const parts = {
    config,
    log,
    ...connections,
    blobs: await openStore(config),
    jobs: createJobs(directUrl, log),
    mail: createMail(config.mail, config.appUrl),
    secrets: createSecrets(config.secret ?? (await masterSecret(config.dataDir))),
    rateLimits: createRateLimits(shortDb, config.rateLimits),
    listener,
    hub: new Hub(listener, log),
    errorReports: config.sentryDsn === null ? NO_ERROR_REPORTS : createSentry(config.sentryDsn, log),
  };
  const content = await createContent(parts);
  return {
    ...parts,
    content,
    contentCache: { invalidate: (snapshotId) => content.invalidate(snapshotId) },
    stripe: config.billing && createStripe(config.billing),
    model: config.model && createModel(config.model),
    google: config.google && createGoogle(config.google, config.appUrl),
    files: createFiles(parts),
    views: new Views(parts),
    waiters: new Waiters(listener),
    extension: packagedExtension(config.appUrl),
    capture: packagedCapture(config.appUrl),
    firefoxCapture: packagedFirefoxCapture(config.appUrl),
    web: await createWeb(parts),
  };
}
