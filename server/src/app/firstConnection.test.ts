import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { createDatabase } from '../testing/database.ts';
import { openDb, REQUEST_LIMITS } from '../platform/db/db.ts';
import { openFirstConnection } from './firstConnection.ts';

/** Opens a pool whose connections are accepted later than a request waits for one. */
async function slowPool(delayMs: number) {
  const database = await createDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = createServer(async (socket) => {
    socket.on('error', () => {});
    await passed(delayMs);
    const upstream = connect(Number(port), hostname);
    upstream.on('error', () => {});
    socket.pipe(upstream).pipe(socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const url = new URL(database.url);
  url.host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const db = openDb(url.href, 2, { limits: { ...REQUEST_LIMITS, acquireMs: 100 } });
  onTestFinished(async () => {
    await db.destroy();
    proxy.close();
    await database.drop();
  });
  return db;
}

test('a connection that takes longer than a request may wait does not end the start', async () => {
  const db = await slowPool(500);
  await openFirstConnection(db);
  expect(await db.pluck('one').from(db.raw('(select 1 as one) as rows'))).toEqual([1]);
});

test('a database that accepts none ends the start with one sentence', async () => {
  const db = await slowPool(5_000);
  await expect(openFirstConnection(db, 300)).rejects.toMatchObject({
    name: 'ConfigError',
    message:
      'PostgreSQL accepted no connection within 0.3 seconds. Check DATABASE_URL and the load of its machine.',
  });
});
