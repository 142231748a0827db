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
import { DocumentClients } from '../features/identity/agentClients/clients.ts';
import { documentReader } from '../features/identity/agentClients/documents.ts';
import { createGoogle, type Google } from '../features/identity/google/google.ts';
import { createSender, type Sender } from '../features/webhooks/send.ts';
import { Views } from '../features/pageViews/views.ts';
import { type Content, createContent } from '../hosting/content/content.ts';
import { createWeb, type Web } from '../hosting/webApp/web.ts';
import { openStore } from '../platform/blobs/open.ts';
import type { Config } from '../platform/config.ts';
import type { App } from '../platform/context.ts';
import { CONNECTIONS } from '../platform/db/connections.ts';
import { type Db, JOB_LIMITS, openDb, REQUEST_LIMITS } from '../platform/db/db.ts';
import { createRateLimits } from '../platform/http/rateLimit.ts';
import { NO_ERROR_REPORTS } from '../platform/errorReports.ts';
import { createJobs } from '../platform/jobs/jobs.ts';
import { Hub } from '../platform/live/hub.ts';
import { Listener, listenerName } from '../platform/live/listen.ts';
import { createLog } from '../platform/log.ts';
import { createMail } from '../platform/mail/mail.ts';
import { PublicAgent } from '../platform/outgoing/publicAgent.ts';
import { createSentry } from '../platform/sentry.ts';
import { createSecrets, masterSecret } from '../platform/secrets.ts';

/** The context of all features, plus what belongs to a single feature or host. */
export interface Composition extends App {
  /** Database for rate limits and heartbeats. */
  shortDb: Db;
  /** Database for hosting and health, which answer also while requests fill the other pool. */
  hostingDb: Db;
  /** Null when Google sign-in is not configured. */
  google: Google | null;
  /** Coding agents that describe themselves at an address of their own. */
  documentClients: DocumentClients;
  /** Sends events to webhooks. */
  sender: Sender;
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
function openConnections({ databaseDirectUrl, databasePool, databaseWaitMs }: Config, databaseUrl: string) {
  const isPooled = databaseDirectUrl !== null;
  const limits = { ...REQUEST_LIMITS, acquireMs: databaseWaitMs };
  return {
    db: openDb(databaseUrl, databasePool, { limits, isPooled }),
    jobDb: openDb(databaseUrl, CONNECTIONS.jobs, { limits: JOB_LIMITS, isPooled }),
    hostingDb: openDb(databaseUrl, CONNECTIONS.hosting, { limits, isPooled }),
    shortDb: openDb(databaseUrl, CONNECTIONS.short, { limits, durable: false, isPooled }),
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
  const secrets = createSecrets(config.secret ?? (await masterSecret(config.dataDir)));
  const listener = new Listener({ url: directUrl, name: listenerName(secrets.keyId), notify, log });
  const parts = {
    config,
    log,
    ...connections,
    blobs: await openStore(config),
    jobs: createJobs(directUrl, log),
    mail: createMail(config.mail, config.appUrl),
    secrets,
    rateLimits: createRateLimits(shortDb, config.rateLimits),
    listener,
    hub: new Hub(listener, log),
    errorReports: config.sentryDsn === null ? NO_ERROR_REPORTS : createSentry(config.sentryDsn, log),
  };
  const content = createContent({ ...parts, db: parts.hostingDb });
  return {
    ...parts,
    content,
    contentCache: { invalidate: (snapshotId) => content.invalidate(snapshotId) },
    stripe: config.billing && createStripe(config.billing),
    model: config.model && createModel(config.model),
    google: config.google && createGoogle(config.google, config.appUrl),
    documentClients: new DocumentClients(documentReader(new PublicAgent())),
    sender: createSender(config),
    files: createFiles({ ...parts, db: parts.hostingDb }),
    views: new Views(parts),
    waiters: new Waiters(listener),
    extension: packagedExtension(config.appUrl),
    capture: packagedCapture(config.appUrl),
    firefoxCapture: packagedFirefoxCapture(config.appUrl),
    web: createWeb(parts),
  };
}
