import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { headingIn, routeField } from '../support/pages/viewer.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const column = (page: Page): Locator => page.getByRole('complementary', { name: 'Pages' });

test('the pages of a prototype are listed, open in the preview and lead back', async ({
  page,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(page, staged);
  await page.getByRole('button', { name: 'Show pages and files' }).click();
  const pages = column(page).getByRole('listitem');
  await expect(pages).toHaveText([
    /^Start page|\/$/,
    /\/about$/,
    /\/work$/,
    /\/work\/boat-shed$/,
    /\/work\/summer-house$/,
  ]);

  await column(page)
    .getByRole('button', { name: /\/about$/ })
    .click();
  await expect(headingIn(page, 'Five people and a long table.')).toBeVisible();
  await expect(routeField(page)).toHaveValue(/^\/about/);
  await expect(column(page).locator('[aria-current=page]')).toContainText('/about');

  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(routeField(page)).toHaveValue('/');
  await expect(bar.getByRole('button', { name: 'Back', exact: true })).toBeDisabled();
  await bar.getByRole('button', { name: 'Forward' }).click();
  await expect(headingIn(page, 'Five people and a long table.')).toBeVisible();

  await routeField(page).fill('work/boat-shed.html');
  await routeField(page).press('Enter');
  await expect(column(page).locator('[aria-current=page]')).toContainText('/work/boat-shed');
  await routeField(page).fill('https://elsewhere.example/');
  await routeField(page).press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Enter a path of this prototype, such as /pricing.');
  await routeField(page).press('Escape');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('Forward, pressed while the page of Back is still loading, leads forward', async ({
  page,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(page, staged);
  await routeField(page).fill('/about');
  await routeField(page).press('Enter');
  await expect(headingIn(page, 'Five people and a long table.')).toBeVisible();

  const release = Promise.withResolvers<void>();
  const isStart = (url: URL) => url.pathname === '/' && url.origin !== new URL(page.url()).origin;
  await page.route(isStart, async (route) => {
    await release.promise;
    await route.continue();
  });
  const bar = page.getByRole('banner');
  const start = page.waitForRequest((request) => isStart(new URL(request.url())));
  await bar.getByRole('button', { name: 'Back', exact: true }).click();
  await start;
  const about = page.waitForRequest((request) => new URL(request.url()).pathname.startsWith('/about'));
  await bar.getByRole('button', { name: 'Forward' }).click();
  release.resolve();
  await about;
  await expect(headingIn(page, 'Five people and a long table.')).toBeVisible();
  await expect(routeField(page)).toHaveValue(/^\/about/);
});

test('a picture opens in the preview, and Back leads back', async ({ page, owner, prototype }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(page, staged);
  await routeField(page).fill('/images/mark.svg');
  await routeField(page).press('Enter');
  await expect(previewOf(page).locator('svg')).toBeVisible();
  await expect(routeField(page)).toHaveValue('/images/mark.svg');
  const bar = page.getByRole('banner');
  await bar.getByRole('button', { name: 'Back', exact: true }).click();
  await expect(headingIn(page, /./).first()).toBeVisible();
  await expect(routeField(page)).toHaveValue('/');
  await bar.getByRole('button', { name: 'Forward' }).click();
  await expect(previewOf(page).locator('svg')).toBeVisible();
});

test('files are a tree that keys walk; a page opens in the preview', async ({ page, owner, prototype }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(page, staged);
  await page.getByRole('button', { name: 'Show pages and files' }).click();
  await column(page).getByRole('tab', { name: 'Files' }).click();
  const files = page.getByRole('complementary', { name: 'Files' });
  const item = (name: string | RegExp) => files.getByRole('treeitem', { name, exact: true });
  await expect(item('work')).toHaveAttribute('aria-expanded', 'true');

  await item('css').focus();
  await page.keyboard.press('End');
  await expect(item(/^index\.html/).last()).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowLeft');
  await expect(item('css')).toHaveAttribute('aria-expanded', 'false');
  await expect(item(/^style\.css/)).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect(item(/^style\.css/)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(item('css')).toBeFocused();

  await item(/^about\.html/).click();
  await expect(headingIn(page, 'Five people and a long table.')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('pages that only links lead to are listed, and open as their links do', async ({
  page,
  owner,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  const rooms = '<!doctype html><title>Rooms</title><h1>Rooms</h1><main></main>';
  const links = `<script>
    const show = () => { document.querySelector('h1').textContent = location.hash || 'Rooms'; };
    addEventListener('hashchange', show); show();
    document.querySelector('main').innerHTML = '<a href="#/attic">Attic</a> <a href="#/cellar">Cellar</a>';
  </script>`;
  await writeFile(path.join(folder, 'rooms.html'), rooms + links);
  const staged = await owner.stage(folder, '--no-password');
  await openLink(page, staged);
  await routeField(page).fill('/rooms.html');
  await routeField(page).press('Enter');
  await page.getByRole('button', { name: 'Show pages and files' }).click();
  const cellar = column(page).getByRole('button', { name: /cellar/ });
  await cellar.click();
  await expect(headingIn(page, '#/cellar')).toBeVisible();
  await expect(cellar).toHaveAttribute('aria-current', 'page');
  await expect(column(page).getByRole('button', { name: /attic/ })).toBeVisible();
});

test('on a phone a page that is opened closes the sheet', async ({ page, owner, prototype }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(page, staged);
  await page.getByRole('button', { name: 'Show pages and files' }).click();
  await expect(column(page).getByRole('textbox', { name: 'Path in the prototype' })).toBeVisible();
  await column(page)
    .getByRole('button', { name: /\/about$/ })
    .click();
  await expect(headingIn(page, 'Five people and a long table.')).toBeVisible();
  await expect(page.getByRole('complementary')).toHaveCount(0);
});
