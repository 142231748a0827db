import { openPreview, passGate } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { change, createSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

const FILES = {
  'index.html': '<!doctype html><html><head><script type="module" src="/assets/app.js"></script></head>',
  'docs/index.html': '<img src="/logo.png">',
  'assets/app.js': 'import "/assets/b.js"; history.pushState({}, "", "/")',
  'assets/app.css': 'a{b:url(/logo.png)}',
  'logo.png': 'png',
};

let world: World;
let open: TestSite;
let locked: TestSite;
beforeAll(async () => {
  world = await createWorld({ contentMode: 'path', logLevel: 'fatal' });
  open = await createSite(world, FILES);
  locked = await createSite(world, FILES, { password: 'open sesame' });
});
afterAll(() => world.close());

const NAVIGATION = { Accept: 'text/html' };
const STYLE = { Accept: 'text/css,*/*;q=0.1' };
const get = (path: string, headers: Record<string, string> = {}) => world.fetch({ path, headers });
const previewOf = async ({ id, owner }: TestSite, path = '/') => {
  const { url } = await world.as(owner)(openPreview, { id, path });
  return new URL(url).pathname;
};

test.each([
  '/',
  '/assets/app.js',
  '/assets/app.css',
  '/logo.png',
  '/nowhere',
  '/docs',
  '/%',
  '/__stagelink/x',
  '/__stagelink/pins.js',
  '/__stagelink/picture.js',
])('nothing below /s/{id}%s has the app’s origin', async (path) => {
  const { headers } = await get(`/s/${open.id}${path}`, NAVIGATION);
  const policies = headers['content-security-policy'];
  expect(policies).toContain('sandbox allow-scripts allow-forms allow-modals allow-popups allow-downloads');
  expect(policies).not.toContain('allow-same-origin');
  expect(headers['access-control-allow-origin']).toBe('*');
  expect(headers).not.toHaveProperty('access-control-allow-credentials');
  expect(headers).not.toHaveProperty('set-cookie');
});

test('the app’s own storage is never cleared', async () => {
  const frame = { ...NAVIGATION, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' };
  const { status, headers } = await get(`/s/${open.id}/__stagelink/clear`, frame);
  expect(status).toBe(404);
  expect(headers).not.toHaveProperty('clear-site-data');
});

test('root-relative URLs stay within the prototype, wherever its page is', async () => {
  const home = (await get(`/s/${open.id}/`, NAVIGATION)).body.toString();
  expect(home).toContain('<head><script src="./__stagelink/agent.js"');
  expect(home).toContain('src="./assets/app.js"');
  const docs = (await get(`/s/${open.id}/docs/`, NAVIGATION)).body.toString();
  expect(docs).toContain('<img src="../logo.png">');
  const route = (await get(`/s/${open.id}/deep/er/route`, NAVIGATION)).body.toString();
  expect(route).toContain('src="../../assets/app.js"');
  expect((await get(`/s/${open.id}/assets/app.css`, STYLE)).body.toString()).toBe('a{b:url(../logo.png)}');
  expect((await get(`/s/${open.id}/docs`)).headers.location).toBe(`/s/${open.id}/docs/`);
});

test('the same page has another tag at another depth', async () => {
  const [one, two] = [await get(`/s/${open.id}/`, NAVIGATION), await get(`/s/${open.id}/a/b`, NAVIGATION)];
  expect(one.headers.etag).not.toBe(two.headers.etag);
});

test('a protected prototype opens only with a grant in the URL', async () => {
  for (const path of ['/', '/logo.png', '/~x/', '/~x.y/logo.png', '/~/', '//', '/%2f']) {
    const answer = await get(`/s/${locked.id}${path}`);
    expect(answer.status).toBe(401);
    expect(answer.body.toString()).not.toContain('png');
  }
  const root = await previewOf(locked);
  expect((await get(root)).status).toBe(200);
  expect((await get(`${root}logo.png`)).body.toString()).toBe('png');
  expect((await get(`${root}docs`)).headers.location).toBe(`${root}docs/`);
  expect(await previewOf(locked, '/docs/?a')).toMatch(/\/docs\/$/);
  expect((await get(root.replace(locked.id, open.id))).status).not.toBe(401);
});

test('a new password ends the grants in URLs', async () => {
  const own = await createSite(world, FILES, { password: 'first' });
  const root = await previewOf(own);
  expect((await get(root)).status).toBe(200);
  await change(world.app, own.id, { password_revision: 1 });
  world.app.contentCache.invalidate(own.id);
  expect((await get(root)).status).toBe(401);
});

test('the viewer and the gate keep their URLs', async () => {
  expect((await get(`/s/${open.id}`)).headers['content-security-policy'] ?? '').not.toContain('sandbox');
  await expect(world.as(null)(passGate, { id: locked.id, password: 'wrong' })).rejects.toMatchObject({
    code: 'wrong_password',
  });
});

test('expired, deleted and unknown snapshots are answered as on their own origins', async () => {
  const own = await createSite(world, FILES, { expiresAt: new Date(0) });
  expect((await get(`/s/${own.id}/`)).status).toBe(410);
  expect((await get('/s/unknown000000/', NAVIGATION)).status).toBe(404);
});

const numbered = (count: number, unit: string) =>
  Array.from({ length: count }, (_, index) => unit.replaceAll('#', String(index))).join('');

test.each([
  ['nested formatting tags', numbered(2_500, '<b id=#><p>x')],
  ['15,000 links', numbered(15_000, '<a href="/page/#">x</a>')],
  ['addresses alone', numbered(45_000, '<a href=/>')],
  ['one attribute of spaces', `<a href="${' '.repeat(1_900_000)}`],
])(
  'others are answered while a page of %s is rewritten, at every depth',
  { timeout: 60_000 },
  async (_, html) => {
    const own = await createSite(world, { 'index.html': html });
    const depths = Array.from({ length: 4 }, (_none, depth) => `/s/${own.id}/${'a/'.repeat(depth)}`);
    const rewriting = new Set(depths);
    const visit = (path: string) => get(path, NAVIGATION).finally(() => rewriting.delete(path));
    const hostile = Promise.all(depths.map(visit));
    const waits: number[] = [];
    while (rewriting.size > 0) {
      const start = performance.now();
      await get('/healthz');
      waits.push(performance.now() - start);
    }
    expect((await hostile).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const median = waits.toSorted((a, b) => a - b)[Math.floor(waits.length / 2)];
    expect(median).toBeLessThan(100);
  },
);

test('a path deeper than a route is not a page', async () => {
  const at = (depth: number) => get(`/s/${open.id}/${'a/'.repeat(depth)}x`, NAVIGATION);
  expect((await at(16)).status).toBe(200);
  expect((await at(17)).status).toBe(404);
  expect((await at(7_000)).status).toBe(404);
});

test('an address has a limited number of page rewrites; cached pages do not count', async () => {
  const small = await worldForTest({
    contentMode: 'path',
    logLevel: 'fatal',
    trustedProxies: 1,
    rateLimits: { ...world.app.config.rateLimits, rewrite: { points: 2, seconds: 600 } },
  });
  const { 'docs/index.html': _docs, ...onePage } = FILES;
  const site = await createSite(small, onePage);
  const visit = async (path: string, from: string) =>
    small.fetch({ path: `/s/${site.id}${path}`, headers: { ...NAVIGATION, 'X-Forwarded-For': from } });
  expect((await visit('/', '192.0.2.1')).status).toBe(200);
  expect((await visit('/a/b', '192.0.2.1')).status).toBe(200);
  const refused = await visit('/a/b/c', '192.0.2.1');
  expect(refused.status).toBe(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(2);
  expect((await visit('/a/b', '192.0.2.1')).status).toBe(200);
  expect((await visit('/logo.png', '192.0.2.1')).status).toBe(200);
  expect((await visit('/a/b/c', '192.0.2.2')).status).toBe(200);
});
