import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';

const PAGE =
  '<!doctype html><html><head><base href="/repo/"><script type="module" src="main-ABCD1234.js"></script></head>';
const FILES = {
  'index.html': PAGE,
  'main-ABCD1234.js': 'document.body.append("running")',
  'docs/index.html': '<img src="/repo/logo.png">',
  'logo.png': 'png',
};
const VISIT = { Accept: 'text/html', 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' };

describe.each(['origin', 'path'] as const)('a build for a base path in %s mode', (contentMode) => {
  let world: World;
  let site: TestSite;
  let root: string;
  beforeAll(async () => {
    world = await createWorld({ contentMode, logLevel: 'fatal' });
    site = await createSite(world, FILES);
    root = contentMode === 'origin' ? '' : `/s/${site.id}`;
  });
  afterAll(() => world.close());

  const get = (path: string, headers: Record<string, string> = {}) =>
    world.fetch({
      path: root + path,
      headers: { Host: contentMode === 'origin' ? site.host : 'localhost', ...headers },
    });

  test('opens there', async () => {
    for (const path of ['/', '/repo']) {
      const answer = await get(`${path}?a=1`, VISIT);
      expect([answer.status, answer.headers.location]).toEqual([307, `${root}/repo/?a=1`]);
    }
    const page = await get('/repo/', VISIT);
    expect(page.status).toBe(200);
    expect(page.body.toString()).toContain('main-ABCD1234.js');
  });

  test('is served there and from the root', async () => {
    for (const path of ['/repo/main-ABCD1234.js', '/main-ABCD1234.js']) {
      expect((await get(path)).body.toString()).toBe(FILES['main-ABCD1234.js']);
    }
    expect((await get('/repo/logo.png')).body.toString()).toBe('png');
    expect((await get('/repo/docs', VISIT)).headers.location).toBe(`${root}/repo/docs/`);
    expect((await get('/repo/missing.js')).status).toBe(404);
    expect((await get('/other/logo.png')).status).toBe(404);
    expect((await get('/')).body.toString()).toBe(PAGE);
  });
});

test('a folder of that name is served as it is', async () => {
  const world = await createWorld();
  try {
    const site = await createSite(world, { ...FILES, 'repo/index.html': '<p>Folder' });
    const answer = await world.fetch({ path: '/', headers: { Host: site.host, ...VISIT } });
    expect(answer.status).toBe(200);
  } finally {
    await world.close();
  }
});
