import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PICTURE_TYPE, putPicture } from '@stagelink/shared/contracts/pictures';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgeWebp } from '../../testing/forgeWebp.ts';
import { createSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type World } from '../../testing/world.ts';
import { createWeb } from './web.ts';

let world: World;
let dist: string;
let open: TestSite;
let locked: TestSite;
let expired: TestSite;

beforeAll(async () => {
  world = await createWorld();
  dist = await mkdtemp(path.join(tmpdir(), 'stagelink-dist-'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<!doctype html><!--head--><title>App</title><!--/head--><!--stage--><div id="root"></div>',
  );
  world.app.web = createWeb(world.app, dist);
  const files = { 'index.html': '<p>Home' };
  open = await createSite(world, files);
  locked = await createSite(world, files, { password: 'open sesame' });
  expired = await createSite(world, files);
  await world.app
    .db('snapshots')
    .where({ id: expired.id })
    .update({ expires_at: new Date(0) });
});
afterAll(async () => {
  await world.close();
  await rm(dist, { recursive: true });
});

/** Headers these programs send when a link is posted. */
const PROGRAMS: [string, Record<string, string>][] = [
  [
    'Slack',
    {
      'User-Agent': 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
      Accept: '*/*',
      Range: 'bytes=0-32768',
    },
  ],
  ['WhatsApp', { 'User-Agent': 'WhatsApp/2.23.20.0', Accept: '*/*' }],
  [
    'iMessage',
    {
      'User-Agent':
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_11_1) AppleWebKit/601.2.4 (KHTML, like Gecko) Version/9.0.1 Safari/601.2.4 facebookexternalhit/1.1 Facebot Twitterbot/1.0',
      Accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
    },
  ],
  [
    'Teams',
    {
      'User-Agent':
        'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
      Accept: '*/*',
    },
  ],
  [
    'Discord',
    { 'User-Agent': 'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)', Accept: '*/*' },
  ],
  ['curl', { 'User-Agent': 'curl/8.14.1', Accept: '*/*' }],
];

const head = async (address: string, headers: Record<string, string> = { Accept: '*/*' }) => {
  const { status, headers: received, body } = await world.fetch({ path: address, headers });
  return { status, type: received['content-type'], robots: received['x-robots-tag'], html: body.toString() };
};

const contentOf = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)">`).exec(html)?.[1];

describe.each(PROGRAMS)('%s', (_program, headers) => {
  test('shows the name, the owner and the picture of an open snapshot', async () => {
    const { status, type, html } = await head(`/s/${open.id}`, headers);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(html).toContain('<title>A site · Stagelink</title>');
    expect(contentOf(html, 'og:title')).toBe('A site · Stagelink');
    expect(contentOf(html, 'og:description')).toContain('A prototype by ');
    expect(contentOf(html, 'og:url')).toBe(`http://localhost:4600/s/${open.id}`);
    expect(contentOf(html, 'og:image')).toBe('http://localhost:4600/card.png');
    expect(contentOf(html, 'twitter:card')).toBe('summary_large_image');
  });

  test('gets the headers of the page by HEAD', async () => {
    const {
      status,
      headers: received,
      body,
    } = await world.fetch({
      path: `/s/${open.id}`,
      method: 'HEAD',
      headers,
    });
    expect([status, received['content-type'], body.length]).toEqual([200, 'text/html; charset=utf-8', 0]);
  });
});

test('protected, expired and unknown snapshots show the same neutral card', async () => {
  const cards = await Promise.all(
    [locked.id, expired.id, 'unknown00000'].map(async (id) => (await head(`/s/${id}`)).html),
  );
  expect(new Set(cards).size).toBe(1);
  expect(cards[0]).toContain('<title>Stagelink</title>');
  expect(cards[0]).not.toContain('A site');
  expect(cards[0]).not.toContain('canonical');
});

