import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Embedded } from '@stagelink/postgres/embedded';
import type { App } from '../platform/context.ts';
import { createApp } from './compose.ts';
import { bindStore } from '../platform/blobs/installation.ts';
import { type Config, ConfigError } from '../platform/config.ts';
import { migrate } from '../platform/db/migrate.ts';
import { leadsToPooler } from '../platform/db/pooler.ts';
import { type Demo, demoOwner } from './demo/demo.ts';
import { type Credentials, demoSuperadmin } from './demo/superadmin.ts';
import { AppError, toAppError } from '../platform/http/errors.ts';
import { jobHandlers, workedBy } from './jobHandlers.ts';
import { createLog } from '../platform/log.ts';
import { leave } from '../platform/operations/drain.ts';
import { serveMetrics } from '../platform/operations/metricsServer.ts';
import { openFirstConnection } from './firstConnection.ts';
import { checkClock, checkMasterKeyOfPeers } from './peers.ts';
import { createServer } from './server.ts';
import { recordSystemEvent } from '../features/analytics/service.ts';
import { grantSuperadmin } from '../features/admin/superadmins.ts';
import { checkPrices } from '../features/billing/reconcile.ts';
import { checkMasterKey } from '../features/snapshots/masterKey.ts';

export interface Running {
  app: Pick<App, 'log' | 'errorReports'>;
  url: string;
  /** Only in development, and while the generated password still works. */
  demo: Demo | null;
  superadmin: Credentials | null;
  stop: () => Promise<void>;
}

const DATABASE = 'stagelink';

async function listen(http: Server, port: number, host: string, variable: string): Promise<void> {
  http.listen(port, host);
  try {
    await once(http, 'listening');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'EADDRINUSE' ? 'is already in use' : `cannot be opened on ${host} (${code})`;
    throw new ConfigError(
      `Port ${port} ${why}: stop the program that uses it, or set ${variable} to another port.`,
      { cause },
    );
  }
}

interface OpenedDatabase {
  /** May lead to a pooler. */
  url: string;
  /** Address of PostgreSQL itself. */
  directUrl: string;
  /** Null: PostgreSQL runs elsewhere. */
  embedded: Embedded | null;
}

/** An installation that brings its own PostgreSQL does not need the package. */
async function loadEmbedded() {
  try {
    return await Promise.all([import('@stagelink/postgres/embedded'), import('@stagelink/postgres/errors')]);
  } catch (cause) {
    throw new ConfigError('This installation has no PostgreSQL of its own: set DATABASE_URL.', { cause });
  }
}

async function startEmbeddedDatabase({ dataDir, logLevel, logFile }: Config): Promise<Embedded> {
  const [{ startEmbedded }, { StartError }] = await loadEmbedded();
  const log = createLog(logLevel, logFile);
  try {
    return await startEmbedded(path.join(dataDir, 'postgres'), {
      durable: true,
      onLost: (cause) => log.error({ err: cause }, 'the embedded database stopped and is being restarted'),
    });
  } catch (cause) {
    throw cause instanceof StartError ? new ConfigError(cause.message, { cause }) : cause;
  }
}

export async function startDatabase(config: Config): Promise<OpenedDatabase> {
  const { databaseUrl: url, databaseDirectUrl } = config;
  if (url !== null) return { url, directUrl: databaseDirectUrl ?? url, embedded: null };
  const embedded = await startEmbeddedDatabase(config);
  await embedded.createDatabase(DATABASE);
  return { url: embedded.url(DATABASE), directUrl: embedded.url(DATABASE), embedded };
}

const poolerError = ({ databaseDirectUrl }: Config) =>
  new ConfigError(
    databaseDirectUrl === null
      ? 'DATABASE_URL leads to a connection pooler: set DATABASE_DIRECT_URL to the address of PostgreSQL itself too.'
      : 'DATABASE_DIRECT_URL leads to a connection pooler: set it to the address of PostgreSQL itself.',
  );

