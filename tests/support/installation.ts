import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import tls from 'node:tls';
import { type Call, createClient } from '@stagelink/shared/client/call';
import { nodeSend } from '@stagelink/shared/staging/node/nodeTransport';
import { AUTHORITY } from '@stagelink/shared/staging/node/testing/certificates';
import { type Bucket, bucketSettings } from './bucket.ts';
import { type Nginx, startNginx } from './nginx.ts';
import { startShippedPgBouncer } from './pgBouncer.ts';
import { freePort, newDataDir, type Server, startServer, WIDE_LIMITS } from './server.ts';

/** A server of an installation, which keeps its port when it is started again. */
export interface Member {
  /** Where it is reached without nginx. */
  readonly url: string;
  readonly current: Server;
  /** Starts it, and resolves when it is healthy. */
  start: () => Promise<void>;
  /** Ends it as an upgrade does. */
  stop: () => Promise<void>;
  kill: () => Promise<void>;
}

/** Two servers behind the shipped nginx and PgBouncer, as deploy/compose.yaml runs them. */
export interface Installation {
  /** The web app, behind nginx. */
  url: string;
  nginx: Nginx;
  members: readonly [Member, Member];
  stop: () => Promise<void>;
}

interface Stores {
  /** An empty database. */
  databaseUrl: string;
  bucket: Bucket;
}

function memberOf(port: number, dataDir: string, env: Record<string, string>): Member {
  let running: Server | undefined;
  const current = () => {
    if (!running) throw new Error(`The server at port ${port} was not started.`);
    return running;
  };
  return {
    url: `http://localhost:${port}`,
    get current() {
      return current();
    },
    async start() {
      running = await startServer({ dataDir, env: { ...env, PORT: String(port) } });
    },
    async stop() {
      await running?.stop();
    },
    async kill() {
      const { process: child } = current();
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}

/** Makes this process trust the certificates of the installation. */
function trustAuthority(): void {
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), AUTHORITY]);
}

/** Starts an installation; `limits` replaces limits of requests, which are wide. */
export async function startInstallation(
  { databaseUrl, bucket }: Stores,
  limits: Record<string, object> = {},
): Promise<Installation> {
  trustAuthority();
  const undo: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const step of undo.splice(0).toReversed()) await step();
  };
  try {
    const ports: [number, number] = [await freePort(), await freePort()];
    const nginx = await startNginx({ ports, appHost: 'localhost', contentDomain: 'localhost' });
    undo.push(() => nginx.stop());
    const pooler = await startShippedPgBouncer(databaseUrl);
    undo.push(() => pooler.stop());
    const url = `https://localhost:${nginx.port}`;
    const env = {
      APP_URL: url,
      TRUSTED_PROXIES: '1',
      DATABASE_URL: pooler.url,
      DATABASE_DIRECT_URL: databaseUrl,
      STAGELINK_SECRET: randomBytes(32).toString('hex'),
      RATE_LIMITS: JSON.stringify({ ...WIDE_LIMITS, ...limits }),
      ...bucketSettings(bucket),
    };
    const startMember = async (port: number): Promise<Member> => {
      const dataDir = await newDataDir();
      undo.push(() => rm(dataDir, { recursive: true, force: true }));
      const member = memberOf(port, dataDir, env);
      undo.push(() => member.stop());
      await member.start();
      return member;
    };
    const members = [await startMember(ports[0]), await startMember(ports[1])] as const;
    return { url, nginx, members, stop };
  } catch (cause) {
    await stop();
    throw cause;
  }
}

/** Returns a client of one server, or of the installation behind nginx. */
export const clientOf = ({ url }: { url: string }, token?: string): Call =>
  createClient(nodeSend({ server: url, token, environment: {} }));