test('an owner whose name is an email address stays unnamed', async () => {
  const own = await createSite(world, { 'index.html': '' });
  await world.app.db('users').where({ id: own.owner.id }).update({ name: 'ada@example.com' });
  const { html } = await head(`/s/${own.id}`);
  expect(contentOf(html, 'og:description')).toMatch(/^A prototype\. Open it/);
  expect(html).not.toContain('ada@example.com');
});

test('a protected snapshot keeps its name out of the head for its owner too', async () => {
  const { html } = await head(`/s/${locked.id}`, {
    Accept: 'text/html',
    Cookie: `__Host-session=${locked.owner.secret}`,
  });
  expect(html).toContain('<title>Stagelink</title>');
  expect(contentOf(html, 'og:title')).toBe('Stagelink');
});

test('an open snapshot shows the picture of its first page, which programs without a session can load', async () => {
  const own = await createSite(world, { 'index.html': '' });
  const picture = { type: PICTURE_TYPE, body: forgeWebp() };
  await world.as(own.owner)(putPicture, { id: own.id, version: 1 }, picture);
  const { html } = await head(`/s/${own.id}`);
  const address = new URL(contentOf(html, 'og:image') ?? '');
  expect(address.pathname).not.toContain('/s/');
  expect(contentOf(html, 'og:image:width')).toBe('1280');
  const loaded = await world.fetch({ path: address.pathname + address.search, headers: { Accept: '*/*' } });
  expect([loaded.status, loaded.headers['content-type']]).toEqual([200, 'image/webp']);
});

test('names that are read from right to left do not turn the sentence around them', async () => {
  const own = await createSite(world, { 'index.html': '' });
  await world.app.db('snapshots').where({ id: own.id }).update({ name: 'דף הבית' });
  await world.app.db('users').where({ id: own.owner.id }).update({ name: 'עידו' });
  const { html } = await head(`/s/${own.id}`);
  expect(contentOf(html, 'og:title')).toBe('\u2068דף הבית\u2069 · Stagelink');
  expect(contentOf(html, 'og:description')).toContain('A prototype by \u2068עידו\u2069. ');
});

test('names cannot inject HTML into the head', async () => {
  const own = await createSite(world, { 'index.html': '' });
  const hostile = `"><script>alert(1)</script>$&'`;
  await world.app.db('snapshots').where({ id: own.id }).update({ name: hostile });
  await world.app.db('users').where({ id: own.owner.id }).update({ name: hostile });
  const { html } = await head(`/s/${own.id}`);
  expect(html).not.toContain('<script>alert');
  expect(contentOf(html, 'og:title')).toBe(
    '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;$&amp;&#39; · Stagelink',
  );
});

test('a link to a place in a snapshot names the snapshot, without what follows its address', async () => {
  const { html } = await head(`/s/${open.id}/pricing?token=secret`);
  expect(contentOf(html, 'og:url')).toBe(`http://localhost:4600/s/${open.id}`);
  expect(html.replace(/<iframe.*/, '')).not.toContain('secret');
});

test('search engines list the public pages, and no snapshot', async () => {
  const landing = await head('/?utm_source=x');
  expect(landing.robots).toBeUndefined();
  expect(landing.html).toContain('<link rel="canonical" href="http://localhost:4600/">');
  for (const address of [`/s/${open.id}`, `/viewer/${open.id}/a`, '/dashboard', '/any/other'])
    expect((await head(address)).robots).toBe('noindex');

  const robots = await world.fetch({ path: '/robots.txt' });
  expect(robots.headers['content-type']).toBe('text/plain; charset=utf-8');
  expect(robots.body.toString()).toContain('Sitemap: http://localhost:4600/sitemap.xml');
  expect(robots.body.toString()).not.toContain('/s/');
  const map = await world.fetch({ path: '/sitemap.xml' });
  expect(map.headers['content-type']).toBe('application/xml; charset=utf-8');
  expect(map.body.toString()).toContain('<loc>http://localhost:4600/</loc>');
});
