import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import type { Duplex } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  change,
  createSite,
  grantCookieFor,
  publishSite,
  remove,
  type TestSite,
} from '../../server/src/testing/site.ts';
import { createWorld, type World } from '../../server/src/testing/world.ts';
import { checkConfiguration, type Nginx, type Proxied, startNginx } from '../support/nginx.ts';

const APP = 'stage.test';
const PAGE = '<!doctype html><html><head><title>One</title></head><body>one</body></html>';
const SCRIPT = `${'export const word = "one";\n'.repeat(100)}`;
/** As Chromium sends them. */
const NAVIGATION = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document', Accept: 'text/html,*/*' };
const FETCH = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', Accept: '*/*' };

let world: World;
let nginx: Nginx;

beforeAll(async () => {
  world = await createWorld({ trustedProxies: 1 });
  const ports: [number, number] = [world.port, world.port];
  nginx = await startNginx({ ports, appHost: APP, contentDomain: 'localhost' });
});
afterAll(async () => {
  await nginx.stop();
  await world.close();
});

const hostOf = ({ label }: TestSite) => `${label}.localhost`;
const open = (site: TestSite, path = '/', headers = {}): Promise<Proxied> =>
  nginx.get(hostOf(site), path, headers);

/** Requests that reached the server since the last time, by path. */
function watchRequests(): () => string[] {
  const seen: string[] = [];
  const onRequest = ({ url = '' }: { url?: string }) => void seen.push(url);
  world.http.on('request', onRequest);
  return () => seen.splice(0);
}

test('nginx accepts the shipped file without a warning', async () => {
  const upstream = { ports: [4601, 4602] as [number, number], appHost: APP, contentDomain: 'stage.page' };
  const { code, output } = await checkConfiguration(upstream);
  expect({ code, output }).toEqual({
    code: 0,
    output: expect.stringMatching(/^nginx: .*ok\nnginx: .*successful\n$/),
  });
});

test('the web app is reached through it with the address of the client, and never cached', async () => {
  const requests = watchRequests();
  for (let time = 0; time < 3; time += 1)
    expect((await nginx.get(APP, '/healthz', { 'X-Forwarded-For': '203.0.113.9' })).status).toBe(200);
  expect(requests()).toEqual(['/healthz', '/healthz', '/healthz']);
});

test('the live channel passes through it', async () => {
  const owner = await world.build.user();
  const handshake = request({
    host: '127.0.0.1',
    port: nginx.port,
    path: '/api/events',
    rejectUnauthorized: false,
    headers: {
      Host: APP,
      Authorization: `Bearer ${owner.secret}`,
      Connection: 'Upgrade',
      Upgrade: 'websocket',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    },
  }).end();
  const [response, socket, head] = (await once(handshake, 'upgrade')) as [IncomingMessage, Duplex, Buffer];
  expect(response.statusCode).toBe(101);
  const message = head.length > 0 ? head : ((await once(socket, 'data')) as [Buffer])[0];
  expect(String(message)).toContain('"type":"connected"');
  socket.destroy();
});

test('a hot file is answered without the server', async () => {
  const site = await createSite(world, { 'app.js': SCRIPT });
  await open(site, '/app.js');
  const requests = watchRequests();
  const answers = await Promise.all(Array.from({ length: 50 }, () => open(site, '/app.js')));
  expect(answers.map(({ body }) => String(body))).toEqual(Array(50).fill(SCRIPT));
  // The second may end meanwhile.
  expect(requests().length).toBeLessThan(50);
});

