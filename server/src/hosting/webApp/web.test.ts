import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, publishSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';
import { createWeb } from './web.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(3000))})`;
const NAVIGATION = { Accept: 'text/html' };
const IN_TAB = { ...NAVIGATION, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

let world: World;
let dist: string;
let open: TestSite;
let locked: TestSite;

beforeAll(async () => {
  world = await createWorld();
  dist = await mkdtemp(path.join(tmpdir(), 'stagelink-dist-'));
  await mkdir(path.join(dist, 'assets'));
  await mkdir(path.join(dist, '.vite'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<!doctype html><!--head--><title>App</title><!--/head--><!--stage--><div id="root"></div>',
  );
  await writeFile(path.join(dist, 'assets/index-1a2b3c4d.js'), SCRIPT);
  await writeFile(path.join(dist, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
  await writeFile(path.join(dist, '.vite/manifest.json'), '{}');
  world.app.web = createWeb(world.app, dist);

  const files = { 'index.html': '<p>Home', 'docs/a b.txt': 'text', 'fonts.zip': 'zip' };
  open = await createSite(world, files);
  locked = await createSite(world, files, { password: 'open sesame' });
});
afterAll(async () => {
  await world.close();
  await rm(dist, { recursive: true });
});

const get = (at: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.fetch({ path: at, method, headers });

const asOwner = (site: TestSite) => ({ Cookie: `__Host-session=${site.owner.secret}` });

describe('the web app', () => {
  test.each([
    '/',
    '/login',
    '/authorize?client=editor',
    '/pricing',
    '/docs',
    '/dashboard',
    '/settings?x=1',
    '/admin',
    '/app/anything',
    '/any/other',
  ])('%s shows the app under a strict policy', async (at) => {
    const { status, headers, body } = await get(at, NAVIGATION);
    expect(status).toBe(200);
    expect(body.toString()).toContain('<div id="root">');
    expect(body.toString()).not.toContain('iframe');
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain(`frame-ancestors ${at === '/login' ? "'self'" : "'none'"}`);
    expect(policy).toContain("frame-src 'self' http://*.localhost:4600;");
    expect(policy).toContain("connect-src 'self' ws://localhost:4600 http://*.localhost:4600;");
    expect(policy).not.toContain('unsafe');
    expect(headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-cache',
    });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });

  test('caches files with a content hash for ever, and compresses them once', async () => {
    const script = await get('/assets/index-1a2b3c4d.js?v=1');
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8');
    await expect
      .poll(
        async () =>
          (await get('/assets/index-1a2b3c4d.js', { 'Accept-Encoding': 'br' })).headers['content-encoding'],
      )
      .toBe('br');
    const packed = await get('/assets/index-1a2b3c4d.js', { 'Accept-Encoding': 'br' });
    expect(brotliDecompressSync(packed.body).toString()).toBe(SCRIPT);
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
    const tag = script.headers.etag ?? '';
    expect((await get('/assets/index-1a2b3c4d.js', { 'If-None-Match': tag })).status).toBe(304);
  });

  test.each([
    ['/api/nothing', NAVIGATION],
    ['/api/', NAVIGATION],
    ['/assets/missing.js', { Accept: '*/*' }],
    ['/.vite/manifest.json', { Accept: '*/*' }],
    ['/assets/../index.html', { Accept: '*/*' }],
    ['/nothing', { Accept: 'application/json' }],
    ['/nothing', { Accept: 'application/json, text/plain, */*' }],
    ['/nothing', { Accept: '*/*', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }],
    ['/api/nothing', {}],
    ['/s/unknown00000', { Accept: 'application/json' }],
  ])('%s is not found, in JSON', async (at, headers) => {
    const answer = await get(at, headers);
    expect(answer.status).toBe(404);
    expect(JSON.parse(answer.body.toString())).toMatchObject({ ok: false, code: 'not_found' });
  });

  test.each([
    ['/api/nothing?token=secret', 'There is no call GET /api/nothing.'],
    ['/nothing', 'That page could not be found.'],
  ])('the answer to %s names what is missing', async (at, message) => {
    const answer = await get(at, { Accept: 'application/json' });
    expect(JSON.parse(answer.body.toString())).toMatchObject({ code: 'not_found', message });
  });

  test('an API route is never answered with a page', async () => {
    const answer = await get('/me', NAVIGATION);
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test('without a build there is no page', async () => {
    const bare = createWeb(world.app, path.join(dist, 'nowhere'));
    expect(bare.page('', '')).toBeNull();
  });

  test('requires https only where it has https', async () => {
    const config = { ...world.app.config, appUrl: 'https://stagelink.example' };
    const web = createWeb({ ...world.app, config }, dist);
    const before = world.app.web;
    world.app.web = web;
    const { headers } = await get('/favicon.svg');
    world.app.web = before;
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
  });
});

describe.each<[string, Record<string, string>]>([
  ['Accept: */*', { Accept: '*/*' }],
  ['the fetch() of Node.js', { Accept: '*/*', 'Sec-Fetch-Mode': 'cors' }],
  ['Accept: text/*', { Accept: 'text/*;q=0.9' }],
  ['no Accept', {}],
])('a program that sends %s', (_what, headers) => {
  test.each(['GET', 'HEAD'])('gets the pages by %s, and its status', async (method) => {
    const paths = ['/', '/login', '/any/other', `/s/${open.id}`, `/s/${locked.id}`, `/viewer/${open.id}/a/b`];
    for (const at of paths) {
      const { status, headers: received, body } = await get(at, headers, method);
      expect([at, status, received['content-type']]).toEqual([at, 200, 'text/html; charset=utf-8']);
      expect(body.toString().includes('<div id="root">')).toBe(method === 'GET');
    }
    const unknown = await get('/s/unknown00000', headers, method);
    expect([unknown.status, unknown.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
  });
});

test('only the viewer and the sign-in page may be framed, by the app and the configured origins', async () => {
  const own = await worldForTest({ embedOrigins: ['https://app.example.com', 'http://localhost:3000'] });
  own.app.web = createWeb(own.app, dist);
  const site = await createSite(own, { 'index.html': '' });
  const ancestorsOf = async (path: string) => {
    const { headers } = await own.fetch({ path, headers: NAVIGATION });
    return /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1];
  };
  const allowed = "'self' https://app.example.com http://localhost:3000";
  for (const path of [`/s/${site.id}`, `/viewer/${site.id}/a`, '/s/unknown00000', '/login?mode=signup'])
    expect(await ancestorsOf(path)).toBe(allowed);
  for (const path of ['/', '/dashboard', '/settings', '/authorize?client=editor', '/login/x'])
    expect(await ancestorsOf(path)).toBe("'none'");
});

describe('the viewer', () => {
  test.each(['/s/', '/viewer/'])('%s{id} has the preview in its first HTML', async (root) => {
    const { status, headers, body } = await get(root + open.id, NAVIGATION);
    expect(status).toBe(200);
    expect(body.toString()).toContain(
      '<div id="stage"><iframe id="preview" title="Preview of A site" ' +
        'sandbox="allow-scripts allow-forms allow-modals allow-popups allow-downloads allow-same-origin" ' +
        `allow="autoplay; clipboard-write; fullscreen; gamepad; screen-wake-lock" referrerpolicy="no-referrer" src="http://${open.host}/"></iframe></div>`,
    );
    expect(headers).toMatchObject({ 'x-robots-tag': 'noindex', 'cache-control': 'no-store' });
    expect(headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });

  test.each(['/s/', '/viewer/'])('%s{id}/… opens the preview at that path, with its query', async (root) => {
    const { status, body } = await get(`${root}${open.id}/a%20b/pricing?plan=pro&token=secret`, NAVIGATION);
    expect(status).toBe(200);
    expect(body.toString()).toContain(`src="http://${open.host}/a%20b/pricing?plan=pro"`);
  });

  test('a path in a protected one is opened with a single-use ticket', async () => {
    const page = await get(`/s/${locked.id}/pricing?a=1`, { ...NAVIGATION, ...asOwner(locked) });
    const src = /src="([^"]+)"/.exec(page.body.toString())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(new URL(src).searchParams.get('to')).toBe('/pricing?a=1');
  });

  test('a path that looks like another host stays within the prototype', async () => {
    const { body } = await get(`/s/${open.id}//evil.example/x`, NAVIGATION);
    expect(body.toString()).toContain(`src="http://${open.host}/"`);
  });

  test('a name cannot inject HTML', async () => {
    const own = await createSite(world, { 'index.html': '' });
    await world.app.db('snapshots').where({ id: own.id }).update({ name: `"><script>alert(1)</script>$&'` });
    const page = (await get(`/s/${own.id}`, NAVIGATION)).body.toString();
    expect(page).toContain('title="Preview of &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;&#39;"');
  });

  test('a protected one shows its preview to those with access, and the gate to others', async () => {
    const stranger = await get(`/s/${locked.id}`, NAVIGATION);
    expect(stranger.status).toBe(200);
    expect(stranger.body.toString()).not.toContain('iframe');
    expect(stranger.body.toString()).not.toContain(locked.label);

    const owner = await get(`/s/${locked.id}`, { ...NAVIGATION, ...asOwner(locked) });
    const src = /src="([^"]+)"/.exec(owner.body.toString())?.[1]?.replaceAll('&amp;', '&') ?? '';
    const { host, pathname, search } = new URL(src);
    expect(host).toBe(locked.host);
    const entered = await world.fetch({ path: pathname + search, headers: { Host: host } });
    expect(entered.status).toBe(303);
  });

  test('a section in a frame, and HEAD, include no preview', async () => {
    const framed = await get(`/s/${open.id}`, { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' });
    expect(framed.body.toString()).not.toContain('iframe');
    const before = await world.app.db('tickets').count();
    await get(`/s/${locked.id}`, { ...NAVIGATION, ...asOwner(locked) }, 'HEAD');
    expect(await world.app.db('tickets').count()).toEqual(before);
  });

  test.each([
    ['an unknown one', 'unknown00000', 404],
    ['something that is no id', '..', 404],
    ['something with markup', '%3Cscript%3E', 404],
  ])('of %s is the app with the right status', async (_what, id, status) => {
    const answer = await get(`/s/${id}/x`, NAVIGATION);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toContain('<div id="root">');
  });

  test('of an expired one is the app with the right status', async () => {
    const own = await createSite(world, { 'index.html': '' }, { expiresAt: new Date(0) });
    expect((await get(`/s/${own.id}`, NAVIGATION)).status).toBe(410);
  });

  test('a file below the link redirects to the content origin', async () => {
    const found = await get(`/s/${open.id}/index.html?a=1`);
    expect(found.status).toBe(302);
    expect(found.headers.location).toBe(`http://${open.host}/index.html?a=1`);
    const ticketed = await get(`/s/${open.id}/index.html?token=secret`);
    expect(ticketed.headers.location).toBe(`http://${open.host}/index.html`);
    const spaced = await get(`/s/${open.id}/docs/a%20b.txt`);
    expect(spaced.headers.location).toBe(`http://${open.host}/docs/a%20b.txt`);
  });

  test('a file of a protected one redirects there only after the same check', async () => {
    const at = `/s/${locked.id}/index.html`;
    expect((await get(at)).status).toBe(401);
    const stranger = await get(at, NAVIGATION);
    expect(stranger.status).toBe(200);
    expect(stranger.headers.location).toBeUndefined();
    expect((await get(at, asOwner(locked))).headers.location).toContain(
      `${locked.host}/__stagelink/enter?ticket=`,
    );
  });

  test.each(['/index.html', '/docs/a%20b.txt?a=1'])(
    'a person who opens %s below the link gets the viewer on it',
    async (rest) => {
      const { status, headers, body } = await get(`/s/${open.id}${rest}`, IN_TAB);
      expect([status, headers.vary]).toEqual([200, expect.stringContaining('Sec-Fetch-Dest')]);
      expect(body.toString()).toContain(`src="http://${open.host}${rest}"`);
    },
  );

  test.each(['iframe', 'image', 'empty'])(
    'the destination “%s” gets the file below the link',
    async (destination) => {
      const found = await get(`/s/${open.id}/index.html`, { ...IN_TAB, 'Sec-Fetch-Dest': destination });
      expect(found.status).toBe(302);
      expect(found.headers.location).toBe(`http://${open.host}/index.html`);
      expect(found.headers.vary).toContain('Sec-Fetch-Dest');
    },
  );

  test('a file that browsers only download is downloaded', async () => {
    const found = await get(`/s/${open.id}/fonts.zip`, IN_TAB);
    expect(found.headers.location).toBe(`http://${open.host}/fonts.zip`);
  });

  test('a file of a protected one shows a person the gate, and the viewer with the password', async () => {
    const at = `/s/${locked.id}/docs/a%20b.txt`;
    const stranger = await get(at, IN_TAB);
    expect(stranger.status).toBe(200);
    expect(stranger.body.toString()).not.toContain('iframe');
    const owner = await get(at, { ...IN_TAB, ...asOwner(locked) });
    const src = /src="([^"]+)"/.exec(owner.body.toString())?.[1]?.replaceAll('&amp;', '&') ?? '';
    expect(new URL(src).searchParams.get('to')).toBe('/docs/a%20b.txt');
  });

  test('a file of another version comes from that version, and of an unknown one from none', async () => {
    const own = await createSite(world, { 'old.txt': 'old' });
    await publishSite(world.app, own, { 'new.txt': 'new' });
    const old = await get(`/s/${own.id}/old.txt?stagelink-version=1`);
    expect(old.headers.location).toBe(`http://${own.host.replace(own.label, `${own.label}-v1`)}/old.txt`);
    expect((await get(`/s/${own.id}/old.txt`)).status).toBe(404);
    expect((await get(`/s/${own.id}/new.txt?stagelink-version=3`)).status).toBe(404);
  });

  test.each([
    '//evil.example/x',
    '/..%2f..%2fsettings',
    '/%5c%5cevil.example',
    `/${'a'.repeat(4096)}`,
    '/%00',
    '/%',
  ])('the path %s opens nothing but the prototype', async (rest) => {
    const { status, body } = await get(`/s/${open.id}${rest}`, IN_TAB);
    expect(status).toBe(200);
    expect(/src="([^"]+)"/.exec(body.toString())?.[1]).toMatch(new RegExp(`^http://${open.host}/`));
  });

  test('anything else below the link is the viewer', async () => {
    for (const rest of ['/', '/nothing.html', '/index.html/', '/..%2f..', '//evil.example']) {
      const answer = await get(`/s/${open.id}${rest}`, NAVIGATION);
      expect(answer.status).toBe(200);
      expect(answer.body.toString()).toContain('id="preview"');
    }
    expect((await get(`/s/${open.id}/nothing.js`)).status).toBe(404);
    expect((await get(`/viewer/${open.id}/index.html`, NAVIGATION)).headers.location).toBeUndefined();
  });

  test('when the database does not answer the app is still served', async () => {
    const broken = await createWorld({ databasePool: 1, logLevel: 'silent' });
    broken.app.web = createWeb(broken.app, dist);
    await broken.app.db.destroy();
    const answer = await broken.fetch({ path: `/s/${open.id}`, headers: NAVIGATION });
    expect(answer.status).toBeGreaterThanOrEqual(500);
    expect(answer.body.toString()).toContain('<div id="root">');
    await broken.close();
  });
});
