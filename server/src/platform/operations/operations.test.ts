import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { googleLogin } from '@stagelink/shared/contracts/accounts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { migrate } from '../db/migrate.ts';
import { worldForTest } from '../../testing/world.ts';
import { drain } from './drain.ts';
import { serveMetrics } from './metricsServer.ts';
import { defendFromSlowClients } from './slowClients.ts';

async function listening(http: ReturnType<typeof createServer>): Promise<number> {
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  return (http.address() as AddressInfo).port;
}

async function raw(port: number, sent: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  socket.write(sent);
  return socket;
}

test('a running server is alive and ready', async () => {
  const world = await worldForTest();
  expect((await world.fetch({ path: '/healthz' })).status).toBe(200);
  expect((await world.fetch({ path: '/readyz' })).status).toBe(200);
});

test('a server with an older schema is alive but not ready', async () => {
  const world = await worldForTest();
  await world.app.db('migrations').where('id', world.app.db('migrations').max('id')).del();
  expect((await world.fetch({ path: '/healthz' })).status).toBe(200);
  expect((await world.fetch({ path: '/readyz' })).status).toBe(503);
});

test('a server whose database a newer release has migrated keeps running and restarts', async () => {
  const world = await worldForTest();
  const newer = { name: '29991231000000_newer', batch: 99, migration_time: new Date() };
  await world.app.db('migrations').insert(newer);
  expect((await world.fetch({ path: '/readyz' })).status).toBe(200);
  await migrate(world.directUrl);
  expect((await world.fetch({ path: '/readyz' })).status).toBe(200);
});

test('every response has the id of its request in the log, an error also in its body', async () => {
  const world = await worldForTest();
  const { headers, body } = await world.fetch({ path: '/me' });
  expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  expect(JSON.parse(body.toString())).toMatchObject({ requestId: headers['x-request-id'] });
});

test('a feature that is not configured is rejected without an alarm', async () => {
  const world = await worldForTest();
  const error = vi.spyOn(world.app.log, 'error');
  await expect(world.as(null)(googleLogin, { idToken: 'x' })).rejects.toMatchObject({ status: 503 });
  expect(error).not.toHaveBeenCalled();
});

test('a request is logged by its route, without its path or query', async () => {
  const world = await worldForTest();
  const info = vi.spyOn(world.app.log, 'info');
  await world.fetch({ path: '/api/snapshots/abcdefghjkmnpqrstu?token=secret' });
  await vi.waitFor(() =>
    expect(info).toHaveBeenCalledWith(expect.objectContaining({ method: 'GET' }), 'request'),
  );
  expect(JSON.stringify(info.mock.calls)).not.toMatch(/secret|abcdefghjkmnpqrstu/);
});

test('the private port reports how many requests were answered', async () => {
  const world = await worldForTest();
  await world.fetch({ path: '/me' });
  const port = await listening(serveMetrics(world.app));
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  expect(await answer.text()).toMatch(
    /stagelink_http_request_seconds_count\{method="GET",route="\/me",status="401"\} \d/,
  );
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404);
});

test('the private port reports how long jobs took', async () => {
  const world = await worldForTest();
  const port = await listening(serveMetrics(world.app));
  async function sweepsDone(): Promise<number> {
    const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return Number(/stagelink_job_seconds_count\{job="sweep",outcome="done"\} (\d+)/.exec(metrics)?.[1] ?? 0);
  }
  const before = await sweepsDone();
  await world.app.db.transaction((tx) => world.app.jobs.enqueue(tx, 'sweep', {}));
  await world.drainJobs();
  expect(await sweepsDone()).toBe(before + 1);
});

test('metrics are not on the public port', async () => {
  const world = await worldForTest();
  expect((await world.fetch({ path: '/metrics' })).body.toString()).not.toContain('stagelink_');
});

