import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createSite } from '../../testing/site.ts';
import { worldForTest } from '../../testing/world.ts';

test('while the database keeps every request waiting, some are refused, and pages and health are served', async () => {
  const world = await worldForTest({ databaseWaitMs: 1_000 });
  const ada = await world.build.user();
  const headers = { Authorization: `Bearer ${ada.secret}` };
  const ask = () => world.fetch({ path: '/api/snapshots/list', headers });
  const site = await createSite(world, { 'index.html': '<p>Page' });
  expect((await ask()).status).toBe(200);

  const blocked = await world.app.jobDb.transaction();
  onTestFinished(() => void blocked.rollback());
  await blocked.raw('lock table sessions in access exclusive mode');
  const requests = Array.from({ length: 40 }, ask);
  const first = await Promise.race(requests);
  expect(first.status).toBe(503);
  expect(first.headers['retry-after']).toBe('2');
  expect(JSON.parse(first.body.toString())).toMatchObject({
    code: 'unavailable',
    message: 'Stagelink is busy right now. Please try again in a moment.',
    retryAfter: 2,
  });
  expect((await world.fetch({ path: '/readyz' })).status).toBe(200);
  expect((await world.fetch({ path: '/', headers: { Host: site.host } })).body.toString()).toContain(
    '<p>Page',
  );

  await blocked.commit();
  await Promise.all(requests);
  expect((await ask()).status).toBe(200);
});

test('of five times as many requests as fit, those that began are finished, and afterwards all are', async () => {
  const world = await worldForTest({ databasePool: 2, databaseWaitMs: 1_000 });
  const ada = await world.build.user();
  const headers = { Authorization: `Bearer ${ada.secret}` };
  const ask = async () => (await world.fetch({ path: '/api/snapshots/list', headers })).status;
  const statuses = await Promise.all(Array.from({ length: 200 }, ask));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
  expect(new Set([...statuses, 503])).toEqual(new Set([200, 503]));
  expect(await Promise.all(Array.from({ length: 4 }, ask))).toEqual([200, 200, 200, 200]);
});

test('requests whose bodies do not arrive keep no others waiting', async () => {
  const world = await worldForTest({ databasePool: 2, databaseWaitMs: 1_000 });
  const ada = await world.build.user();
  const headers = { Authorization: `Bearer ${ada.secret}` };
  const { port } = world.http.address() as AddressInfo;
  const head = `POST /auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{`;
  const sockets = Array.from({ length: 10 }, () => connect(port, '127.0.0.1'));
  onTestFinished(() => sockets.forEach((socket) => socket.destroy()));
  await Promise.all(sockets.map((socket) => new Promise<void>((sent) => socket.write(head, () => sent()))));
  const ask = async () => (await world.fetch({ path: '/api/snapshots/list', headers })).status;
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([200, 200, 200]);
});
