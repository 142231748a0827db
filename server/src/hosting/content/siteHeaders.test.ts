import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';

const HEADERS = `/*
  Cross-Origin-Opener-Policy: same-origin
  Cross-Origin-Embedder-Policy: require-corp
  Cross-Origin-Resource-Policy: same-site
  Cache-Control: max-age=99
  Set-Cookie: a=b
  Content-Security-Policy: script-src 'none'
  Content-Type: text/plain
  Connection: close
  Transfer-Encoding: chunked
  X-Frame-Options: DENY
/app.js
  X-Thread: 1
`;
const FILES = { 'index.html': '<p>Threads', 'app.js': 'x()', _headers: HEADERS };
const VISIT = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' };

describe('the headers of a site', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.close());

  const get = ({ host }: TestSite, path: string, headers: Record<string, string> = {}) =>
    world.fetch({ path, headers: { Host: host, ...headers } });

  test('are sent with its files, except those that a preview depends on', async () => {
    const site = await createSite(world, FILES);
    const page = await get(site, '/', VISIT);
    expect(page.headers).toMatchObject({
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-resource-policy': 'same-site',
      'document-isolation-policy': 'isolate-and-require-corp',
      'cache-control': 'no-cache',
      'content-type': 'text/html; charset=utf-8',
    });
    for (const name of ['set-cookie', 'content-security-policy', 'transfer-encoding', 'x-frame-options']) {
      expect(page.headers).not.toHaveProperty(name);
    }
    expect(page.headers).not.toHaveProperty('x-thread');
    expect(page.body.toString()).toContain(' data-isolation="needed"></script>');
    expect((await get(site, '/app.js')).headers['x-thread']).toBe('1');
    const again = await get(site, '/', { ...VISIT, 'If-None-Match': page.headers.etag ?? '' });
    expect([again.status, again.headers['cross-origin-embedder-policy']]).toEqual([304, 'require-corp']);
  });

  test('belong to the entity tag: a cache that is answered 304 keeps those it has', async () => {
    const site = await createSite(world, FILES);
    const { etag = '' } = (await get(site, '/app.js')).headers;
    expect((await get(site, '/app.js', { 'If-None-Match': etag })).status).toBe(304);
    const other = await createSite(world, {
      ...FILES,
      _headers: HEADERS.replace('X-Thread: 1', 'X-Thread: 2'),
    });
    const changed = await get(other, '/app.js', { 'If-None-Match': etag });
    expect([changed.status, changed.headers['x-thread']]).toEqual([200, '2']);
    const again = { 'If-None-Match': String(changed.headers.etag) };
    expect((await get(other, '/app.js', again)).status).toBe(304);
  });

  test('are no file of it', async () => {
    const site = await createSite(world, FILES);
    expect((await get(site, '/_headers')).status).toBe(404);
  });

  test('of another site with the same files are not sent', async () => {
    const { _headers, ...others } = FILES;
    await get(await createSite(world, FILES), '/', VISIT);
    const plain = await get(await createSite(world, others), '/', VISIT);
    expect(plain.headers).not.toHaveProperty('cross-origin-embedder-policy');
    expect(plain.body.toString()).not.toContain('data-isolation');
  });

  test('do not open files behind a password to other sites', async () => {
    const site = await createSite(world, {
      ...FILES,
      _headers: '/*\n  X-A: 1\n  Cross-Origin-Resource-Policy: cross-origin',
    });
    const open = await get(site, '/app.js');
    expect(open.headers).toMatchObject({ 'x-a': '1', 'cross-origin-resource-policy': 'cross-origin' });
    const locked = await createSite(world, FILES, { password: 'open sesame' });
    expect((await get(locked, '/app.js')).headers).not.toHaveProperty('x-thread');
  });

  test('a page that a service worker isolates is isolated in frames by the host', async () => {
    const site = await createSite(world, {
      'index.html': '<script src="coi-serviceworker.js">',
      'coi-serviceworker.js': '',
    });
    expect((await get(site, '/', VISIT)).headers['document-isolation-policy']).toBe(
      'isolate-and-credentialless',
    );
  });
});

test('a page without an origin asks for no isolation', async () => {
  const world = await createWorld({ contentMode: 'path', logLevel: 'fatal' });
  try {
    const site = await createSite(world, FILES);
    const { headers } = await world.fetch({ path: `/s/${site.id}/app.js`, headers: VISIT });
    expect(headers).toMatchObject({ 'x-thread': '1', 'access-control-allow-origin': '*' });
    expect(headers).not.toHaveProperty('cross-origin-opener-policy');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  } finally {
    await world.close();
  }
});
