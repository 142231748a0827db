import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { openDb } from './db.ts';

test('a query that brings nothing is given up, on a connection that had been idle for long too', async () => {
  const db = openDb(inject('postgres').adminUrl, 1, { silenceMs: 200 });
  onTestFinished(() => db.destroy());
  const connected = (await db.client.acquireConnection()) as { connection: { stream: Socket } };
  await once(connected.connection.stream, 'timeout');
  await once(connected.connection.stream, 'timeout');
  await db.client.releaseConnection(connected);

  await expect(db.raw('select pg_sleep(60)')).rejects.toMatchObject({ code: 'ETIMEDOUT' });
  await expect(db.raw('select 1')).resolves.toBeDefined();
});
