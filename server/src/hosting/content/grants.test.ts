import {
  deleteSnapshot,
  extendSnapshot,
  openPreview,
  passGate,
  updateSnapshot,
} from '@stagelink/shared/contracts/snapshots';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { change, createSite, publishSite, type TestSite } from '../../testing/site.ts';
import { createWorld, type RawAnswer, type World } from '../../testing/world.ts';

let world: World;
let site: TestSite;
beforeAll(async () => {
  world = await createWorld();
  site = await createSite(
    world,
    { 'index.html': '<p>Secret', 'deep/page.html': '<p>Deep', 'assets/app-1a2b3c4d.js': 'x()' },
    { password: 'open sesame' },
  );
});
afterAll(() => world.close());

const FRAME = { 'Sec-Fetch-Dest': 'iframe', 'Sec-Fetch-Mode': 'navigate' };
const TAB = { 'Sec-Fetch-Dest': 'document', 'Sec-Fetch-Mode': 'navigate' };

const get = (to: { host: string }, path: string, headers: Record<string, string> = {}, method = 'GET') =>
  world.fetch({ path, method, headers: { Host: to.host, ...headers } });

/** Returns the path and query on the content origin at which a preview opens. */
async function entrance(of: TestSite, path?: string): Promise<string> {
  const { url } = await world.as(of.owner)(openPreview, {
    id: of.id,
    ...(path === undefined ? {} : { path }),
  });
  const { host, pathname, search } = new URL(url);
  expect(host).toBe(of.host);
  return pathname + search;
}

const cookieOf = (answer: RawAnswer) => answer.headers['set-cookie']?.[0]?.split(';')[0] ?? '';

async function grantFor(of: TestSite): Promise<string> {
  return cookieOf(await get(of, await entrance(of), TAB));
}