test('a fetched page is never given to a navigation, nor the reverse, whatever headers are absent', async () => {
  const site = await createSite(world, { 'index.html': PAGE, 'packed.svgz': PAGE });
  const variants: Record<string, string>[] = [
    NAVIGATION,
    FETCH,
    { Accept: 'text/html' },
    { Accept: '*/*' },
    { Accept: 'text/css,*/*;q=0.1' },
    {},
    { ...NAVIGATION, 'Sec-Fetch-Dest': 'iframe' },
    { ...NAVIGATION, 'Sec-Fetch-Dest': 'embed' },
    { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image' },
    // No browser sends these; they must not be taken for those that differ in case.
    { 'Sec-Fetch-Mode': 'Navigate', 'Sec-Fetch-Dest': 'DOCUMENT' },
    { 'Sec-Fetch-Dest': 'document' },
  ];
  const direct = async (headers: Record<string, string>) => {
    const { status, body } = await world.fetch({ path: '/', headers: { Host: site.host, ...headers } });
    return { status, body: String(body) };
  };
  for (let round = 0; round < 2; round += 1)
    for (const headers of variants) {
      const { status, body } = await open(site, '/', headers);
      expect({ headers, status, body: String(body) }).toEqual({ headers, ...(await direct(headers)) });
    }
});

test('each encoding has its own entry, and one that is refused is not sent', async () => {
  const site = await createSite(world, { 'index.html': PAGE + '<p>long</p>'.repeat(200) });
  const encodingFor = async (accepted: string) =>
    (await open(site, '/', { ...NAVIGATION, 'Accept-Encoding': accepted })).headers['content-encoding'];
  for (let round = 0; round < 2; round += 1) {
    expect(await encodingFor('gzip, deflate, br, zstd')).toBe('br');
    expect(await encodingFor('gzip')).toBe('gzip');
    expect(await encodingFor('br;q=0, gzip;q=0.5')).toBe('gzip');
    expect(await encodingFor('br;q=0,gzip;q=0.0')).toBeUndefined();
    expect(await encodingFor('identity')).toBeUndefined();
    expect(await encodingFor('xbr, gzipped')).toBeUndefined();
  }
});

test('ranges are cut from the file itself, also across slices', async () => {
  const film = Buffer.alloc(9 * 1024 * 1024, 'a');
  film.write('middle', 8 * 1024 * 1024 - 3);
  const site = await createSite(world, { 'film.mp4': film });
  const range = (Range: string, more = {}) =>
    open(site, '/film.mp4', { Range, 'Accept-Encoding': 'br, gzip', ...more });
  const at = 8 * 1024 * 1024 - 3;
  for (let round = 0; round < 2; round += 1) {
    const middle = await range(`bytes=${at}-${at + 5}`);
    expect([middle.status, String(middle.body)]).toEqual([206, 'middle']);
    expect(middle.headers['content-range']).toBe(`bytes ${at}-${at + 5}/${film.length}`);
    expect((await range('bytes=-2')).body).toHaveLength(2);
    expect((await range('bytes=99999999-')).status).toBe(416);
    expect((await range('bytes=0-0,5-6')).body).toHaveLength(film.length);
    expect((await range('bytes=0-3', { 'If-Range': '"another"' })).status).toBe(200);
  }
});

test('an answer for one grant is never given to a request with another or with none', async () => {
  const site = await createSite(world, { 'index.html': PAGE }, { password: 'evening' });
  const cookie = () => grantCookieFor(world.app, site);
  const withCookie = (value: string) => open(site, '/', { ...NAVIGATION, Cookie: `a=b; ${value}` });
  const requests = watchRequests();
  for (let round = 0; round < 2; round += 1) {
    expect((await withCookie(cookie())).status).toBe(200);
    expect((await open(site, '/', NAVIGATION)).status).toBe(401);
    expect((await withCookie('__Host-grant=forged')).status).toBe(401);
    expect((await withCookie(`${cookie()}x`)).status).toBe(401);
    expect((await open(site, '/', { ...NAVIGATION, Cookie: '__host-grant=x; x__Host-grant=y' })).status).toBe(
      401,
    );
  }
  expect(requests()).toHaveLength(10);
});

test('a part of a protected file is not cached either', async () => {
  const site = await createSite(world, { 'film.mp4': 'film' }, { password: 'evening' });
  const Cookie = grantCookieFor(world.app, site);
  const part = await open(site, '/film.mp4', { Range: 'bytes=0-1', Cookie });
  expect([part.status, String(part.body)]).toEqual([206, 'fi']);
  expect((await open(site, '/film.mp4', { Range: 'bytes=0-1' })).status).toBe(401);
});

const secondOf = (time: Date) => Math.floor(time.getTime() / 1_000);

/** Asks without pause and returns how many seconds of nginx’s clock after a change it still gives the old answer. */
async function oldAnswersFor(
  site: TestSite,
  apply: () => Promise<void>,
  isNew: (answer: Proxied) => boolean,
) {
  for (let time = 0; time < 20; time += 1) expect(isNew(await open(site, '/', NAVIGATION))).toBe(false);
  await apply();
  const changedIn = secondOf(new Date());
  let last = changedIn;
  for (;;) {
    const answer = await open(site, '/', NAVIGATION);
    if (isNew(answer)) return last - changedIn;
    last = secondOf(new Date(String(answer.headers.date)));
  }
}

const WITHIN_SECONDS = 2;

test.each<{ what: string; apply: (site: TestSite) => Promise<void>; isNew: (answer: Proxied) => boolean }>([
  {
    what: 'a password',
    apply: ({ id }) => change(world.app, id, { password_sealed: world.app.secrets.seal('evening') }),
    isNew: ({ status }) => status === 401,
  },
  {
    what: 'an expiry',
    apply: ({ id }) => change(world.app, id, { expires_at: new Date(Date.now() - 1_000) }),
    isNew: ({ status }) => status === 410,
  },
  {
    what: 'a deletion',
    apply: ({ id }) => remove(world.app, id),
    isNew: ({ status }) => status === 404,
  },
  {
    what: 'a new version',
    apply: (site) => publishSite(world.app, site, { 'index.html': PAGE.replace('one', 'two') }),
    isNew: ({ body }) => body.includes('two'),
  },
])('$what is effective within two seconds', async ({ apply, isNew }) => {
  const site = await createSite(world, { 'index.html': PAGE });
  expect(await oldAnswersFor(site, () => apply(site), isNew)).toBeLessThanOrEqual(WITHIN_SECONDS);
});

test('headers that a new version asks for hold, also where the bytes of the file are the same', async () => {
  const site = await createSite(world, { 'app.js': SCRIPT, _headers: '/*\n  X-Robots-Tag: none\n' });
  const first = await open(site, '/app.js');
  await publishSite(world.app, site, {
    'app.js': SCRIPT,
    _headers: '/*\n  Access-Control-Allow-Origin: *\n',
  });
  await expect
    .poll(async () => (await open(site, '/app.js')).headers['access-control-allow-origin'], { interval: 50 })
    .toBe('*');
  expect((await open(site, '/app.js')).headers['etag']).not.toBe(first.headers['etag']);
});

test('a name that is none of ours gets no answer', async () => {
  await expect(nginx.get('elsewhere.test', '/')).rejects.toThrow(/socket hang up|ECONNRESET/);
});
