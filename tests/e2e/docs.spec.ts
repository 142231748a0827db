import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { confirmAddress } from '../support/mail.ts';
import { commandsOf, namedCommandsOf, runInTerminal } from '../support/docsCommands.ts';
import { expect, test } from '../support/story.ts';
import { zipOf } from '../support/zipOf.ts';
import { watchTraffic } from '../support/watchTraffic.ts';
import { LONG } from '../support/longForm.ts';

const SECTIONS = [
  ['/docs', 'Getting Started'],
  ['/docs/project-organization', 'Project Organization'],
  ['/docs/snapshot-management', 'Snapshot Management'],
  ['/docs/comments-collaboration', 'Comments & Collaboration'],
  ['/docs/review-workflows', 'Review Workflows'],
  ['/docs/best-practices', 'Best Practices'],
  ['/docs/troubleshooting', 'Troubleshooting'],
] as const;
const PHONE = { width: 390, height: 844 };

const sidewaysScroll = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

test('the reference has a page for each subject, and tries a call with an access token', async ({
  owner,
  page,
  server,
}) => {
  const { foreign, complaints } = watchTraffic(page, server.url);
  await page.goto('/docs/api');
  await expect(page.getByRole('heading', { level: 1, name: 'API reference' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Projects' }).click();
  const list = page.getByRole('heading', { name: /^GET \/api\/projects(?!\/)/ });
  const tried = list.locator('xpath=following-sibling::details[summary="Try it"][1]');
  await tried.getByText('Try it').click();
  await tried.getByRole('textbox', { name: 'Access token' }).fill('stl_pat_wrong');
  await tried.getByRole('button', { name: 'Send' }).click();
  await expect(tried.locator('pre')).toContainText('"code": "unauthenticated"');
  expect(complaints).toHaveLength(1);
  await tried.getByRole('textbox', { name: 'Access token' }).fill(owner.account.token);
  await tried.getByRole('button', { name: 'Send' }).click();
  await expect(tried.locator('pre')).toContainText(/^200 OK, \d+ ms\n/);
  expect(foreign).toEqual([]);
});

test('a call is found by its path, and the document for programs names this server', async ({
  page,
  request,
  server,
}) => {
  await page.goto('/docs');
  await page.keyboard.press('/');
  await page.keyboard.type('finalize an upload');
  await expect(
    page.getByRole('listbox', { name: 'Search results' }).getByRole('option').first(),
  ).toContainText('POST /api/uploads/{uploadId}/finalize');
  const document = (await (await request.get('/docs/api/openapi.json')).json()) as object;
  expect(document).toMatchObject({ openapi: '3.1.0', servers: [{ url: server.url }] });
});

test('the seven sections are in the first HTML, with title, description and canonical', async ({
  request,
  server,
}) => {
  for (const [at, title] of SECTIONS) {
    const html = await (await request.get(at)).text();
    const inHtml = title.replace('&', '&amp;');
    expect(html).toContain(`<h1>${inHtml}</h1>`);
    expect(html).toContain(`<title>${inHtml} · Stagelink docs</title>`);
    expect(html).toContain(`<link rel="canonical" href="${server.url}${at}">`);
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}">/);
  }
  const sitemap = await (await request.get('/sitemap.xml')).text();
  for (const [at] of SECTIONS) expect(sitemap).toContain(`<loc>${server.url}${at}</loc>`);
  const overview = await (await request.get('/llms.txt')).text();
  for (const [, title] of SECTIONS) expect(overview).toContain(`[${title}](${server.url}/docs/`);
});

test('the docs can be read without JavaScript', async ({ browser, server }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: server.url });
  const page = await context.newPage();
  await page.goto('/docs');
  await page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Review Workflows' })
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Review Workflows' })).toBeVisible();
  await expect(page.getByRole('searchbox')).toHaveCount(0);
  await context.close();
});

