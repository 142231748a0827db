import { expect, test } from 'vitest';
import { PageBuilder, type CapturedPage } from './pageBuilder.ts';
import { placeholder } from './protocol.ts';
import { pageFiles, snapshotFiles } from './snapshotFiles.ts';

const NONCE = 'a1b2c3d4e5f60718293a4b5c6d7e8f90';
const file = (id: number) => placeholder(NONCE, id);
const NOW = new Date('2026-11-24T20:00:00Z');
const COUNTS = { typed: 0, blanked: 0, secret: 0, repeated: 0, tokens: 0 };
const PNG = btoa('\x89PNG rest');

const page = (html: string, address = 'https://shop.example/a?token=private#here') => ({
  type: 'page' as const,
  html,
  title: 'Shop',
  address,
  width: 1280,
  height: 800,
  counts: COUNTS,
});

async function textsOf({ files }: { files: CapturedPage['files'] }) {
  const texts = await Promise.all(files.map(async ({ path, bytes }) => [path, await bytes.text()] as const));
  return Object.fromEntries(texts);
}

test('files are named for their content, and equal ones are stored once', async () => {
  const builder = new PageBuilder(NONCE);
  await builder.addBytes(0, 'image/png', PNG);
  await builder.addBytes(1, 'image/png', PNG);
  const built = await builder.build(page(`<img src="${file(0)}"><img src="${file(1)}">`), NOW);
  expect(built.files.map(({ path }) => path)).toEqual([expect.stringMatching(/^assets\/[0-9a-f]{20}\.png$/)]);
  expect(built.html.match(/src="\/assets\/[0-9a-f]{20}\.png"/g)).toHaveLength(2);
});

test('style sheets refer to their own files, also when they import each other', async () => {
  const builder = new PageBuilder(NONCE);
  builder.addText(0, 'style', `@import "${file(1)}"; a{background:url("${file(2)}")}`);
  builder.addText(1, 'style', `@import "${file(0)}";`);
  await builder.addBytes(2, 'image/png', PNG);
  const built = await builder.build(page(`<link rel="stylesheet" href="${file(0)}">`), NOW);
  const texts = await textsOf(built);
  expect(Object.keys(texts)).toHaveLength(3);
  for (const text of Object.values(texts)) {
    for (const [, path = ''] of text.matchAll(/"\/(assets\/[^"]+)"/g)) expect(texts).toHaveProperty([path]);
  }
});

test('a missing file is a request to nothing, and a frame of another website a marked gap', async () => {
  const builder = new PageBuilder(NONCE);
  builder.addMissing(0, { url: 'https://cdn.example/a.png', reason: 'blocked', bytes: 0 });
  builder.addMissing(1, { url: 'https://video.example<script>', reason: 'frame', bytes: 0 });
  const built = await builder.build(page(`<img src="${file(0)}"><iframe src="${file(1)}">`), NOW);
  expect(built.html).toContain('<img src="data:,">');
  const gap = Object.values(await textsOf(built)).join('');
  expect(gap).toContain('was not captured');
  expect(gap).not.toContain('<script');
  expect(built.missing).toHaveLength(2);
});

test('content cannot pose as a page, and names come from content alone', async () => {
  const builder = new PageBuilder(NONCE);
  const evil = btoa('<script>alert(1)</script>');
  await builder.addBytes(0, 'text/html; ../../x.html', evil);
  await builder.addBytes(1, 'image/../../png', evil);
  const built = await builder.build(page(`<img src="${file(0)}"><img src="${file(1)}">`), NOW);
  for (const { path } of built.files) expect(path).toMatch(/^assets\/[0-9a-f]{20}\.bin$/);
});

test('the description of a capture holds no query, and another nonce names no file', async () => {
  const builder = new PageBuilder(NONCE);
  const other = placeholder('0'.repeat(32), 0);
  const built = await builder.build(page(`<p>${other}</p>`), NOW);
  expect(built.html).toContain(other);
  const texts = await textsOf({ files: snapshotFiles([built]) });
  expect(JSON.parse(texts['stagelink-capture.json'] ?? '')).toEqual({
    pages: [
      {
        file: 'index.html',
        address: 'https://shop.example/a',
        title: 'Shop',
        capturedAt: NOW.toISOString(),
        viewport: { width: 1280, height: 800 },
      },
    ],
  });
});