test('a body that trickles is rejected, a steady one is not', async () => {
  const http = createServer((request, answer) => {
    request.resume().on('end', () => answer.end('whole'));
  });
  defendFromSlowClients(http, 40);
  const port = await listening(http);
  const head = 'POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 200000\r\n\r\n';

  const slow = await raw(port, `${head}a`);
  expect(await text(slow)).toMatch(/^HTTP\/1\.1 408 .*request_timeout/s);

  const steady = await raw(port, head);
  const answer = text(steady);
  for (let sent = 0; sent < 200_000; sent += 20_000) {
    steady.write('b'.repeat(20_000));
    await new Promise((done) => setTimeout(done, 20));
  }
  expect(await answer).toMatch(/^HTTP\/1\.1 200 .*whole$/s);
});

test('400 half-sent headers do not delay other clients', async () => {
  const world = await worldForTest();
  await Promise.all(
    Array.from({ length: 400 }, () => raw(world.port, 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-')),
  );
  expect((await world.fetch({ path: '/readyz' })).status).toBe(200);
});

test('a stopping server finishes running requests and accepts no others', async () => {
  const begun = Promise.withResolvers<void>();
  const finish = Promise.withResolvers<void>();
  const http = createServer((_request, answer) => {
    begun.resolve();
    void finish.promise.then(() => answer.end('finished'));
  });
  const port = await listening(http);
  const answer = fetch(`http://127.0.0.1:${port}/`);
  await begun.promise;
  const drained = drain(http);
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow('fetch failed');
  finish.resolve();
  expect(await (await answer).text()).toBe('finished');
  await drained;
});

test('a connection that a proxy keeps is ended by its next answer, and not before', async () => {
  const http = createServer((_request, answer) => void answer.end('answered'));
  const port = await listening(http);
  const kept = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(() => kept.destroy());
  const connectionOf = async () => {
    const [answer] = (await once(get({ port, agent: kept }), 'response')) as [IncomingMessage];
    expect(await text(answer)).toBe('answered');
    return answer.headers.connection;
  };
  expect(await connectionOf()).toBe('keep-alive');
  const drained = drain(http, { idleMs: 60_000 });
  expect(http.listening).toBe(false);
  expect(await connectionOf()).toBe('close');
  await drained;
  await expect(connectionOf()).rejects.toThrow('ECONNREFUSED');
});

test('a connection on which nothing comes is closed after some time', async () => {
  const http = createServer((_request, answer) => void answer.end('answered'));
  const port = await listening(http);
  const idle = await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(idle, 'data');
  const closed = once(idle, 'close');
  await drain(http, { idleMs: 50 });
  expect(await closed).toEqual([false]);
});

test('a request that never ends does not prevent a server from stopping', async () => {
  const http = createServer(() => undefined);
  const port = await listening(http);
  const stuck = await raw(port, 'GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await once(http, 'request');
  const closed = once(stuck.resume(), 'close');
  await drain(http, { deadlineMs: 50 });
  await closed;
  expect(http.listening).toBe(false);
});

test('a hanging database connection costs one client a 503, and the next is served', async () => {
  const world = await worldForTest({ databasePool: 1 });
  const ada = await world.build.user();
  const headers = { Authorization: `Bearer ${ada.secret}` };
  const { rows } = await world.app.db.raw<{ rows: { pid: number }[] }>('select pg_backend_pid() as pid');
  const [{ pid } = { pid: 0 }] = rows;
  process.kill(pid, 'SIGSTOP');
  const stoppedAt = performance.now();
  try {
    const refused = await world.fetch({ path: '/me', headers });
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('2');
    expect(performance.now() - stoppedAt).toBeLessThan(6_000);
    expect((await world.fetch({ path: '/me', headers })).status).toBe(200);
  } finally {
    process.kill(pid, 'SIGCONT');
  }
});

test.each(['/me', '/healthz', '/docs/api', '/nothing/here'])(
  'the content type of %s is not sniffed',
  async (path) => {
    const world = await worldForTest({ appUrl: 'https://stagelink.example' });
    const { headers } = await world.fetch({ path });
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=31536000',
    });
  },
);
