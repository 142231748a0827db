import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import type { SignedIn } from '../auth/accounts.ts';
import { createProxy, type ProxyOptions } from './proxy.ts';

interface ReceivedRequest {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** A server, its signed-in account and a window that sends requests. */
async function world(
  respond: (request: IncomingMessage, response: ServerResponse) => void,
  more: Partial<ProxyOptions> = {},
) {
  const requests: ReceivedRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() });
    respond(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const end = () => {
    server.close();
    server.closeAllConnections();
  };
  ends.push(end);

  const account = { id: 'a1', server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  const signedIn = { account, token: 'secret' } as SignedIn;
  const kept = new Map<string, { text: string; storedAt: number }>();
  const reported = { refused: 0, left: 0, reached: [] as boolean[], refreshed: [] as string[] };
  const proxy = createProxy({
    fetch,
    active: () => signedIn,
    cache: {
      get: async (_id, path) => kept.get(path) ?? null,
      put: async (_id, path, text) => void kept.set(path, { text, storedAt: Date.now() }),
    },
    onRefused: () => (reported.refused += 1),
    onLeft: () => (reported.left += 1),
    onReached: (_id, isReached) => reported.reached.push(isReached),
    onRefreshed: (path) => reported.refreshed.push(path),
    ...more,
  });
  const ask = (path: string, init?: RequestInit) => proxy(new Request(`http://app${path}`, init));
  return { ask, requests, kept, reported, end, address: account.server };
}

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));

const signedOut = { ok: false, code: 'unauthenticated', message: 'Please log in again' };

test('a call is made with the token of the account, and without anything of a browser', async () => {
  const { ask, requests } = await world((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'session=1', 'x-odd': '1' });
    response.end('{"ok":true}');
  });
  const answer = await ask('/api/projects?x=1', {
    method: 'POST',
    body: '{"name":"Shop"}',
    headers: {
      'content-type': 'application/json',
      cookie: 'mine=1',
      authorization: 'Bearer forged',
      'x-forwarded-for': '10.0.0.1',
    },
  });
  expect(requests).toHaveLength(1);
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/projects?x=1', body: '{"name":"Shop"}' });
  expect(requests[0]?.headers).toMatchObject({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  for (const name of ['cookie', 'origin', 'referer', 'x-forwarded-for'])
    expect(requests[0]?.headers).not.toHaveProperty(name);
  expect([answer.status, await answer.text()]).toEqual([200, '{"ok":true}']);
  expect(Object.fromEntries(answer.headers)).toEqual({
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  });
});

test('a file goes through as it is, both ways', async () => {
  const { ask, requests } = await world((_request, response) =>
    response.writeHead(200).end('x'.repeat(100_000)),
  );
  const body = new Blob(['y'.repeat(200_000)]).stream();
  const init = {
    method: 'PUT',
    body,
    duplex: 'half' as const,
    headers: { 'content-type': 'application/zip' },
  };
  const answer = await ask('/api/uploads/one', init);
  expect(requests[0]?.body).toHaveLength(200_000);
  expect(await answer.text()).toHaveLength(100_000);
});

test('a redirect is not followed: the token goes to one server only', async () => {
  const other = await world((_request, response) => json(response, 200, {}));
  const { ask } = await world((_request, response) =>
    response.writeHead(302, { location: `${other.address}/me` }).end(),
  );
  expect((await ask('/api/uploads/one')).status).toBe(503);
  expect(other.requests).toEqual([]);
});

test('signing in is not the window’s to do', async () => {
  const { ask, requests } = await world((_request, response) =>
    json(response, 200, { sessionToken: 'leaked' }),
  );
  for (const path of ['/auth/login', '/auth/register', '/auth/token', '/auth/authorize']) {
    const answer = await ask(path, { method: 'POST', body: '{}' });
    expect([answer.status, await answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'forbidden' }),
    ]);
  }
  expect(requests).toEqual([]);
});

test('signed out, the proxy says so without a request to a server', async () => {
  const { ask, requests } = await world((_request, response) => json(response, 200, {}), {
    active: () => null,
  });
  const answer = await ask('/me');
  expect([answer.status, await answer.json()]).toEqual([
    401,
    expect.objectContaining({ code: 'unauthenticated' }),
  ]);
  expect(requests).toEqual([]);
});

test('a token that is not taken any more signs the account out, a wrong password does not', async () => {
  let errorBody: object = { ok: false, code: 'wrong_credentials', message: 'Not right' };
  const { ask, reported } = await world((_request, response) => json(response, 401, errorBody));
  await ask('/auth/change-password', { method: 'POST', body: '{}' });
  expect(reported.refused).toBe(0);
  errorBody = signedOut;
  const answer = await ask('/api/snapshots/list');
  expect(await answer.json()).toEqual(signedOut);
  expect(reported.refused).toBe(1);
});

test('who ends their session has left', async () => {
  let status = 500;
  const { ask, reported } = await world((_request, response) => json(response, status, { ok: true }));
  await ask('/auth/logout', { method: 'POST', body: '{}' });
  expect(reported.left).toBe(0);
  status = 200;
  await ask('/auth/logout', { method: 'POST', body: '{}' });
  expect(reported.left).toBe(1);
});