test('several pages get names from their addresses and link to each other', async () => {
  const build = (html: string, address: string) => new PageBuilder(NONCE).build(page(html, address), NOW);
  const pages = [
    await build('<a href="https://shop.example/about/us?x=1#team">About</a>', 'https://shop.example/'),
    await build('<a href="https://shop.example/">Home</a>', 'https://shop.example/about/us?x=1'),
    await build('', 'https://shop.example/About-Us.html'),
    await build('', 'https://shop.example/index.html'),
  ];
  expect([...pageFiles(pages).values()]).toEqual([
    'index.html',
    'about-us.html',
    'about-us-2.html',
    'index-2.html',
  ]);
  const texts = await textsOf({ files: snapshotFiles(pages) });
  expect(texts['about-us.html']).toContain('href="/index.html"');
  expect(texts['index.html']).toContain('href="/about-us.html#team"');
});

test('pages that differ by their query or their route are linked one by one', async () => {
  const links = [
    '?page=1',
    '?page=2',
    '?page=2&token=SECRET1&utm_source=mail',
    '?page=3',
    '#/settings',
    '#top',
  ];
  const html = links.map((href) => `<a href="${href}">${href}</a>`).join('');
  const build = (address: string) => new PageBuilder(NONCE).build(page(html, address), NOW);
  const shop = 'https://shop.example/list';
  const pages = [
    await build(`${shop}?page=1&session=SECRET1`),
    await build(`${shop}?page=2`),
    await build(`${shop}?page=2#/settings`),
  ];
  expect(pages.map(({ address }) => address)).toEqual([shop, shop, shop]);
  const files = snapshotFiles(pages);
  const hrefs = async (path: string) =>
    Array.from((await textsOf({ files }))[path]?.matchAll(/href="([^"]*)"/g) ?? [], ([, href]) => href);
  expect(await hrefs('list.html')).toEqual([
    '/index.html',
    '/list.html',
    '/list.html',
    '?page=3',
    '/list-settings.html',
    '#top',
  ]);
  expect(JSON.stringify(await textsOf({ files: files.slice(-1) }))).not.toMatch(/page=|SECRET/);
});

test('a page larger than any plan takes is refused while it is read', async () => {
  const builder = new PageBuilder(NONCE);
  const text = 'a'.repeat(30 * 1024 * 1024);
  for (const id of [0, 1, 2]) builder.addText(id, 'style', text);
  expect(() => builder.addText(3, 'style', text)).toThrow('This page is larger than 100 MB');
});

test('the page of a frame brings its files and what is missing, and a frame may be a picture', async () => {
  const frame = new PageBuilder('0f'.repeat(16));
  await frame.addBytes(0, 'image/png', PNG);
  frame.addMissing(1, { url: 'https://cdn.example/a.png', reason: 'blocked', bytes: 0 });
  const inner = await frame.build(
    {
      ...page(`<img src="${placeholder('0f'.repeat(16), 0)}"><script>1</script>`),
      counts: { ...COUNTS, blanked: 2, typed: 3 },
    },
    NOW,
  );
  const builder = new PageBuilder(NONCE);
  await builder.addPage(0, inner);
  await builder.addFramePicture(1, 'https://video.example', new Uint8Array([1, 2, 3]));
  const built = await builder.build(
    page(`<iframe src="${file(0)}"></iframe><iframe src="${file(1)}"></iframe>`),
    NOW,
  );
  const texts = await textsOf(built);
  const pages = Object.entries(texts).filter(([path]) => path.endsWith('.html'));
  expect(built.html.match(/src="\/assets\/[0-9a-f]{20}\.html"/g)).toHaveLength(2);
  expect(pages).toHaveLength(2);
  for (const [, html] of pages) {
    const [, path = ''] = /src="\/(assets\/[0-9a-f]{20}\.png)"/.exec(html) ?? [];
    expect(texts).toHaveProperty([path]);
    expect(html).not.toContain('<script');
  }
  expect(built.missing.map(({ reason }) => reason)).toEqual(['blocked', 'pictured']);
  expect(built.counts).toEqual({ ...COUNTS, blanked: 2, typed: 3 });
});
