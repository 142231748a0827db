import { openPreview } from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World, worldForTest } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const VISIT = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'iframe', Accept: 'text/html' };
const OTHERS = {
  'a script': { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Dest': 'empty', Accept: '*/*' },
  'a picture': { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'image', Accept: 'image/*' },
  'a video': { 'Sec-Fetch-Mode': 'no-cors', 'Sec-Fetch-Dest': 'video', Accept: '*/*' },
  'a program': { Accept: '*/*' },
};

const get = (site: TestSite, path: string, headers: Record<string, string> = VISIT) =>
  world.fetch({ path, headers: { Host: site.host, ...headers } });

const HANDED_OVER = {
  '1 Home.png': 'home',
  '2 Cart@2x.png': 'cart',
  '10 <Paid> & "done".png': 'paid',
  'notes.md': '# Notes <script>alert(1)</script>',
  'deck.pdf': '%PDF-1.7',
  'film/clip.mp4': 'film',
  'tokens.json': '{}',
};

describe('a version without HTML', () => {
  let site: TestSite;
  beforeAll(async () => {
    site = await createSite(world, HANDED_OVER);
  });

  test('opens with a list of its files, by folder, in the order of a file manager', async () => {
    const { status, body, headers } = await get(site, '/');
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect([...String(body).matchAll(/class="card" href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
      '/1%20Home.png',
      '/2%20Cart%402x.png',
      '/10%20%3CPaid%3E%20%26%20%22done%22.png',
      '/deck.pdf',
      '/notes.md',
      '/film/clip.mp4',
    ]);
    expect(String(body)).toContain('<h2>film</h2>');
    expect(String(body)).toContain('<span class="label">10 &lt;Paid&gt; &amp; &quot;done&quot;</span>');
  });

  test.each([
    ['/1%20Home.png', '<img src="/1%20Home.png" alt="1 Home">'],
    [
      '/2%20Cart%402x.png',
      '<source srcset="/2%20Cart%402x.png 2x"><img src="/2%20Cart%402x.png" alt="2 Cart">',
    ],
    ['/notes.md', '<main data-file="/notes.md" data-name="notes">'],
    ['/deck.pdf', '<script type="module" src="/__stagelink/pages/pdf.js"></script>'],
    ['/film/clip.mp4', '<video src="/film/clip.mp4" controls'],
  ])('shows %s as a page with the agent', async (path, part) => {
    const { body, headers } = await get(site, path);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(String(body)).toMatch(
      /^<!doctype html><html lang="en"><head><script src="\/__stagelink\/agent\.js"/,
    );
    expect(String(body)).toContain(part);
    expect(String(body)).not.toContain('alert(1)');
  });

  test.each(Object.entries(OTHERS))('gives %s the file, byte for byte', async (_who, headers) => {
    for (const [path, content] of Object.entries(HANDED_OVER)) {
      const answer = await get(site, `/${path.split('/').map(encodeURIComponent).join('/')}`, headers);
      expect(String(answer.body)).toBe(content);
    }
  });

  test('keeps page and file apart in caches', async () => {
    const asPage = await get(site, '/deck.pdf');
    const asFile = await get(site, '/deck.pdf', OTHERS['a script']);
    expect(asPage.headers['etag']).not.toBe(asFile.headers['etag']);
    for (const { headers } of [asPage, asFile]) expect(headers['vary']).toContain('Sec-Fetch-Dest');
    expect(
      (await get(site, '/deck.pdf', { ...VISIT, 'If-None-Match': String(asPage.headers['etag']) })).status,
    ).toBe(304);
  });

  test('runs no script but ours', async () => {
    const { headers } = await get(site, '/notes.md');
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toMatch(/script-src http:\/\/[^/ ]+\/__stagelink\/ 'wasm-unsafe-eval';/);
    expect(policy).toContain(site.host.split(':')[0] ?? '');
  });

  test('leads from a page to the one before and after', async () => {
    const body = String((await get(site, '/2%20Cart%402x.png')).body);
    expect(body).toContain('<a rel="prev" href="/1%20Home.png" aria-label="Previous: 1 Home">');
    expect(body).toContain('<span>2 of 6</span>');
    expect(String((await get(site, '/1%20Home.png')).body)).not.toContain('rel="prev"');
  });

  test('lists its files where a path has none', async () => {
    const { status, body } = await get(site, '/nowhere');
    expect(status).toBe(404);
    expect(String(body)).toContain('/deck.pdf');
  });
});

test.each([
  ['a.png', '<img src="/a.png" alt="a">'],
  ['deck.pdf', 'pages/pdf.js'],
])('The only file, %s, opens at the root without a bar', async (name, part) => {
  const site = await createSite(world, { [name]: 'x', 'data.json': '{}' });
  const body = String((await get(site, '/')).body);
  expect(body).toContain(part);
  expect(body).not.toContain('class="bar"');
});

const WEBSITE = { 'index.html': '<h1>Home</h1>', 'a.png': 'png', 'a.md': '# a', 'a.pdf': 'pdf' };

test('In a version with HTML a picture and a text stay files', async () => {
  const site = await createSite(world, WEBSITE);
  for (const path of ['a.png', 'a.md'] as const) {
    expect(String((await get(site, `/${path}`)).body)).toBe(WEBSITE[path]);
  }
});

test.each([
  ['a frame', VISIT],
  ['a service worker that passes the visit of a frame on', { ...VISIT, 'Sec-Fetch-Dest': 'empty' }],
])('In a version with HTML %s gets a page of a PDF, which leads nowhere else', async (_who, headers) => {
  const site = await createSite(world, WEBSITE);
  const page = await get(site, '/a.pdf', headers);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  expect(String(page.body)).toContain('<script src="/__stagelink/agent.js"');
  expect(String(page.body)).toContain('pages/pdf.js');
  expect(String(page.body)).not.toContain('class="bar"');
});

test.each([
  ...Object.entries(OTHERS),
  ['a tab', { ...VISIT, 'Sec-Fetch-Dest': 'document' }],
  ['an embed', { ...VISIT, 'Sec-Fetch-Dest': 'embed' }],
] as [string, Record<string, string>][])(
  'In a version with HTML %s gets a PDF, byte for byte, apart from its page in caches',
  async (_who, headers) => {
    const site = await createSite(world, WEBSITE);
    const file = await get(site, '/a.pdf', headers);
    expect(String(file.body)).toBe('pdf');
    expect(file.headers['vary']).toContain('Sec-Fetch-Dest');
    expect(file.headers['etag']).not.toBe((await get(site, '/a.pdf')).headers['etag']);
  },
);

test('Of many files a list names the first 2,000', async () => {
  const files = Object.fromEntries(Array.from({ length: 2_500 }, (_file, at) => [`${at}.png`, 'x']));
  const site = await createSite(world, files);
  const body = String((await get(site, '/')).body);
  expect(body.match(/class="card"/g)).toHaveLength(2_000);
  expect(body).toContain('2,500 files, the first 2,000 are listed');
});

test('In path mode everything is below the link’s path', async () => {
  const inPath = await worldForTest({ contentMode: 'path', logLevel: 'fatal' });
  const { id, owner } = await createSite(
    inPath,
    { 'a b.png': 'x', 'deck.pdf': 'x' },
    { password: 'open sesame' },
  );
  const { url } = await inPath.as(owner)(openPreview, { id, path: '/deck.pdf' });
  const { pathname, origin } = new URL(url);
  const root = pathname.replace('/deck.pdf', '');
  const { body, headers } = await inPath.fetch({ path: pathname, headers: { Accept: 'text/html' } });
  expect(String(body)).toContain(`<main data-file="${pathname}"`);
  expect(String(body)).toContain(`<a rel="prev" href="${root}/a%20b.png"`);
  expect(String(headers['content-security-policy'])).toContain('sandbox allow-scripts');
  expect(String(headers['content-security-policy'])).toContain(`script-src ${origin}${root}/__stagelink/`);
});