test('the search finds a heading and opens it by keyboard alone', async ({ page, server }) => {
  const { foreign, complaints } = watchTraffic(page, server.url);
  await page.goto('/docs');
  await page.keyboard.press('/');
  const field = page.getByRole('combobox', { name: 'Search the docs' });
  await expect(field).toBeFocused();
  await page.keyboard.type('review dead');
  const results = page.getByRole('listbox', { name: 'Search results' }).getByRole('option');
  await expect(results.first()).toContainText('Review Workflows');
  await expect(results.nth(1)).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(results.nth(1)).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('ArrowUp');
  const chosen = await results.first().locator('strong').textContent();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/docs\/review-workflows#/);
  const heading = page.getByRole('heading', { level: 2, name: chosen?.split(' › ')[1] ?? '' }).first();
  await expect(heading).toBeInViewport();

  await page.keyboard.press('/');
  await page.keyboard.type('zzzz');
  await expect(page.getByText('No results for “zzzz”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  expect(foreign).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a page and a block of code can be copied', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: server.url });
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/docs');
  await page.getByRole('button', { name: 'Copy as Markdown' }).click();
  await expect(page.getByText('Page copied as Markdown')).toBeVisible();
  expect(await copied()).toContain(`stagelink --server ${server.url} login`);
  await page.getByRole('button', { name: 'Copy code' }).first().click();
  await expect(page.getByText('Copied', { exact: true })).toBeVisible();
  expect(await copied()).toBe(`curl -F file=@site.zip ${server.url}/api/try`);
});

test('a heading links to itself, and the page says where the reader is', async ({ page }) => {
  await page.goto('/docs/snapshot-management');
  await page.getByRole('heading', { name: 'Expiry' }).getByRole('link').click();
  await expect(page).toHaveURL(/#expiry$/);
  await expect(page.getByRole('navigation', { name: 'On this page' }).locator('[aria-current]')).toHaveText(
    'Expiry',
  );
});

for (const [name, size] of [
  ['desktop', { width: 1440, height: 900 }],
  ['phone', PHONE],
] as const) {
  test(`the docs fit a ${name}, in both themes`, size === PHONE ? {} : LONG, async ({ page }) => {
    await page.setViewportSize(size);
    for (const at of [...SECTIONS.map(([at]) => at), '/docs/api', '/docs/api/staging']) {
      await page.goto(at);
      for (const part of await page.locator('article summary').all()) await part.click();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  });
}

test('on a phone the sections are one tap away', async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto('/docs');
  await page.locator('summary').click();
  await page.getByRole('link', { name: 'Best Practices' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Best Practices' })).toBeVisible();
  await page.locator('summary').click();
  await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toHaveAttribute(
    'href',
    '/dashboard',
  );
});

test('the app links to the docs', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  await page.getByRole('link', { name: 'Docs' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Getting Started' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('every command of the docs runs on a computer where Stagelink was never used', async ({
  owner,
  enterAs,
  mailbox,
  server,
}) => {
  test.slow();
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-docs-home-'));
  const browser = await enterAs(owner.account);
  await confirmAddress(browser, mailbox, owner.account);
  /** A new folder with Stagelink’s source, a prototype and a zip. */
  const folderFor = async (section: string) => {
    const folder = path.join(home, section);
    await mkdir(folder);
    await symlink(path.resolve('cli'), path.join(folder, 'cli'));
    await cp(path.resolve('tests/prototypes/multi-page'), path.join(folder, 'my-prototype'), {
      recursive: true,
    });
    await writeFile(path.join(folder, 'site.zip'), await zipOf('index.html', '<h1>Site</h1>'));
    return folder;
  };
  let hasAllowed = false;
  /** What the person does in the browser that “login” opens. */
  const allow = (output: string) => {
    const [address] = /http\S+\/authorize\?\S+/.exec(output) ?? [];
    if (address === undefined || hasAllowed) return;
    hasAllowed = true;
    void browser.goto(address).then(() => browser.getByRole('button', { name: 'Allow' }).click());
  };

  const slugs = SECTIONS.map(([at]) => (at === '/docs' ? 'getting-started' : path.basename(at)));
  for (const slug of slugs) {
    const commands = await commandsOf(slug, server.url);
    if (commands.length === 0) continue;
    // Other sections are about a folder that was staged, as the first one shows.
    const before = slug === 'getting-started' ? [] : ['stagelink stage my-prototype'];
    const folder = await folderFor(slug);
    const ran = await runInTerminal([...before, ...commands], { home, folder, onOutput: allow });
    expect(ran.code, `${slug}:\n${ran.output}`).toBe(0);
    // curl succeeds with an error of the server too.
    if (slug === 'getting-started') expect(ran.output).toContain('"claimUrl"');
    const named = (await namedCommandsOf(slug)).map((name) => `stagelink ${name} --help`);
    const helped = await runInTerminal(named, { home, folder });
    expect(helped.code, `${slug}:\n${helped.output}`).toBe(0);
  }
  expect(hasAllowed).toBe(true);
  await rm(home, { recursive: true, force: true });
});