async function migrateDatabase(config: Config, directUrl: string): Promise<void> {
  if (config.databaseUrl === null) return migrate(directUrl);
  try {
    if (await leadsToPooler(directUrl)) throw poolerError(config);
    await migrate(directUrl);
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    const name = config.databaseDirectUrl === null ? 'DATABASE_URL' : 'DATABASE_DIRECT_URL';
    const why = cause instanceof Error ? cause.message || String((cause as NodeJS.ErrnoException).code) : '';
    throw new ConfigError(`The database that ${name} names could not be set up: ${why}.`, { cause });
  }
}

/** Opens the configured database and migrates it, unless the start is ended meanwhile. */
export async function openDatabase(config: Config, signal?: AbortSignal): Promise<OpenedDatabase> {
  const database = await startDatabase(config);
  try {
    signal?.throwIfAborted();
    await migrateDatabase(config, database.directUrl);
    signal?.throwIfAborted();
    return database;
  } catch (cause) {
    await database.embedded?.stop();
    throw cause;
  }
}

/** Starts the server even if the store is unreachable or full: each sweep checks it again. */
async function bindReachableStore(app: App): Promise<void> {
  try {
    await bindStore(app);
  } catch (cause) {
    if (!['unavailable', 'storage_full'].includes(toAppError(cause).code)) throw cause;
    app.log.error({ err: cause }, 'the file store could not be checked');
  }
}

/** A start that cannot give the role still serves the others. */
async function grantConfiguredSuperadmin({ config, db, log, mail }: App): Promise<void> {
  if (config.superadminEmail === null) return;
  try {
    await grantSuperadmin(db, config.superadminEmail, { canSendMail: mail.canSend, byOperator: false });
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause;
    log.warn(`SUPERADMIN_EMAIL has no effect: ${cause.message}`);
  }
}

/** The URL at which this process reaches itself. */
function ownUrl(http: Server): string {
  const address = http.address() as AddressInfo;
  const host = ['0.0.0.0', '::'].includes(address.address) ? '127.0.0.1' : address.address;
  return `http://${host.includes(':') ? `[${host}]` : host}:${address.port}`;
}

/** Starts everything in order; `stop` stops it in reverse order, as does the end of a start. */
export async function open(config: Config, signal?: AbortSignal): Promise<Running> {
  const undo: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const step of undo.toReversed()) await step();
  };
  try {
    const { url, embedded } = await openDatabase(config, signal);
    if (embedded) undo.push(() => embedded.stop());

    const app = await createApp(config, url);
    undo.push(() => app.db.destroy());
    undo.push(() => app.jobDb.destroy());
    undo.push(() => app.hostingDb.destroy());
    undo.push(() => app.shortDb.destroy());
    undo.push(() => app.errorReports.stop());
    for (const pool of [app.db, app.hostingDb, app.shortDb]) await openFirstConnection(pool);
    await checkClock(app.db);
    await checkMasterKeyOfPeers(app.db, app.secrets.keyId);
    await bindReachableStore(app);
    await checkMasterKey(app);
    await app.listener.start();
    undo.push(() => app.listener.stop());
    await grantConfiguredSuperadmin(app);
    if (app.stripe) await checkPrices(app, app.stripe);
    await app.jobs.start(jobHandlers(app), workedBy(app));
    undo.push(() => app.jobs.stop());
    if (app.stripe) await app.db.transaction((tx) => app.jobs.enqueue(tx, 'reconcile_billing', {}));

    app.views.start();
    undo.push(() => app.views.stop());

    signal?.throwIfAborted();
    const server = createServer(app);
    undo.push(() => server.stop());
    await listen(server.http, config.port, config.host, 'PORT');
    if (config.trustedProxies > 0) undo.push(() => leave());
    if (config.metricsPort !== null) {
      const metrics = serveMetrics(app);
      await listen(metrics, config.metricsPort, config.metricsHost, 'METRICS_PORT');
      undo.push(async () => void metrics.close());
    }
    app.log.info({ url: config.appUrl }, 'listening');
    await recordSystemEvent(app.db, 'server_started');
    const demo = config.mode === 'development' ? await demoOwner(config, ownUrl(server.http)) : null;
    const superadmin = config.mode === 'development' ? await demoSuperadmin(config.dataDir, app.db) : null;
    return { app, url: config.appUrl, demo, superadmin, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}
