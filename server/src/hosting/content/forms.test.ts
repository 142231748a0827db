import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, type TestFiles, type TestSite } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';

const ROW = '<p class="row">one</p>\n';
const LONG = `<ul>${'<li>long</li>'.repeat(400)}</ul>`;
const LATIN = Buffer.from('<meta charset="iso-8859-1"><p>caf\xe9', 'latin1');
const PAGES: TestFiles = {
  'index.html': '<!doctype html><title>Parts</title><link rel="stylesheet" href="/a.css">',
  '404.html': '<p>Nothing',
  'a.css': 'a{b:url(/logo.png)}',
  'parts/row.html': ROW,
  'parts/long.html': LONG,
  'parts/latin.html': LATIN,
  'parts/empty.html': '',
  'parts/huge.html': `<!doctype html>${'<p>huge</p>'.repeat(300_000)}`,
  'parts/x.xhtml': '<html xmlns="http://www.w3.org/1999/xhtml"><head/><body/></html>',
};

const modes = { document: 'navigate', iframe: 'navigate', script: 'no-cors', image: 'no-cors' } as const;
const dest = (to: string) => ({
  Accept: to === 'document' || to === 'iframe' ? 'text/html,*/*;q=0.8' : '*/*',
  'Sec-Fetch-Dest': to,
  'Sec-Fetch-Mode': modes[to as keyof typeof modes] ?? 'cors',
});
const FETCHED = dest('empty');
const VISITED = dest('document');

const agentIn = (body: Buffer) => body.includes('/__stagelink/agent.js');

describe.each(['origin', 'path'] as const)('in %s mode', (contentMode) => {
  let world: World;
  let site: TestSite;
  beforeAll(async () => {
    world = await createWorld({ contentMode, logLevel: 'fatal' });
    site = await createSite(world, PAGES);
  });
  afterAll(() => world.close());

  const get = (path: string, headers: Record<string, string>, method = 'GET') =>
    contentMode === 'origin'
      ? world.fetch({ path, method, headers: { Host: site.host, ...headers } })
      : world.fetch({ path: `/s/${site.id}${path}`, method, headers });

  test.each(Object.entries(PAGES))('what a script fetches of %s is the file', async (path, bytes) => {
    for (const headers of [FETCHED, dest('worker'), dest('image'), { Accept: '*/*' }]) {
      const answer = await get(`/${path}`, headers);
      expect(answer.body.equals(Buffer.from(bytes))).toBe(true);
      expect(answer.headers['content-length']).toBe(String(answer.body.length));
    }
    const packed = await get(`/${path}`, { ...FETCHED, 'Accept-Encoding': 'br' });
    const { body, headers } = packed;
    expect(
      (headers['content-encoding'] === 'br' ? brotliDecompressSync(body) : body).equals(Buffer.from(bytes)),
    ).toBe(true);
  });

  test.each([
    ['a visit', VISITED],
    ['a frame', dest('iframe')],
    ['an embedded object', { 'Sec-Fetch-Dest': 'object' }],
    ['a visit that a service worker passes on', { 'Sec-Fetch-Dest': 'empty', 'Sec-Fetch-Mode': 'navigate' }],
    ['a visit over plain HTTP', { Accept: 'text/html' }],
  ])('%s gets the agent', async (_, headers) => {
    for (const path of ['/', '/parts/row.html', '/parts/huge.html']) {
      expect(agentIn((await get(path, headers)).body)).toBe(true);
    }
  });

  test('the two forms of an address are never taken for each other', async () => {
    for (const path of ['/', '/parts/row.html', '/parts/empty.html', '/parts/huge.html']) {
      const [visited, fetched] = [await get(path, VISITED), await get(path, FETCHED)];
      expect(visited.headers.etag).not.toBe(fetched.headers.etag);
      for (const [headers, own, other] of [
        [VISITED, visited, fetched],
        [FETCHED, fetched, visited],
      ] as const) {
        expect(own.headers.vary).toBe('Accept-Encoding, Sec-Fetch-Dest, Sec-Fetch-Mode');
        const revalidate = (tag = '') => get(path, { ...headers, 'If-None-Match': tag });
        const again = await revalidate(own.headers.etag);
        expect([again.status, again.headers.vary]).toEqual([304, own.headers.vary]);
        const changed = await revalidate(other.headers.etag);
        expect(changed.status).toBe(200);
        expect(changed.body.equals(own.body)).toBe(true);
        const part = await get(path, {
          ...headers,
          Range: 'bytes=0-4',
          'If-Range': other.headers.etag ?? '',
        });
        expect(part.status).toBe(200);
      }
    }
    expect((await get('/', { Accept: 'text/html' })).headers.vary).toMatch(/, Accept$/);
  });

  test('ranges and HEAD of what a script fetches are those of the file', async () => {
    for (const path of ['parts/long.html', 'parts/huge.html']) {
      const bytes = Buffer.from(PAGES[path] ?? '');
      const part = await get(`/${path}`, { ...FETCHED, Range: 'bytes=3-9', 'Accept-Encoding': 'br' });
      expect([part.status, part.body.toString()]).toEqual([206, bytes.toString('utf8', 3, 10)]);
      const head = await get(`/${path}`, FETCHED, 'HEAD');
      expect(head.headers['content-length']).toBe(String(bytes.length));
    }
  });

  test('a page in another charset is named so in both forms', async () => {
    for (const headers of [VISITED, FETCHED]) {
      expect((await get('/parts/latin.html', headers)).headers['content-type']).toBe('text/html');
    }
  });

  test('the page for missing files has the agent for a visit only', async () => {
    const [visited, fetched] = [await get('/nowhere', VISITED), await get('/nowhere', FETCHED)];
    expect([visited.status, fetched.status]).toEqual([404, 404]);
    expect(agentIn(visited.body)).toBe(true);
    expect(fetched.body.toString()).toBe('<p>Nothing');
  });

  test('a style sheet is rewritten only where its root is not that of the host, and only as a style', async () => {
    const style = await get('/a.css', dest('style'));
    expect(style.body.toString()).toBe(contentMode === 'path' ? 'a{b:url(./logo.png)}' : PAGES['a.css']);
  });
});