describe('a protected preview', () => {
  test.each([
    ['GET', '/', {}],
    ['HEAD', '/', {}],
    ['GET', '/index.html', { Range: 'bytes=0-3' }],
    ['GET', '/', { 'If-None-Match': '*' }],
    ['GET', '/assets/app-1a2b3c4d.js', {}],
    ['GET', '/nowhere', TAB],
    ['GET', '/deep', {}],
    ['GET', '/%', {}],
    ['GET', '//index.html', {}],
    ['GET', '/%69ndex.html', {}],
    ['GET', '/__stagelink/agent.js', {}],
    ['GET', '/__stagelink/enter/', {}],
    ['GET', '/__stagelink/enterx', {}],
    ['HEAD', '/__stagelink/enter?to=/', {}],
    ['GET', '/__stagelink/entered?to=/', {}],
    ['GET', '/', { Cookie: '__Host-grant=' }],
    ['GET', '/', { Cookie: '__Host-grant=1' }],
    ['GET', '/', { Cookie: '__Host-grant=eyJ9.AAAA' }],
    ['GET', '/', { Cookie: '__Host-session=1; __Host-gate=1' }],
  ])('shows nothing without a grant: %s %s %o', async (method, path, headers) => {
    const answer = await get(site, path, headers as Record<string, string>, method);
    expect(answer.status).toBe(401);
    expect(answer.body.toString()).not.toContain('Secret');
    expect(answer.headers.etag).toBeUndefined();
    expect(answer.headers.location).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('opens once with its ticket, at the requested path', async () => {
    const path = await entrance(site, '/deep/page.html?a=1#b');
    const opened = await get(site, path, TAB);
    expect(opened.status).toBe(303);
    expect(opened.headers.location).toBe('/deep/page.html?a=1#b');
    expect(opened.headers['set-cookie']?.[0]).toMatch(
      /^__Host-grant=[\w.-]+; Path=\/; HttpOnly; Secure; SameSite=None; Partitioned; Max-Age=43200$/,
    );
    expect((await get(site, path, TAB)).status).toBe(401);

    const Cookie = cookieOf(opened);
    const page = await get(site, '/', { Cookie });
    expect(page.body.toString()).toContain('Secret');
    expect(page.headers['cache-control']).toBe('private, no-cache');
    const asset = await get(site, '/assets/app-1a2b3c4d.js', { Cookie });
    expect(asset.headers['cache-control']).toBe('private, no-cache');
    expect(asset.headers['cross-origin-resource-policy']).toBe('same-origin');
  });

  test('opens again with a used ticket while the browser has the grant, as after a reload', async () => {
    const path = await entrance(site);
    const Cookie = cookieOf(await get(site, path, TAB));
    expect((await get(site, path, { ...TAB, Cookie })).headers.location).toBe('/');
  });

  test('in a frame that keeps the cookie redirects to the path, in one that does not offers a new tab', async () => {
    const opened = await get(site, await entrance(site, '/deep/page'), FRAME);
    const next = opened.headers.location ?? '';
    expect(next).toMatch(/^\/__stagelink\/entered\?ticket=/);

    const kept = await get(site, next, { ...FRAME, Cookie: cookieOf(opened) });
    expect(kept.headers.location).toBe('/deep/page');

    const refused = await get(
      site,
      (await get(site, await entrance(site, '/deep/page'), FRAME)).headers.location ?? '',
      FRAME,
    );
    expect(refused.status).toBe(401);
    const page = refused.body.toString();
    expect(page).toContain('Your browser blocks this preview');
    const link =
      /<a href="([^"]+)" target="_blank" rel="noopener">Open in new tab<\/a>/.exec(page)?.[1] ?? '';
    const tab = await get(site, link.replaceAll('&amp;', '&'), TAB);
    expect(tab.headers.location).toBe('/deep/page');
    expect((await get(site, '/', { Cookie: cookieOf(tab) })).status).toBe(200);
  });

  test.each([
    '//evil.example',
    '/\\evil.example',
    '/.//evil.example',
    '/%2f/..//evil.example',
    'https://evil.example',
    '\t//evil.example',
    '/\t/evil.example',
  ])('never redirects to another host: to=%o', async (to) => {
    const Cookie = await grantFor(site);
    const { headers } = await get(site, `/__stagelink/enter?to=${encodeURIComponent(to)}`, { Cookie });
    expect(headers.location).toMatch(/^\/(?![/\\])/);
  });

  test('does not accept the ticket or the grant of another snapshot', async () => {
    const other = await createSite(world, { 'index.html': '<p>x' }, { password: 'other' });
    expect((await get(site, await entrance(other), TAB)).status).toBe(401);
    expect((await get(site, '/', { Cookie: await grantFor(other) })).status).toBe(401);
  });

  test('rejects a cookie that occurs twice', async () => {
    const Cookie = await grantFor(site);
    expect((await get(site, '/', { Cookie: `${Cookie}; ${Cookie}` })).status).toBe(401);
  });

  test('accepts its grant in each of its versions, and in a new one', async () => {
    const own = await createSite(world, { 'index.html': '<p>One' }, { password: 'x' });
    const Cookie = await grantFor(own);
    await publishSite(world.app, own, { 'index.html': '<p>Two' });
    world.app.contentCache.invalidate(own.id);
    expect((await get(own, '/', { Cookie })).body.toString()).toContain('Two');
    const first = { host: `${own.label}-v1.localhost` };
    expect((await get(first, '/')).status).toBe(401);
    expect((await get(first, '/', { Cookie })).body.toString()).toContain('One');
  });

  test('a new password ends every grant and ticket', async () => {
    const own = await createSite(world, { 'index.html': '<p>x' }, { password: 'first' });
    const Cookie = await grantFor(own);
    const ticket = await entrance(own);
    expect((await get(own, '/', { Cookie })).status).toBe(200);
    await change(world.app, own.id, {
      password_sealed: world.app.secrets.seal('second'),
      password_revision: 1,
    });
    world.app.contentCache.invalidate(own.id);
    expect((await get(own, '/', { Cookie })).status).toBe(401);
    expect((await get(own, ticket, TAB)).status).toBe(401);
  });

  test('stays closed after it was public', async () => {
    const own = await createSite(world, { 'index.html': '<p>x' });
    const tag = (await get(own, '/')).headers.etag ?? '';
    await change(world.app, own.id, { password_sealed: world.app.secrets.seal('now'), password_revision: 1 });
    world.app.contentCache.invalidate(own.id);
    expect((await get(own, '/')).status).toBe(401);
    expect((await get(own, '/', { 'If-None-Match': tag })).status).toBe(401);
  });

  test('rejects an expired ticket or grant', async () => {
    const path = await entrance(site);
    await world.app.db('tickets').update({ expires_at: new Date(Date.now() - 1) });
    expect((await get(site, path, TAB)).status).toBe(401);
    const old = world.app.secrets.sign('grant', `${site.id}:0:${Date.now() - 1}`);
    expect((await get(site, '/', { Cookie: `__Host-grant=${old}` })).status).toBe(401);
    const otherPurpose = world.app.secrets.sign('gate', `${site.id}:0:${Date.now() + 60_000}`);
    expect((await get(site, '/', { Cookie: `__Host-grant=${otherPurpose}` })).status).toBe(401);
  });

  test('explains itself in words, without revealing its link', async () => {
    for (const headers of [TAB, FRAME]) {
      const answer = await get(site, '/', headers);
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(answer.body.toString()).toContain('<h1>This preview');
      expect(answer.body.toString()).not.toContain(site.id);
    }
  });
});