test('without a network lists are as they were, and nothing can be changed', async () => {
  const { ask, reported, end } = await world((_request, response) =>
    json(response, 200, { projects: ['one'] }),
  );
  await (await ask('/api/projects')).text();
  end();

  const list = await ask('/api/projects');
  expect(await list.json()).toEqual({ projects: ['one'] });
  expect(Number(list.headers.get('x-stagelink-kept-since'))).toBeGreaterThan(0);

  const change = await ask('/api/projects', { method: 'POST', body: '{}' });
  expect(change.status).toBe(503);
  expect(await change.json()).toMatchObject({
    ok: false,
    code: 'unavailable',
    message: expect.stringMatching(/could not be reached\. Nothing was changed\./) as string,
  });
  expect((await ask('/api/tags')).status).toBe(503);
  expect(reported.reached).toEqual([true, false, false, false]);
});

test('a change whose response is lost is not called undone', async () => {
  const { ask, requests } = await world((_request, response) => void response.destroy());
  const change = await ask('/api/snapshots/upload', {
    method: 'POST',
    body: 'files',
    headers: { 'content-type': 'application/zip', 'idempotency-key': 'one' },
  });
  expect(requests[0]?.headers).toMatchObject({ 'idempotency-key': 'one' });
  expect(await change.json()).toMatchObject({
    code: 'unavailable',
    message: expect.stringMatching(/It is not known whether this was changed\./) as string,
  });
});

test('a server that is being restarted is as good as none', async () => {
  let isDown = false;
  const { ask } = await world((_request, response) => {
    if (isDown) response.writeHead(502).end('Bad gateway');
    else json(response, 200, { tags: [] });
  });
  await (await ask('/api/tags')).text();
  isDown = true;
  expect(await (await ask('/api/tags')).json()).toEqual({ tags: [] });
});

test('a slow response is served from the cache first, and an event follows if it differs', async () => {
  const waiting: (() => void)[] = [];
  let text = '{"tags":["old"]}';
  const { ask, reported, kept } = await world(
    (_request, response) => void waiting.push(() => response.writeHead(200).end(text)),
    { patienceMs: 1 },
  );
  const first = ask('/api/tags');
  while (waiting.length === 0) await wait(1);
  waiting.pop()?.();
  expect(await (await first).text()).toBe('{"tags":["old"]}');

  text = '{"tags":["new"]}';
  const second = await ask('/api/tags');
  expect(await second.text()).toBe('{"tags":["old"]}');
  expect(reported.refreshed).toEqual([]);
  while (waiting.length === 0) await wait(1);
  waiting.pop()?.();
  while (reported.refreshed.length === 0) await wait(1);
  expect(reported.refreshed).toEqual(['/api/tags']);
  expect(kept.get('/api/tags')?.text).toBe('{"tags":["new"]}');
});

test('what was kept before a change is not shown after it', async () => {
  const waiting: (() => void)[] = [];
  const { ask, kept } = await world(
    (request, response) => {
      if (request.method === 'POST') json(response, 200, { ok: true });
      else waiting.push(() => response.writeHead(200).end('{"projects":["one","two"]}'));
    },
    { patienceMs: 1 },
  );
  kept.set('/api/projects', { text: '{"projects":["one"]}', storedAt: Date.now() - 1000 });
  await ask('/api/projects', { method: 'POST', body: '{}' });
  const list = ask('/api/projects');
  while (waiting.length === 0) await wait(1);
  waiting.pop()?.();
  expect(await (await list).json()).toEqual({ projects: ['one', 'two'] });
});

test('a server that hangs keeps the window from nothing it has shown before', async () => {
  const { ask, kept, reported } = await world(() => {}, { patienceMs: 1, answerMs: 50 });
  kept.set('/api/projects', { text: '{"projects":["one"]}', storedAt: Date.now() - 1000 });
  const calls = [
    ask('/api/events/ticket', { method: 'POST', body: '{}' }),
    ask('/analytics/track', { method: 'POST' }),
  ];
  expect(await (await ask('/api/projects')).json()).toEqual({ projects: ['one'] });

  calls.push(ask('/api/projects', { method: 'POST', body: '{}' }));
  expect(await (await ask('/api/projects')).json()).toEqual({ projects: ['one'] });
  expect(reported.reached).toContain(false);
  expect((await ask('/api/tags')).status).toBe(503);
  for (const call of calls) void call.catch(() => {});
});

test('an engine that hangs or is gone keeps nothing from the window', async () => {
  const never = new Promise<never>(() => {});
  const hanging = { get: () => never, put: () => never };
  const { ask } = await world((_request, response) => json(response, 200, { tags: [] }), {
    cache: hanging,
    patienceMs: 0,
  });
  expect(await (await ask('/api/tags')).json()).toEqual({ tags: [] });

  const gone = { get: () => Promise.reject(new Error('gone')), put: () => Promise.reject(new Error('gone')) };
  const other = await world((_request, response) => json(response, 200, { tags: [] }), { cache: gone });
  expect(await (await other.ask('/api/tags')).json()).toEqual({ tags: [] });
  other.end();
  expect((await other.ask('/api/tags')).status).toBe(503);
});
