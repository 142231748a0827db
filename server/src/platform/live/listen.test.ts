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

test('a silent network is detected, and later messages arrive', async () => {
  const database = new Client({ connectionString: inject('postgres').adminUrl });
  await database.connect();
  onTestFinished(() => database.end());
  const notice = {
    channel: null,
    announcement: { type: 'access_changed', snapshotId: 'abcdefghij0123456789' },
  };
  const publish = () => database.query('select pg_notify($1, $2)', [PG_CHANNEL, JSON.stringify(notice)]);

  const way = await brittleWay();
  const listener = new Listener(way.url, createLog('silent'), { everyMs: 20, answerMs: 200 });
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