describe('files that a build has packed', () => {
  const SCRIPT = Buffer.from('window.br="br "');
  const DATA = Buffer.alloc(3_000_000, 'level data ');
  const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const CSV = gzipSync('a,b\n');
  let world: World;
  let site: TestSite;
  beforeAll(async () => {
    world = await createWorld();
    site = await createSite(world, {
      'index.html': '<script src="Build/g.framework.js.br"></script>',
      'Build/g.framework.js.br': brotliCompressSync(SCRIPT),
      'Build/g.wasm.gz': gzipSync('not really wasm'),
      'Build/g.data.br': brotliCompressSync(DATA),
      'Build/h.js.gz': gzipSync(SCRIPT),
      'model.data.gz': gzipSync('numbers'),
      'fake.js.gz': 'alert(1)',
      'fake.js.br': Buffer.alloc(2000, 'alert(1)'),
      'a.svgz': gzipSync(SVG),
      'rows.csv.gz': CSV,
    });
  });
  afterAll(() => world.close());

  const ALL = { 'Accept-Encoding': 'gzip, deflate, br, zstd' };
  const get = (path: string, headers: Record<string, string>) =>
    world.fetch({ path, headers: { Host: site.host, ...headers } });
  const decoders = { br: brotliDecompressSync, gzip: gunzipSync };

  test.each([
    ['/Build/g.framework.js.br', 'script', 'text/javascript; charset=utf-8', 'br', SCRIPT],
    ['/Build/g.framework.js.br', 'empty', 'text/javascript; charset=utf-8', 'br', SCRIPT],
    ['/Build/h.js.gz', 'script', 'text/javascript; charset=utf-8', 'gzip', SCRIPT],
    ['/Build/g.wasm.gz', 'empty', 'application/wasm', 'gzip', Buffer.from('not really wasm')],
    ['/Build/g.data.br', 'empty', 'application/octet-stream', 'br', DATA],
    ['/a.svgz', 'image', 'image/svg+xml', 'gzip', SVG],
    ['/a.svgz', 'document', 'image/svg+xml', 'gzip', SVG],
  ] as const)('%s is unpacked by the browser for %s', async (path, to, type, coding, bytes) => {
    const packed = await get(path, { ...dest(to), ...ALL });
    expect(packed.headers).toMatchObject({ 'content-type': type, 'content-encoding': coding });
    expect(packed.headers.vary).toContain('Sec-Fetch-Dest');
    expect(decoders[coding](packed.body).equals(bytes)).toBe(true);

    const plain = await get(path, dest(to));
    expect(plain.headers).toMatchObject({ 'content-type': type });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    expect(plain.headers.etag).not.toBe(packed.headers.etag);
    expect(plain.body.equals(bytes)).toBe(true);
    const ranged = await get(path, { ...dest(to), Range: 'bytes=0-1' });
    expect([ranged.status, ranged.body.equals(bytes)]).toEqual([200, true]);
  });

  test.each([
    ['/Build/h.js.gz', 'empty', 'application/gzip'],
    ['/Build/h.js.gz', 'document', 'application/gzip'],
    ['/Build/g.framework.js.br', 'document', 'application/octet-stream'],
    ['/model.data.gz', 'empty', 'application/gzip'],
    ['/rows.csv.gz', 'empty', 'application/gzip'],
    ['/rows.csv.gz', 'document', 'application/gzip'],
    ['/a.svgz', 'empty', 'image/svg+xml'],
    ['/fake.js.gz', 'script', 'application/gzip'],
    ['/fake.js.br', 'script', 'application/octet-stream'],
  ])('%s stays a file for %s', async (path, to, type) => {
    const answer = await get(path, { ...dest(to), ...ALL });
    expect(answer.headers['content-type']).toBe(type);
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.headers['accept-ranges']).toBe('bytes');
  });

  test('without Sec-Fetch headers the name decides, and a data file stays a file', async () => {
    const script = await get('/Build/g.framework.js.br', { Accept: '*/*', ...ALL });
    expect(script.headers['content-encoding']).toBe('br');
    expect((await get('/rows.csv.gz', { Accept: '*/*', ...ALL })).body.equals(CSV)).toBe(true);
  });
});
