import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { change, createSite, publishSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type RawRequest, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const NAVIGATION = { Accept: 'text/html,*/*;q=0.8' };
const FETCH = { Accept: '*/*', 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' };
const LARGE = Buffer.alloc(3_000_000, 'abcdefghij');
const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2000))})`;

const get = (
  site: { host: string },
  path: string,
  headers: Record<string, string> = {},
  more: Partial<RawRequest> = {},
) => world.fetch({ path, headers: { Host: site.host, ...headers }, ...more });

describe('a multi-page site', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createSite(world, {
      'index.html': '<!doctype html><html><head><title>Home</title></head>',
      'about.html': '<p>About',
      '404.html': '<p>Nothing',
      'docs/index.html': '<p>Docs',
      'docs/404.html': '<p>No such chapter',
      'docs/a b/é.txt': 'spaced',
      'evil.com/index.html': '<p>Folder',
      'app.js': SCRIPT,
      'assets/index-B1xQ9zKa.js': SCRIPT,
      'style.css': 'body{}',
      'data.json': '{}',
      'empty.txt': '',
      'worker.cjs': SCRIPT,
      LICENSE: 'MIT',
      '.well-known/apple-app-site-association': '{}',
      'old.html': Buffer.from('<meta charset="iso-8859-1"><p>caf\xe9', 'latin1'),
      'large.bin': LARGE,
      'large.html': `<!doctype html><html><head></head><body>${'<p>long</p>'.repeat(300_000)}`,
    });
  });

  test.each([
    ['/', 200, 'Home'],
    ['/index.html', 200, 'Home'],
    ['/?a=1', 200, 'Home'],
    ['/about', 200, 'About'],
    ['/about.html', 200, 'About'],
    ['/docs/', 200, 'Docs'],
    ['/docs/a%20b/%C3%A9.txt', 200, 'spaced'],
    ['/docs/a%20b/e%CC%81.txt', 200, 'spaced'],
    ['/nowhere', 404, 'Nothing'],
    ['/nowhere/deep/er', 404, 'Nothing'],
    ['/docs/nowhere', 404, 'No such chapter'],
    ['/docs/deep/nowhere', 404, 'No such chapter'],
    ['/../index.html', 404, 'Nothing'],
    ['/docs/../app.js', 404, ''],
    ['/docs/..%2fapp.js', 404, ''],
    ['/docs%2findex.html', 404, 'Nothing'],
    ['/docs%5cindex.html', 404, 'Nothing'],
    ['/%2e%2e/app.js', 404, 'Nothing'],
    ['//app.js', 404, 'Nothing'],
    ['/APP.JS', 200, 'console.log'],
    ['/Docs/', 200, 'Docs'],
    ['/__proto__', 404, 'Nothing'],
    ['/constructor', 404, 'Nothing'],
    ['/%', 400, 'not valid'],
    ['/%zz', 400, 'not valid'],
    ['/%c3', 400, 'not valid'],
    ['/app.js%00', 400, 'not valid'],
    ['/%0d%0aSet-Cookie:x', 400, 'not valid'],
  ])('%s answers %i', async (path, status, text) => {
    const answer = await get(site, path, NAVIGATION);
    expect(answer.status).toBe(status);
    expect(answer.body.toString()).toContain(text);
  });

  test.each([
    ['/docs', '/docs/'],
    ['/Docs', '/Docs/'],
    ['/docs?a=1&b=/x', '/docs/?a=1&b=/x'],
    ['/about/', '/about'],
    ['/evil.com', '/evil.com/'],
    ['/docs/a%20b/..', undefined],
    ['//evil.com', undefined],
    ['/%2fevil.com', undefined],
    ['/%5cevil.com', undefined],
  ])('%s redirects to %s, never to another host', async (path, location) => {
    const answer = await get(site, path, NAVIGATION);
    expect(answer.headers.location).toBe(location);
    expect(answer.status === 308).toBe(location !== undefined);
  });

  test.each([
    ['/', 'text/html; charset=utf-8'],
    ['/old.html', 'text/html'],
    ['/app.js', 'text/javascript; charset=utf-8'],
    ['/style.css', 'text/css; charset=utf-8'],
    ['/data.json', 'application/json; charset=utf-8'],
    ['/empty.txt', 'text/plain; charset=utf-8'],
    ['/large.bin', 'application/octet-stream'],
    ['/worker.cjs', 'text/javascript; charset=utf-8'],
    ['/LICENSE', 'text/plain; charset=utf-8'],
    ['/.well-known/apple-app-site-association', 'application/json; charset=utf-8'],
  ])('%s has the type %s', async (path, type) => {
    const answer = await get(site, path);
    const asPage = await get(site, path, NAVIGATION);
    expect(answer.headers['content-type']).toBe(type);
    expect(asPage.headers['content-type']).toBe(type);
    expect(answer.headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('service-worker-allowed');
  });

  test('bytes around the injected script stay unchanged, in any charset', async () => {
    const { body } = await get(site, '/old.html', NAVIGATION);
    expect(body.toString('latin1')).toMatch(
      /^<script src="[^"]+"(?: data-[a-z]+="[^"]+"){3}><\/script><meta charset="iso-8859-1"><p>caf\xe9$/,
    );
  });

  test.each([
    ['br', brotliDecompressSync],
    ['gzip', gunzipSync],
    ['zstd', zstdDecompressSync],
  ] as const)('a page is sent in %s under a tag of its own', async (encoding, unpack) => {
    const long = await createSite(world, { 'index.html': `<p>${'long '.repeat(400)}` });
    for (const purpose of [NAVIGATION, FETCH]) {
      const plain = await get(long, '/', purpose);
      const packed = await get(long, '/', { ...purpose, 'Accept-Encoding': encoding });
      expect(packed.headers['content-encoding']).toBe(encoding);
      expect(packed.headers.vary).toMatch(/^Accept-Encoding, /);
      expect(unpack(packed.body)).toEqual(plain.body);
      expect(packed.headers.etag).not.toBe(plain.headers.etag);
    }
  });

  test('a file the browser has cached is answered without bytes', async () => {
    for (const [path, headers] of [
      ['/', NAVIGATION],
      ['/', FETCH],
      ['/app.js', FETCH],
      ['/large.bin', FETCH],
    ] as const) {
      const first = await get(site, path, headers);
      const tag = first.headers.etag ?? '';
      expect(tag).toMatch(/^"[^"]+"$/);
      for (const sent of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const again = await get(site, path, { ...headers, 'If-None-Match': sent });
        expect(again.status).toBe(304);
        expect(again.body).toHaveLength(0);
        expect(again.headers.etag).toBe(tag);
      }
      expect((await get(site, path, { ...headers, 'If-None-Match': '"other"' })).status).toBe(200);
    }
  });

  test('HEAD answers like GET', async () => {
    for (const [path, purpose] of ['/', '/app.js', '/large.bin', '/nowhere', '/docs'].flatMap((each) => [
      [each, NAVIGATION] as const,
      [each, FETCH] as const,
    ])) {
      const { status, headers } = await get(site, path, purpose);
      const head = await get(site, path, purpose, { method: 'HEAD' });
      expect(head.body).toHaveLength(0);
      expect({ ...head, headers: { ...head.headers, date: '' } }).toMatchObject({
        status,
        headers: { ...headers, date: '' },
      });
    }
  });

  test.each([
    ['bytes=0-4', 206, 'bytes 0-4/3000000', LARGE.subarray(0, 5)],
    ['bytes=2999995-', 206, 'bytes 2999995-2999999/3000000', LARGE.subarray(-5)],
    ['bytes=-3', 206, 'bytes 2999997-2999999/3000000', LARGE.subarray(-3)],
    ['bytes=-9000000', 206, 'bytes 0-2999999/3000000', LARGE],
    ['bytes=2999999-9999999', 206, 'bytes 2999999-2999999/3000000', LARGE.subarray(-1)],
    ['bytes=1000000-2000000', 206, 'bytes 1000000-2000000/3000000', LARGE.subarray(1_000_000, 2_000_001)],
    ['bytes=3000000-', 416, 'bytes */3000000', Buffer.alloc(0)],
    ['bytes=-0', 416, 'bytes */3000000', Buffer.alloc(0)],
    ['bytes=5-2', 200, undefined, LARGE],
    ['bytes=0-1,4-5', 200, undefined, LARGE],
    ['bytes=a-b', 200, undefined, LARGE],
    ['bytes=-', 200, undefined, LARGE],
    ['items=0-4', 200, undefined, LARGE],
  ])('the range %s of a large file answers %i', async (range, status, contentRange, bytes) => {
    const answer = await get(site, '/large.bin', { Range: range, 'Accept-Encoding': 'br' });
    expect(answer.status).toBe(status);
    expect(answer.headers['content-range']).toBe(contentRange);
    expect(answer.headers['content-length']).toBe(String(bytes.length));
    expect(answer.body.equals(bytes)).toBe(true);
  });

  test('a range of a page includes the injected script', async () => {
    for (const path of ['/', '/large.html']) {
      const whole = (await get(site, path, NAVIGATION)).body;
      for (const [start, end] of [
        [0, 30],
        [20, 60],
        [30, 200],
        [whole.length - 10, whole.length - 1],
      ] as const) {
        const part = await get(site, path, { ...NAVIGATION, Range: `bytes=${start}-${end}` });
        expect(part.body.equals(whole.subarray(start, end + 1))).toBe(true);
      }
    }
  });

  test('a range of a file that has changed since is answered with the whole file', async () => {
    const tag = (await get(site, '/large.bin')).headers.etag ?? '';
    const ranged = { Range: 'bytes=0-4' };
    expect((await get(site, '/large.bin', { ...ranged, 'If-Range': tag })).status).toBe(206);
    for (const other of ['"other"', `W/${tag}`, 'Sat, 21 Nov 2026 09:00:00 GMT']) {
      expect((await get(site, '/large.bin', { ...ranged, 'If-Range': other })).status).toBe(200);
    }
  });

  test('a large page has its script and all of its bytes', async () => {
    const { body, headers } = await get(site, '/large.html', { ...NAVIGATION, 'Accept-Encoding': 'br' });
    expect(headers['content-encoding']).toBeUndefined();
    expect(body.toString('utf8', 0, 200)).toMatch(/^<!doctype html><html><head><script src=/);
    expect(body.length).toBe(Number(headers['content-length']));
    expect(body.subarray(-11).toString()).toBe('<p>long</p>');
  });

  test.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s is rejected', async (method) => {
    const answer = await get(site, '/', {}, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

describe('a single-page app', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createSite(world, { 'index.html': '<p>App', 'assets/app.js': SCRIPT });
  });

  test.each([
    ['/users/7', NAVIGATION, 200],
    ['/users/john.doe', NAVIGATION, 200],
    ['/v1.2', NAVIGATION, 200],
    ['/search/a%2Fb', NAVIGATION, 200],
    ['/users/', NAVIGATION, 200],
    ['/users/7', { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe' }, 200],
    ['/users/7', { ...NAVIGATION, 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty' }, 404],
    ['/users/7', { Accept: '*/*' }, 404],
    ['/missing.js', NAVIGATION, 404],
    ['/missing.html', NAVIGATION, 404],
    ['/assets/missing.png', NAVIGATION, 404],
    ['/__stagelink/anything', NAVIGATION, 404],
  ])('%s with %o answers %i', async (path, headers, status) => {
    const answer = await get(site, path, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    expect(answer.body.toString().includes('<p>App')).toBe(status === 200);
  });

  test('a new version is served at once, the old one on its own host', async () => {
    await get(site, '/');
    await publishSite(world.app, site, { 'index.html': '<p>Second' });
    world.app.contentCache.invalidate(site.id);
    expect((await get(site, '/')).body.toString()).toContain('Second');
    expect((await get(site, '/assets/app.js')).status).toBe(404);
    const first = { host: `${site.label}-v1.localhost` };
    expect((await get(first, '/')).body.toString()).toContain('App');
    expect((await get({ host: `${site.label}-v3.localhost` }, '/')).status).toBe(404);
  });
});

test('a frame, and nothing else, has the storage of a prototype cleared, also without a grant', async () => {
  const site = await createSite(world, { 'index.html': '<h1>Home</h1>' }, { password: 'a secret' });
  const visit = (dest: string) => ({ ...NAVIGATION, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': dest });
  const cleared = await get(site, '/__stagelink/clear', visit('iframe'));
  expect(cleared.status).toBe(200);
  expect(cleared.headers).toMatchObject({ 'clear-site-data': '"storage"', 'cache-control': 'no-store' });
  for (const headers of [visit('document'), visit('object'), FETCH, NAVIGATION]) {
    const refused = await get(site, '/__stagelink/clear', headers);
    expect(refused.status).toBe(401);
    expect(refused.headers).not.toHaveProperty('clear-site-data');
  }
});

test('the renewal page runs the script that removes what a service worker keeps, and nothing else', async () => {
  const site = await createSite(world, { 'index.html': '<p>App' });
  const { status, headers, body } = await get(site, '/__stagelink/renew?to=%2Fabout', NAVIGATION);
  expect(status).toBe(200);
  expect(headers['cache-control']).toBe('no-store');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
  expect(body.toString().match(/<script[^>]*>/g)).toEqual([
    '<script type="module" src="/__stagelink/recovery.js?renew">',
  ]);
});

test('a page says which snapshot and version it belongs to, and is asked for again after a restage', async () => {
  const files = { 'index.html': '<p>Same', 'report.B1xQ9zKa.html': '<p>Report', 'app.js': SCRIPT };
  const site = await createSite(world, files);
  const says = (version: number) => ` data-snapshot="${site.id}" data-version="${version}"></script><p>`;
  const first = await get(site, '/', NAVIGATION);
  expect(first.body.toString()).toContain(says(1));
  const script = (await get(site, '/app.js')).headers.etag;
  expect((await get(site, '/report.B1xQ9zKa.html')).headers['cache-control']).toBe('no-cache');

  await publishSite(world.app, site, files);
  world.app.contentCache.invalidate(site.id);
  const second = await get(site, '/', { ...NAVIGATION, 'If-None-Match': String(first.headers.etag) });
  expect(second.status).toBe(200);
  expect(second.body.toString()).toContain(says(2));
  expect((await get({ host: `${site.label}-v1.localhost` }, '/', NAVIGATION)).body.toString()).toContain(
    says(1),
  );
  expect((await get(site, '/app.js')).headers.etag).toBe(script);
});

describe('hosts', () => {
  test.each([
    'unknown0000000000000.localhost',
    'a.b.localhost',
    'UPPER.localhost',
    '-v1.localhost',
    '.localhost',
    'x-v0.localhost',
    'x_y.localhost:80',
  ])('%s is not found, and never the app', async (host) => {
    const answer = await get({ host }, '/me', NAVIGATION);
    expect(answer.status).toBe(404);
    expect(answer.body.toString()).toContain('Nothing here');
  });

  test.each(['localhost', 'localhost:4600', '127.0.0.1:4600', 'LOCALHOST'])('%s is the app', async (host) => {
    const answer = await get({ host }, '/me');
    expect(answer.status).toBe(401);
    expect(answer.headers['content-type']).toContain('application/json');
  });

  test('a host matches in any case, with any port and with a trailing dot', async () => {
    const site = await createSite(world, { 'index.html': '<p>Here' });
    for (const host of [site.label, site.label.toUpperCase()]) {
      for (const rest of ['.localhost', '.localhost:1', '.LOCALHOST', '.localhost.', '.localhost.:4600']) {
        expect((await get({ host: host + rest }, '/')).status).toBe(200);
      }
    }
  });

  test('two snapshots differ by nothing but their host', async () => {
    const [one, two] = [
      await createSite(world, { 'index.html': '<p>One' }),
      await createSite(world, { 'index.html': '<p>Two' }),
    ];
    expect((await get(one, '/')).body.toString()).toContain('One');
    expect((await get(two, '/')).body.toString()).toContain('Two');
  });
});

describe('after the end', () => {
  test('an expired snapshot is gone, in every encoding and for every method', async () => {
    const site = await createSite(world, { 'index.html': '<p>x', 'a.js': SCRIPT });
    const tag = (await get(site, '/a.js')).headers.etag ?? '';
    await change(world.app, site.id, { expires_at: new Date(Date.now() - 1000) });
    world.app.contentCache.invalidate(site.id);
    for (const headers of [{}, NAVIGATION, { Range: 'bytes=0-1' }, { 'If-None-Match': tag }]) {
      expect((await get(site, '/a.js', headers as Record<string, string>)).status).toBe(410);
    }
    expect((await get(site, '/', {}, { method: 'HEAD' })).status).toBe(410);
    const page = await get(site, '/', NAVIGATION);
    expect(page.body.toString()).toContain('This preview has expired');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test('a cached snapshot expires by the clock, without an event', async () => {
    const site = await createSite(world, { 'index.html': '<p>x' });
    expect((await get(site, '/')).status).toBe(200);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 86_400_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await get(site, '/')).status).toBe(410);
  });

  test('a deleted snapshot and one of a deactivated owner are not found', async () => {
    const [one, two] = [
      await createSite(world, { 'index.html': '<p>x' }),
      await createSite(world, { 'index.html': '<p>x' }),
    ];
    for (const site of [one, two]) expect((await get(site, '/')).status).toBe(200);
    await world.app.db('snapshots').where({ id: one.id }).delete();
    await world.app.db('users').where({ id: two.owner.id }).update({ deactivated_at: new Date() });
    for (const site of [one, two]) {
      world.app.contentCache.invalidate(site.id);
      expect((await get(site, '/')).status).toBe(404);
    }
  });

  test('a snapshot without a version is not found', async () => {
    const site = await createSite(world, { 'index.html': '<p>x' });
    await world.app.db('snapshots').where({ id: site.id }).update({ version: null });
    expect((await get(site, '/')).status).toBe(404);
  });

  test('another process learns of a change through the database alone', async () => {
    const site = await createSite(world, { 'index.html': '<p>x' });
    expect((await get(site, '/')).status).toBe(200);
    await change(world.app, site.id, { expires_at: new Date(Date.now() - 1000) });
    await expect.poll(async () => (await get(site, '/')).status).toBe(410);
  });

  test('without a connection for messages nothing cached is used', async () => {
    const site = await createSite(world, { 'index.html': '<p>x' });
    expect((await get(site, '/')).status).toBe(200);
    world.app.listener.connected = false;
    try {
      await world.app
        .db('snapshots')
        .where({ id: site.id })
        .update({ expires_at: new Date(0) });
      expect((await get(site, '/')).status).toBe(410);
    } finally {
      world.app.listener.connected = true;
    }
  });
});
