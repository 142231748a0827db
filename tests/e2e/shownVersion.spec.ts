import type { Page } from '@playwright/test';
import { titledPage } from '../support/htmlPage.ts';
import { commentReply, composer, pageCommentField } from '../support/pages/comments.ts';
import { commentButton, headingIn, routeField } from '../support/pages/viewer.ts';
import { expect, previewOf, startPicking, test as story } from '../support/story.ts';

/** The version that the viewer names is the one it shows, whatever the prototype does. */

interface Folders {
  /** Writes the files of the prototype and stages it. */
  stage: (files: Record<string, string>) => Promise<{ url: string }>;
}

const test = story.extend<Folders>({
  stage: async ({ owner, writeFolder }, use) =>
    use(async (files) => owner.stage(await writeFolder(files), '--no-password', '--name', 'Shown')),
});

const version = (page: Page, number: number) =>
  page.getByRole('button', { name: new RegExp(`^Version ${number}\\b.*see all versions`) });
const kept = (page: Page) => page.getByText(/^This page comes from/);

const WORKERS = {
  'cache-first': `
    self.addEventListener('install', (event) => {
      self.skipWaiting();
      event.waitUntil(caches.open('shell').then((cache) => cache.addAll(['./', 'index.html'])));
    });
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('fetch', (event) => event.respondWith(
      caches.match(event.request, { ignoreSearch: true }).then((found) => found || fetch(event.request)),
    ));`,
  'stale-while-revalidate': `
    self.addEventListener('install', () => self.skipWaiting());
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('fetch', (event) => event.respondWith((async () => {
      const cache = await caches.open('pages');
      const fresh = fetch(event.request).then(async (response) => {
        await cache.put(event.request, response.clone());
        return response;
      });
      return (await cache.match(event.request)) ?? fresh;
    })()));`,
};

const withWorker = (title: string) =>
  titledPage(
    title,
    `<p id="kept"></p><script>
      (async () => {
        const { serviceWorker } = navigator;
        const controlled = new Promise((resolve) => serviceWorker.addEventListener('controllerchange', resolve));
        await serviceWorker.register('sw.js');
        if (!serviceWorker.controller) await controlled;
        await fetch('./');
        const page = await caches.match('./', { ignoreSearch: true });
        document.getElementById('kept').textContent = page ? 'Kept' : 'Not kept';
      })();
    </script>`,
  );

for (const [name, worker] of Object.entries(WORKERS)) {
  test(`a page that a ${name} service worker keeps is replaced by the new version`, async ({
    stage,
    visitor: page,
  }) => {
    const { url } = await stage({ 'index.html': withWorker('One'), 'sw.js': worker });
    await page.goto(url);
    await expect(headingIn(page, 'One')).toBeVisible();
    await expect(previewOf(page).locator('#kept')).toHaveText('Kept');

    await stage({ 'index.html': withWorker('Two'), 'sw.js': worker });
    await expect(headingIn(page, 'Two')).toBeVisible();
    await expect(version(page, 2)).toBeVisible();

    // The new page has a worker as well, which keeps it.
    await expect(previewOf(page).locator('#kept')).toHaveText('Kept');
    await stage({ 'index.html': withWorker('Three'), 'sw.js': worker });
    await expect(headingIn(page, 'Three')).toBeVisible();
    await page.reload();
    await expect(headingIn(page, 'Three')).toBeVisible();
    await expect(version(page, 3)).toBeVisible();
    await expect(kept(page)).toHaveCount(0);
  });
}

test('a version staged while the viewer is closed replaces what the worker kept', async ({
  stage,
  visitor: page,
}) => {
  const worker = WORKERS['cache-first'];
  const { url } = await stage({ 'index.html': withWorker('One'), 'sw.js': worker });
  await page.goto(url);
  await expect(previewOf(page).locator('#kept')).toHaveText('Kept');
  await page.goto('about:blank');
  await stage({ 'index.html': withWorker('Two'), 'sw.js': worker });
  await page.goto(url);
  await expect(headingIn(page, 'Two')).toBeVisible();
  await expect(version(page, 2)).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
});