describe('requesting a preview', () => {
  test('a stranger is asked for the password, a visitor who passed the gate is let in', async () => {
    await expect(world.as(null)(openPreview, { id: site.id })).rejects.toMatchObject({
      code: 'password_required',
    });
    await expect(world.as(await world.build.user())(openPreview, { id: site.id })).rejects.toMatchObject({
      code: 'password_required',
    });

    const passed = await world.fetch({
      method: passGate.method,
      path: `/s/${site.id}/gate`,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ password: 'open sesame' }),
    });
    const granted = await world.fetch({
      method: 'POST',
      path: `/api/snapshots/${site.id}/preview`,
      headers: { Cookie: cookieOf(passed), Origin: world.app.config.appUrl },
    });
    expect(granted.status).toBe(200);
    const { url } = JSON.parse(granted.body.toString()) as { url: string };
    expect(url).toContain(`${site.host}/__stagelink/enter?ticket=`);
  });

  test('a public snapshot’s preview is its plain URL', async () => {
    const own = await createSite(world, { 'index.html': '<p>x' });
    const at = (input: object) => world.as(null)(openPreview, { id: own.id, ...input });
    expect(await at({})).toEqual({ url: `http://${own.host}/` });
    expect(await at({ path: '/a?b#c' })).toEqual({ url: `http://${own.host}/a?b#c` });
    expect(await at({ path: '//evil.example/' })).toEqual({ url: `http://${own.host}/` });
    expect(await at({ version: 1 })).toEqual({ url: `http://${own.host}/` });
    await publishSite(world.app, own, { 'index.html': '<p>y' });
    expect(await at({ version: 1 })).toEqual({ url: `http://${own.label}-v1.localhost:4600/` });
    await expect(at({ version: 3 })).rejects.toMatchObject({ status: 404 });
  });
});

describe('a change by the owner', () => {
  test('applies to the next request: a password, its removal, and deleting', async () => {
    const own = await createSite(world, { 'index.html': '<p>x' });
    const owner = world.as(own.owner);
    expect((await get(own, '/')).status).toBe(200);
    await owner(updateSnapshot, { id: own.id, password: 'new' });
    expect((await get(own, '/')).status).toBe(401);
    await owner(updateSnapshot, { id: own.id, password: null });
    expect((await get(own, '/')).status).toBe(200);
    await owner(deleteSnapshot, { id: own.id });
    expect((await get(own, '/')).status).toBe(404);
  });

  test('extending an expired snapshot makes it available at once', async () => {
    const own = await createSite(world, { 'index.html': '<p>x' }, { expiresAt: new Date(Date.now() - 1000) });
    expect((await get(own, '/')).status).toBe(410);
    await world.as(own.owner)(extendSnapshot, { id: own.id });
    expect((await get(own, '/')).status).toBe(200);
  });
});
