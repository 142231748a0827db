import { expect, test } from 'vitest';
import { createClient, requestFor } from '../client/call.ts';
import { repinComment } from '../contracts/comments.ts';
import { listProjects, orderProjects, updateProject } from '../contracts/projects.ts';
import { listSnapshots } from '../contracts/snapshots.ts';
import { createToken } from '../contracts/tokens.ts';
import { comment } from './comment.ts';
import { locator } from './locator.ts';
import { project } from './builders.ts';
import { fakeServer, type Handlers, raw, refusal } from './fakeServer.ts';

const shop = project({ name: 'Shop' });

test('a client gets the reply, and the handler the fields of path and body together', async () => {
  const { send, requests } = fakeServer({
    'PATCH /api/projects/:id': ({ input }) => ({ project: { ...shop, name: input.name ?? '' } }),
  });
  const reply = await createClient(send)(updateProject, { id: shop.id, name: 'Store' });
  expect(reply.project.name).toBe('Store');
  expect(requests['PATCH /api/projects/:id']?.map(({ input }) => input)).toEqual([
    { id: shop.id, name: 'Store' },
  ]);
});

test('the fields of a query are parsed, with defaults', async () => {
  const { send, requests } = fakeServer({
    'GET /api/snapshots/list': () => ({ snapshots: [], nextCursor: null, matching: 0, total: 0 }),
  });
  await createClient(send)(listSnapshots, { search: 'a & b', limit: 5 });
  expect(requests['GET /api/snapshots/list']?.[0]?.input).toMatchObject({
    search: 'a & b',
    limit: 5,
    sort: 'created',
  });
});

test('replies of every test are used where a test has none, and a test may change its own', async () => {
  const own: Handlers = {};
  const { send, handles } = fakeServer(own, { 'GET /api/tags': () => ({ tags: [] }) });
  const tags = { method: 'GET', path: '/api/tags' };
  expect([handles(tags), handles({ method: 'GET', path: '/me' })]).toEqual([true, false]);
  expect((await send(tags)).text).toBe('{"tags":[]}');
  own['GET /api/tags'] = () => ({ tags: [{ tag: 'launch', count: 1 }] });
  expect((await send(tags)).text).toContain('launch');
});

test('a literal part of a path is found before a parameter', async () => {
  const { send, requests } = fakeServer({
    'PUT /api/projects/order': () => ({ ok: true }),
    'PATCH /api/projects/:id': () => ({ project: shop }),
  });
  await createClient(send)(orderProjects, { ids: [shop.id] });
  expect(Object.keys(requests)).toEqual(['PUT /api/projects/order']);
});

test('a success has the status of its contract', async () => {
  const pat = {
    id: shop.id,
    description: 'Laptop',
    scopes: [],
    createdAt: shop.createdAt,
    expiresAt: shop.createdAt,
    lastUsed: null,
  };
  const { send } = fakeServer({ 'POST /tokens/create': () => ({ token: 'stl_pat_secret', pat }) });
  const request = requestFor(createToken, { description: 'Laptop', scopes: ['comments:read'] });
  expect((await send(request)).status).toBe(201);
});

test('an error and a foreign response arrive unchecked', async () => {
  const { send, check } = fakeServer({
    'GET /api/projects': () => refusal(403, 'forbidden', 'Not now.', { field: 'id' }),
    'GET /me': () => raw(502, '<h1>Bad gateway</h1>'),
  });
  await expect(createClient(send)(listProjects, {})).rejects.toMatchObject({
    status: 403,
    code: 'forbidden',
    message: 'Not now.',
    field: 'id',
  });
  expect(await send({ method: 'GET', path: '/me' })).toEqual({ status: 502, text: '<h1>Bad gateway</h1>' });
  expect(check).not.toThrow();
});

test('the fields of a form are parsed, and its files stay in the request', async () => {
  const moved = locator();
  const body = new Map<string, unknown>([
    ['locator', JSON.stringify(moved)],
    ['anonymousUserId', '1234567890123456'],
    ['crop', new Uint8Array()],
  ]);
  const thread = comment();
  const { send, requests } = fakeServer({
    'PUT /api/snapshots/:id/comments/:commentId/pin': () => ({ comment: thread }),
  });
  await createClient(send)(
    repinComment,
    { id: thread.snapshotId, commentId: thread.id },
    { type: 'multipart/form-data', body },
  );
  const [received] = requests['PUT /api/snapshots/:id/comments/:commentId/pin'] ?? [];
  expect(received?.input).toEqual({ id: thread.snapshotId, commentId: thread.id });
  expect(received?.form).toEqual({ anonymousUserId: '1234567890123456', locator: moved });
  expect(received?.request.stream?.body).toBe(body);
});

test.each([
  ['which has no handler', 'GET', '/api/projects', 'This test has no reply for GET /api/projects'],
  ['which is in no contract', 'GET', '/api/nothing', 'This test has no reply for GET /api/nothing'],
  ['with another method', 'POST', '/me', 'This test has no reply for POST /me'],
])('a request %s is rejected', async (_which, method, path, message) => {
  const { send, check } = fakeServer({ 'GET /api/tags': () => ({ tags: [] }) });
  await expect(send({ method, path })).rejects.toThrow(message);
  expect(check).toThrow(message);
});

test.each([
  ['an unknown field', 'PATCH', `/api/projects/${shop.id}`, '{"nickname":"Shop"}', 'nickname'],
  ['a field of another type', 'PATCH', `/api/projects/${shop.id}`, '{"name":1}', 'name'],
  ['an id of another form', 'PATCH', '/api/projects/shop', '{"name":"Shop"}', 'id'],
])('a request with %s is rejected and not handled', async (_what, method, path, json, message) => {
  const { send, requests, check } = fakeServer({ 'PATCH /api/projects/:id': () => ({ project: shop }) });
  await expect(send({ method, path, json })).rejects.toThrow(
    new RegExp(`The request PATCH ${path} breaks the contract:[^]*${message}`),
  );
  expect(requests).toEqual({});
  expect(check).toThrow(`The request PATCH ${path} breaks the contract:`);
});

test('a reply that breaks its contract is rejected, with the name of the endpoint and the field', async () => {
  // @ts-expect-error The compiler rejects it as well.
  const { send, check } = fakeServer({ 'GET /api/tags': () => ({ tags: [{ tag: 'launch' }] }) });
  await expect(send({ method: 'GET', path: '/api/tags' })).rejects.toThrow(
    /The reply of this test to GET \/api\/tags breaks the contract:[^]*tags\[0\]\.count/,
  );
  expect(check).toThrow('The reply of this test to GET /api/tags breaks the contract:');
});

test('a body that is not JSON is rejected', async () => {
  const { send } = fakeServer({ 'PATCH /api/projects/:id': () => ({ project: shop }) });
  await expect(
    send({ method: 'PATCH', path: `/api/projects/${shop.id}`, json: 'name=Shop' }),
  ).rejects.toThrow('has a body that is not a JSON object: name=Shop');
});

test('what a handler throws reaches the client, as a failure of the network does', async () => {
  const { send, check } = fakeServer({ 'GET /me': () => Promise.reject(new Error('Connection lost')) });
  await expect(send({ method: 'GET', path: '/me' })).rejects.toThrow('Connection lost');
  expect(check).not.toThrow();
});

test('a handler for an endpoint that is in no contract is rejected', () => {
  // @ts-expect-error The compiler rejects it as well.
  expect(() => fakeServer({ 'GET /api/nothing': () => ({}) })).toThrow(
    'There is no endpoint GET /api/nothing',
  );
});