test('a worker that answers for every navigation with a page it keeps, also for the renewal page, is removed', async ({
  stage,
  visitor: page,
}) => {
  const worker = `
    self.addEventListener('install', (event) => {
      self.skipWaiting();
      event.waitUntil(caches.open('shell').then((cache) => cache.add('./')));
    });
    self.addEventListener('activate', (event) => event.waitUntil(clients.claim()));
    self.addEventListener('fetch', (event) => {
      if (event.request.mode === 'navigate') event.respondWith(caches.match('./'));
    });`;
  const { url } = await stage({ 'index.html': withWorker('One'), 'sw.js': worker });
  await page.goto(url);
  await expect(previewOf(page).locator('#kept')).toHaveText('Kept');
  await page.goto('about:blank');
  await stage({ 'index.html': titledPage('Two'), 'sw.js': worker });
  await page.goto(url);
  await expect(headingIn(page, 'Two')).toBeVisible();
  await expect(version(page, 2)).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
  await startPicking(page);
});

test('a page that cannot be replaced is named, and a comment on it is filed under its version', async ({
  stage,
  visitor: page,
}) => {
  const { url } = await stage({ 'index.html': titledPage('One') });
  const framed = page.waitForResponse((response) =>
    /^http:\/\/[a-z0-9]+\.localhost:\d+\/$/.test(response.url()),
  );
  await page.goto(url);
  await expect(headingIn(page, 'One')).toBeVisible();
  const content = (await framed).url();
  const first = await (await framed).text();
  // As a cache in front of the server would.
  await page.route(content, (request) => request.fulfill({ contentType: 'text/html', body: first }));
  await stage({ 'index.html': titledPage('Two') });
  await expect(kept(page)).toHaveText('This page comes from version 1 (kept by a cache)');
  await expect(headingIn(page, 'One')).toBeVisible();
  await expect(version(page, 1)).toBeVisible();

  await pageCommentField(page).fill('About one');
  const sent = commentReply(page);
  await page.keyboard.press('Control+Enter');
  expect(await (await sent).json()).toMatchObject({ comment: { version: 1 } });

  await page.unroute(content);
  await page.getByRole('button', { name: 'Load version 2 again' }).click();
  await expect(headingIn(page, 'Two')).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
  await expect(version(page, 2)).toBeVisible();
});

