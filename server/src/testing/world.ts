import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  type Call,
  createClient,
  type ClientRequest,
  idempotencyHeader,
} from '@stagelink/shared/client/call';
import { onTestFinished } from 'vitest';
import { type Composition, createApp } from '../app/compose.ts';
import { bindStore } from '../platform/blobs/installation.ts';
import { type Config, readConfig } from '../platform/config.ts';
import { jobHandlers } from '../app/jobHandlers.ts';
import { createServer } from '../app/server.ts';
import { type Builders, createBuilders, type Person } from './builders.ts';
import { createDatabase, throughPooler } from './database.ts';

export interface RawAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export interface RawRequest {
  method?: string;
  /** Path and query exactly as sent. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

export interface World {
  app: Composition;
  http: Server;
  port: number;
  /** PostgreSQL itself. */
  directUrl: string;
  build: Builders;
  /** Typed client of this person; `null` is signed out. */
  as: (person: Person | null) => Call;
  /** Sends one raw request, for what the typed client cannot express: other hosts, odd paths, broken bodies. */
  fetch: (request: RawRequest) => Promise<RawAnswer>;
  /** Runs every queued job to its end. */
  drainJobs: () => Promise<void>;
  close: () => Promise<void>;
}

const WIDE_OPEN = { points: 1_000_000, seconds: 1 };
const RATE_LIMITS = {
  login: WIDE_OPEN,
  register: WIDE_OPEN,
  gate: WIDE_OPEN,
  stage: WIDE_OPEN,
  upload: WIDE_OPEN,
  token: WIDE_OPEN,
  agentClient: WIDE_OPEN,
  agentToken: WIDE_OPEN,
  preview: WIDE_OPEN,
  mail: WIDE_OPEN,
  mailToAddress: WIDE_OPEN,
  analytics: WIDE_OPEN,
  reviewLink: WIDE_OPEN,
  tryOut: WIDE_OPEN,
  tryOutUpload: WIDE_OPEN,
  tryOutOfSite: WIDE_OPEN,
  trySampleOfSite: WIDE_OPEN,
  trySample: WIDE_OPEN,
  read: WIDE_OPEN,
  change: WIDE_OPEN,
  readThreads: WIDE_OPEN,
  stripeEvent: WIDE_OPEN,
  webhook: WIDE_OPEN,
  issue: WIDE_OPEN,
  view: WIDE_OPEN,
  download: WIDE_OPEN,
};

/** Sends one request with any `Host`: Node does not resolve `*.localhost`. */
function sendRaw(port: number, { method = 'GET', path, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(body)) };
    const sent = httpRequest(
      { host: '127.0.0.1', port, method, path, headers: { ...length, ...headers } },
      (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk: Buffer) => chunks.push(chunk));
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

function clientOf(port: number, person: Person | null): Call {
  return createClient(async (request: ClientRequest) => {
    const { method, path, json, stream } = request;
    const answer = await sendRaw(port, {
      method,
      path,
      headers: {
        ...(person ? { Authorization: `Bearer ${person.secret}` } : {}),
        ...(json === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(stream ? { 'Content-Type': stream.type } : {}),
        ...idempotencyHeader(request),
      },
      ...(json === undefined ? {} : { body: json }),
      ...(stream ? { body: stream.body as Buffer } : {}),
    });
    return { status: answer.status, text: answer.body.toString() };
  });
}

/** Starts the real server on its own copy of the database and its own data folder; `close` stops it. */
export async function createWorld(patch: Partial<Config> = {}): Promise<World> {
  const database = await createDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'stagelink-world-'));
  const config: Config = {
    ...readConfig({ NODE_ENV: 'test', STAGELINK_DATA: dataDir, LOG_LEVEL: 'error' }),
    ...throughPooler(database.url),
    databasePool: 5,
    // Tests that send many requests at once are about something else, on computers of any speed.
    databaseWaitMs: 30_000,
    // Nothing answers there.
    githubApiUrl: 'http://127.0.0.1:9',
    linearApiUrl: 'http://127.0.0.1:9',
    ...patch,
    rateLimits: { ...readConfig({}).rateLimits, ...RATE_LIMITS, ...patch.rateLimits },
  };
  const app = await createApp(config, config.databaseUrl ?? database.url);
  await bindStore(app);
  await app.listener.start();
  const server = createServer(app);
  await new Promise<void>((done) => server.http.listen(0, '127.0.0.1', done));
  const { port } = server.http.address() as AddressInfo;

  return {
    app,
    http: server.http,
    port,
    directUrl: database.url,
    build: createBuilders(app),
    as: (person) => clientOf(port, person),
    fetch: (request) => sendRaw(port, request),
    drainJobs: () => app.jobs.drain(jobHandlers(app)),
    async close() {
      await server.stop();
      await app.listener.stop();
      await app.jobs.stop();
      await app.hostingDb.destroy();
      await app.shortDb.destroy();
      await app.db.destroy();
      await app.jobDb.destroy();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Creates a world that is closed after the current test. */
export async function worldForTest(patch: Partial<Config> = {}): Promise<World> {
  const world = await createWorld(patch);
  onTestFinished(() => world.close());
  return world;
}
