import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import { createLog } from '../log.ts';
import { Listener } from './listen.ts';
import { PG_CHANNEL } from './publish.ts';

/** A proxy to the database that can start dropping all data without closing the connection. */
async function brittleWay(): Promise<{ url: string; swallow: () => void }> {
  const url = new URL(inject('postgres').adminUrl);
  const target = { host: url.hostname, port: Number(url.port) };
  const open: Socket[] = [];
  const way = createServer((near) => {
    const far = connect(target);
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) open.push(socket.on('error', () => undefined));
  }).listen(0, '127.0.0.1');
  await once(way, 'listening');
  onTestFinished(() => {
    for (const socket of open) socket.destroy();
    way.close();
  });
  url.host = `127.0.0.1:${(way.address() as AddressInfo).port}`;
  const swallow = () => open.forEach((socket) => socket.unpipe().resume());
  return { url: url.href, swallow };
}

async function databaseClient(): Promise<Client> {
  const client = new Client({ connectionString: inject('postgres').adminUrl });
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

const sendThrough = (client: Client) => (channel: string, payload: string) =>
  client.query('select pg_notify($1, $2)', [channel, payload]);

const PARTS = { name: 'stagelink test', log: createLog('silent') };
const PULSE = { everyMs: 20, lateMs: 100, lostMs: 1_000 };

test('a silent network is detected, and later messages arrive', async () => {
  const notify = sendThrough(await databaseClient());
  const notice = {
    channel: null,
    announcement: { type: 'access_changed', snapshotId: 'abcdefghij0123456789' },
  };
  const publish = () => notify(PG_CHANNEL, JSON.stringify(notice));

  const way = await brittleWay();
  const listener = new Listener({ ...PARTS, url: way.url, notify }, PULSE);
  await listener.start();
  onTestFinished(() => listener.stop());
  const published: Promise<unknown>[] = [];
  const wasConnected: boolean[] = [];
  // A busy machine can fail the short check again, and then misses what was published before.
  listener.on('reconnected', () => {
    wasConnected.push(listener.connected);
    published.push(publish());
  });

  const received = once(listener, 'notice');
  way.swallow();
  expect(await received).toEqual([notice]);
  expect(new Set(wasConnected)).toEqual(new Set([true]));
  await Promise.all(published);
});

test('a database whose notifications do not arrive is refused with what to do', async () => {
  // As behind a pooler: the statement succeeds, and nothing is delivered.
  const notify = () => Promise.resolve();
  const listener = new Listener({ ...PARTS, url: inject('postgres').adminUrl, notify }, PULSE);
  await expect(listener.start()).rejects.toThrow('set DATABASE_DIRECT_URL');
  expect(listener).toMatchObject({ connected: false, isLost: true });
});

test('nothing is trusted while a heartbeat is late, and everything again once it arrives', async () => {
  const database = await databaseClient();
  const held: (() => void)[] = [];
  let isSlow = false;
  const notify = async (channel: string, payload: string) => {
    if (isSlow) await new Promise<void>((go) => held.push(go));
    await sendThrough(database)(channel, payload);
  };
  const pulse = { everyMs: 10, lateMs: 50, lostMs: 60_000 };
  const listener = new Listener({ ...PARTS, url: inject('postgres').adminUrl, notify }, pulse);
  await listener.start();
  onTestFinished(() => listener.stop());
  let reconnections = 0;
  listener.on('reconnected', () => (reconnections += 1));

  isSlow = true;
  await expect.poll(() => listener.connected).toBe(false);
  isSlow = false;
  for (const go of held) go();
  await expect.poll(() => listener.connected).toBe(true);
  expect(reconnections).toBe(0);
});

test('a connection that stops delivering is replaced, and its caches are dropped', async () => {
  const database = await databaseClient();
  let isSilent = false;
  const notify = async (channel: string, payload: string) => {
    if (!isSilent) await sendThrough(database)(channel, payload);
  };
  const listener = new Listener({ ...PARTS, url: inject('postgres').adminUrl, notify }, PULSE);
  await listener.start();
  onTestFinished(() => listener.stop());
  const reconnected = once(listener, 'reconnected');
  isSilent = true;
  await expect.poll(() => listener.isLost).toBe(true);
  expect(listener.connected).toBe(false);
  isSilent = false;
  await reconnected;
  expect(listener).toMatchObject({ connected: true, isLost: false });
});