const svg = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>`;

const FILES = {
  'mark.svg': svg,
  'data.json': (text: string) => JSON.stringify({ text }),
};

for (const [name, content] of Object.entries(FILES)) {
  test(`${name} as the second document is named, takes no pin and is followed by its new version`, async ({
    stage,
    visitor: page,
  }) => {
    const start = titledPage('Start', `<a href="/${name}">The file</a>`);
    const { url } = await stage({ 'index.html': start, [name]: content('red') });
    await page.goto(url);
    await expect(routeField(page)).toHaveValue('/');
    const fileResponse = () => page.waitForResponse((response) => response.url().endsWith(`/${name}`));
    const first = fileResponse();
    await previewOf(page).getByRole('link', { name: 'The file' }).click();
    await expect(routeField(page)).toHaveValue(`/${name}`);
    await expect(page.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute(
      'href',
      new RegExp(`/${name.replace('.', '\\.')}$`),
    );

    await commentButton(page).click();
    await expect(page.getByText('You cannot pin a comment to this file.')).toBeVisible();
    await page.getByRole('button', { name: 'Comment on the page' }).click();
    await expect(page.getByText('You cannot pin a comment to this file.')).toHaveCount(0);
    await expect(pageCommentField(page)).toBeVisible();

    const opened = fileResponse();
    await stage({ 'index.html': start, [name]: content('blue') });
    expect((await opened).headers()['etag']).not.toBe((await first).headers()['etag']);
    await expect(version(page, 2)).toBeVisible();
    await expect(routeField(page)).toHaveValue(`/${name}`);

    await page.getByRole('banner').getByRole('button', { name: 'Back' }).click();
    await expect(headingIn(page, 'Start')).toBeVisible();
    await expect(routeField(page)).toHaveValue('/');
    await page.getByRole('banner').getByRole('button', { name: 'Forward' }).click();
    await expect(routeField(page)).toHaveValue(`/${name}`);
    await commentButton(page).click();
    await expect(page.getByText('You cannot pin a comment to this file.')).toBeVisible();
  });
}

test('a page that rewrites itself can be pinned, before and afterwards', async ({ stage, visitor: page }) => {
  const rewritten = titledPage('Opened', '<p>Inside</p>');
  const { url } = await stage({
    'index.html': titledPage(
      'Locked',
      `<button onclick='document.open(); document.write(${JSON.stringify(rewritten)}); document.close()'>Open</button>`,
    ),
  });
  await page.goto(url);
  await expect(routeField(page)).toHaveValue('/');
  await previewOf(page).getByRole('button', { name: 'Open' }).click();
  await expect(headingIn(page, 'Opened')).toBeVisible();
  // Its agent has started again.
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect(page.getByRole('complementary', { name: 'Details' }).getByText('Opened')).toBeVisible();
  await startPicking(page);
  await previewOf(page).getByText('Inside').click();
  await expect(composer(page)).toBeVisible();
  await expect(version(page, 1)).toBeVisible();
});

test('a version that arrives while a page loads is the one that is shown', async ({
  stage,
  visitor: page,
}) => {
  const slow = titledPage('Slow one', '<img src="/wait.png" alt="">');
  const { url } = await stage({
    'index.html': titledPage('Start', '<a href="/slow.html">Slow</a>'),
    'slow.html': slow,
  });
  await page.goto(url);
  await expect(headingIn(page, 'Start')).toBeVisible();
  const waiting: (() => void)[] = [];
  await page.route('**/wait.png', async (request) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await request.fulfill({ status: 404 });
  });
  await previewOf(page).getByRole('link', { name: 'Slow' }).click();
  await expect(headingIn(page, 'Slow one')).toBeVisible();
  await stage({ 'index.html': titledPage('Start'), 'slow.html': slow.replaceAll('Slow one', 'Slow two') });
  await expect(headingIn(page, 'Slow two')).toBeVisible();
  for (const go of waiting) go();
  await expect(routeField(page)).toHaveValue('/slow.html');
  await expect(version(page, 2)).toBeVisible();
  await expect(kept(page)).toHaveCount(0);
});

test('back and forward inside the prototype keep the viewer on the page that is shown', async ({
  stage,
  visitor: page,
}) => {
  const { url } = await stage({
    'index.html': titledPage('Start', '<a href="/mark.svg">Mark</a> <a href="/about.html">About</a>'),
    'about.html': titledPage('About', '<button onclick="history.back()">Back</button>'),
    'mark.svg': svg('red'),
  });
  await page.goto(url);
  await previewOf(page).getByRole('link', { name: 'About' }).click();
  await expect(routeField(page)).toHaveValue('/about.html');
  await previewOf(page).getByRole('button', { name: 'Back' }).click();
  await expect(routeField(page)).toHaveValue('/');
  await previewOf(page).getByRole('link', { name: 'Mark' }).click();
  await expect(routeField(page)).toHaveValue('/mark.svg');
  // As the browser's own button, which Playwright presses for navigations of the whole page only.
  await page.evaluate(() => history.back());
  await expect(headingIn(page, 'Start')).toBeVisible();
  await expect(routeField(page)).toHaveValue('/');
  await startPicking(page);
  await previewOf(page).getByRole('heading', { name: 'Start' }).click();
  await expect(composer(page)).toBeVisible();
});
