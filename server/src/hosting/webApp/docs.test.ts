import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../testing/world.ts';
import { createWeb } from './web.ts';

let world: World;
let dist: string;

const page = (at: string, title: string) => ({
  path: at,
  title,
  description: `About ${title} & "more"`,
  html: '<html><!--head--><title>Docs</title><!--/head--><a href="{APP_URL}/login">Sign In</a></html>',
});

beforeAll(async () => {
  world = await createWorld();
  dist = await mkdtemp(path.join(tmpdir(), 'stagelink-docs-'));
  await mkdir(path.join(dist, 'docs'));
  await writeFile(
    path.join(dist, 'index.html'),
    '<!doctype html><!--head--><title>App</title><!--/head--><!--stage--><div id="root"></div>',
  );
  await writeFile(
    path.join(dist, 'docs.json'),
    JSON.stringify([page('/docs', 'Start'), page('/docs/tips', 'Tips')]),
  );
  await writeFile(path.join(dist, 'docs/tips.md'), '# Tips\n\n[Sign in]({APP_URL}/login)\n');
  await writeFile(path.join(dist, 'llms.txt'), '[Tips]({APP_URL}/docs/tips.md)');
  world.app.web = createWeb(world.app, dist);
});
afterAll(async () => {
  await world.close();
  await rm(dist, { recursive: true });
});

const get = async (at: string, headers: Record<string, string> = { Accept: '*/*' }) => {
  const { status, headers: sent, body } = await world.fetch({ path: at, headers });
  return { status, sent, text: body.toString() };
};

test('a page of the documentation has its own head, names this server and may be listed', async () => {
  const { appUrl } = world.app.config;
  const { status, sent, text } = await get('/docs/tips');
  expect(status).toBe(200);
  expect(sent['content-type']).toBe('text/html; charset=utf-8');
  expect(sent['x-robots-tag']).toBeUndefined();
  expect(sent['content-security-policy']).toContain("script-src 'self'");
  expect(text).toContain('<title>Tips · Stagelink docs</title>');
  expect(text).toContain('content="About Tips &amp; &quot;more&quot;"');
  expect(text).toContain(`<link rel="canonical" href="${appUrl}/docs/tips">`);
  expect(text).toContain(`<a href="${appUrl}/login">`);
  expect((await get('/docs/tips/')).text).toBe(text);
  expect((await get('/docs')).text).toContain('<title>Start · Stagelink docs</title>');
});

test('a section that does not exist shows the app, which names the address', async () => {
  expect((await get('/docs/nothing')).text).toContain('<div id="root">');
});

test('the sitemap lists the documentation', async () => {
  const { text } = await get('/sitemap.xml');
  expect(text).toContain(`<loc>${world.app.config.appUrl}/docs</loc>`);
  expect(text).toContain(`<loc>${world.app.config.appUrl}/docs/tips</loc>`);
});

test('programs read Markdown with the address of this server', async () => {
  const { appUrl } = world.app.config;
  const markdown = await get('/docs/tips.md');
  expect(markdown.sent['content-type']).toBe('text/markdown; charset=utf-8');
  expect(markdown.text).toContain(`[Sign in](${appUrl}/login)`);
  expect((await get('/llms.txt')).text).toBe(`[Tips](${appUrl}/docs/tips.md)`);
  expect((await get('/docs.json')).status).toBe(404);
});

test('support leads to the documentation, or to the operator’s address', async () => {
  expect((await get('/support')).sent.location).toBe('/docs/troubleshooting');
  const own = await createWorld({ supportEmail: 'help@example.com' });
  const { status, headers } = await own.fetch({ path: '/support', headers: {} });
  expect(status).toBe(303);
  expect(headers.location).toBe('mailto:help%40example.com');
  await own.close();
});
