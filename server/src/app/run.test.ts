import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { startEmbedded } from '@stagelink/postgres/embedded';
import { openDb } from '../platform/db/db.ts';
import { runAdminCommand } from './adminCommand.ts';
import { open, openDatabase, type Running } from './run.ts';
import { runStoreCommand } from './storeCommand.ts';

// Each test starts a whole server and a database.
vi.setConfig({ testTimeout: 60_000 });

async function dataFolder(): Promise<string> {
  const dir = await mkdtemp(path.join(tmpdir(), 'stagelink-run-'));
  await chmod(dir, 0o711);
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

/** Returns a port that is currently free. */
async function somePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

async function opened(dataDir: string, env: Record<string, string> = {}): Promise<Running> {
  const port = String(await somePort());
  const running = await open(
    readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', STAGELINK_DATA: dataDir, PORT: port, ...env }),
  );
  onTestFinished(() => running.stop());
  return running;
}

const logIn = (url: string) =>
  fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: 'nobody@example.com', password: 'not their password' }),
  });

test('while the database is away requests get 503 at once, and work again afterwards', async () => {
  const cluster = path.join(await dataFolder(), 'postgres');
  const database = await startEmbedded(cluster, { durable: false });
  const { url } = await opened(await dataFolder(), { DATABASE_URL: database.url('postgres') });
  expect((await logIn(url)).status).toBe(401);

  await database.stop();
  const answer = await logIn(url);
  expect(answer.status).toBe(503);
  expect(await answer.json()).toMatchObject({ code: 'unavailable' });
  expect((await fetch(`${url}/healthz`)).status).toBe(200);
  expect((await fetch(`${url}/readyz`)).status).toBe(503);

  const again = await startEmbedded(cluster, { durable: false });
  onTestFinished(() => again.stop());
  expect(again.url('postgres')).toBe(database.url('postgres'));
  await vi.waitFor(async () => expect((await logIn(url)).status).toBe(401), 10_000);
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200);
});

test('a taken port is reported in one sentence, and nothing is left running', async () => {
  const squatter = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void squatter.close());
  await once(squatter, 'listening');
  const PORT = String((squatter.address() as AddressInfo).port);
  const dataDir = await dataFolder();
  await expect(opened(dataDir, { PORT })).rejects.toThrow(
    `Port ${PORT} is already in use: stop the program that uses it, or set PORT to another port.`,
  );
  await expect(readFile(path.join(dataDir, 'postgres/data/postmaster.pid'))).rejects.toThrow('ENOENT');
});

test('the files of another installation are not touched until they are adopted', async () => {
  const STAGELINK_DATA = await dataFolder();
  await (await opened(STAGELINK_DATA)).stop();
  const database = await startEmbedded(path.join(await dataFolder(), 'postgres'), { durable: false });
  onTestFinished(() => database.stop());
  const DATABASE_URL = database.url('postgres');
  await expect(opened(STAGELINK_DATA, { DATABASE_URL })).rejects.toThrow(
    `The files in the folder ${STAGELINK_DATA}/blobs belong to another installation: set DATABASE_URL to its database`,
  );

  await expect(runStoreCommand([], {})).rejects.toThrow('Usage: npm run store -- adopt');
  const env = { NODE_ENV: 'test', STAGELINK_DATA, DATABASE_URL };
  expect(await runStoreCommand(['adopt'], env)).toContain('now belong to this database');
  await (await opened(STAGELINK_DATA, { DATABASE_URL })).stop();
  await expect(opened(STAGELINK_DATA)).rejects.toThrow('belong to another installation');
});

test('an unreachable database is reported in one sentence', async () => {
  const DATABASE_URL = `postgres://someone:secret@127.0.0.1:${await somePort()}/stagelink`;
  const refused = await opened(await dataFolder(), { DATABASE_URL }).catch((cause: Error) => cause);
  expect(refused).toMatchObject({ name: 'ConfigError' });
  expect((refused as Error).message).toMatch(/^The database that DATABASE_URL names could not be set up: /);
  expect((refused as Error).message).not.toContain('secret');
});

test('a development start has a demo owner and a demo superadmin, which the next start reuses', async () => {
  const dataDir = await dataFolder();
  const first = await opened(dataDir, { NODE_ENV: 'development' });
  expect(first.demo?.sample).toMatch(/\/s\/[0-9a-z]+$/);
  const page = await fetch(`${first.demo?.sample}/index.html`, { redirect: 'manual' });
  expect(page.status).toBe(302);
  await first.stop();
  const second = await opened(dataDir, { NODE_ENV: 'development' });
  expect(second.url).not.toBe(first.url);
  const sample = first.demo?.sample?.replace(first.url, second.url);
  expect(second.demo).toEqual({ ...first.demo, sample });
  expect(second.superadmin).toEqual(first.superadmin);
  const signIn = await fetch(`${second.url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(second.superadmin),
  });
  expect(await signIn.json()).toMatchObject({ user: { role: 'superadmin' } });
});

test('the sample of a development start is the one that the welcome offers, and there is no other', async () => {
  const { url, demo } = await opened(await dataFolder(), { NODE_ENV: 'development' });
  const post = async (at: string, body: unknown, token?: string) => {
    const headers = {
      'Content-Type': 'application/json',
      ...(token && { Authorization: `Bearer ${token}` }),
    };
    const answer = await fetch(url + at, { method: 'POST', headers, body: JSON.stringify(body) });
    return (await answer.json()) as { sessionToken: string; data: { sampleUrl: string } };
  };
  const { sessionToken } = await post('/auth/login', { email: demo?.email, password: demo?.password });
  const { data } = await post('/api/onboarding/sample', {}, sessionToken);
  expect(data.sampleUrl).toBe(demo?.sample);
});

test('the account of SUPERADMIN_EMAIL becomes superadmin at the start', async () => {
  const dataDir = await dataFolder();
  const first = await opened(dataDir, { NODE_ENV: 'development' });
  await first.stop();
  const env = { NODE_ENV: 'test', STAGELINK_DATA: dataDir };
  // The demo owner's address was never confirmed, so the start goes on without giving it the role.
  const second = await opened(dataDir, { SUPERADMIN_EMAIL: first.demo?.email ?? '' });
  await second.stop();
  const demoSuperadmin = `${first.superadmin?.email} (Demo Superadmin)`;
  expect(await runAdminCommand(['list'], env)).toBe(`Superadmins:\n  ${demoSuperadmin}`);
  const { url, embedded } = await openDatabase(readConfig(env));
  const db = openDb(url, 1);
  await db('users').update({ email_verified_at: new Date() });
  await db.destroy();
  await embedded?.stop();
  await opened(dataDir, { SUPERADMIN_EMAIL: first.demo?.email ?? '' });
  expect(await runAdminCommand(['list'], env)).toContain(`${first.demo?.email} (Demo Owner)`);
});

test('no other mode has demo accounts', async () => {
  const { demo, superadmin } = await opened(await dataFolder(), {
    NODE_ENV: 'production',
    APP_URL: 'http://localhost',
  });
  expect(demo).toBeNull();
  expect(superadmin).toBeNull();
});
