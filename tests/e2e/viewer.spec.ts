import type { Page } from '@playwright/test';
import { ApiOwner } from '../support/apiOwner.ts';
import { htmlPage } from '../support/htmlPage.ts';
import { READY } from '@stagelink/shared/preview/handshake';
import { layoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts';
import { commentsPanel } from '../support/pages/comments.ts';
import { passGate } from '../support/pages/gate.ts';
import { headingIn } from '../support/pages/viewer.ts';
import { expect, keepCommentsOpen, previewOf, test } from '../support/story.ts';

const ATELIER = {
  'index.html': htmlPage(
    'Atelier',
    `<h1>Atelier one</h1><a href="/about/">About</a>
    <button onclick="history.pushState(null, '', '/cart?step=2#pay')">Cart</button>
    <script>localStorage.setItem('visited', 'yes')</script>`,
  ),
  'about/index.html': htmlPage('About us', '<h1>About</h1>'),
  'style.css': 'body { color: #222 }',
};

const details = (page: Page) => page.getByRole('complementary', { name: 'Details' });
const showDetails = (page: Page) => page.getByRole('tab', { name: 'Details' }).click();

test.beforeEach(({ context }) => keepCommentsOpen(context));

test('a visitor with the password sees the prototype, and the viewer knows its page', async ({
  page,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const { url, snapshot } = await owner.stage(ATELIER, { password: 'sesame' });
  await page.goto(url);

  await passGate(page, 'open');
  await expect(page.getByRole('alert')).toHaveText('Invalid password');
  await passGate(page, 'sesame');

  await expect(headingIn(page, 'Atelier one')).toBeVisible();
  const bar = page.getByRole('banner');
  const [name, by] = await Promise.all(
    ['Atelier', 'by Ada'].map((text) => bar.getByText(text).boundingBox()),
  );
  expect(by?.y).toBeCloseTo(name?.y ?? 0, -1);
  await showDetails(page);
  await expect(details(page).getByText(snapshot.id)).toBeVisible();
  await expect(details(page).getByText('Atelier', { exact: true })).toBeVisible();
  await previewOf(page).getByRole('button', { name: 'Cart' }).click();
  await expect(details(page).getByText('/cart?step=2#pay')).toBeVisible();
  await previewOf(page).getByRole('link', { name: 'About' }).click();
  await expect(details(page).getByText('About us')).toBeVisible();
  await page.getByRole('button', { name: 'Show pages and files' }).click();
  await page.getByRole('tab', { name: 'Files' }).click();
  await expect(page.getByRole('complementary', { name: 'Files' }).getByRole('treeitem')).toHaveCount(4);
});

test('the bar is cut at no width', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const { url } = await owner.stage(ATELIER, { password: 'none', name: 'Atelier '.repeat(14) });
  await page.goto(url);
  await expect(page.getByRole('banner')).toBeVisible();
  for (const width of [320, 390, 768, 1000, 1200, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const last = page
      .getByRole('banner')
      .getByRole('button', { name: width < 768 ? 'Show panel' : 'Comment' });
    await expect(last).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});

test('on a phone the bar has five controls, and the rest in a menu', async ({ page, context, server }) => {
  const owner = await ApiOwner.register(server.url);
  const { url } = await owner.stage(ATELIER, { password: 'none' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  const bar = page.getByRole('banner');
  const more = bar.getByRole('button', { name: 'More' });
  await more.click();
  await expect(bar.getByRole('menuitem')).toHaveText([
    'Open in new tab',
    'AI UX Assistant',
    'Show details',
    'Dashboard',
  ]);

  const tab = context.waitForEvent('page');
  await bar.getByRole('menuitem', { name: 'Open in new tab' }).click();
  await expect((await tab).getByRole('heading', { name: 'Atelier one' })).toBeVisible();
  await expect(bar.getByRole('button').or(bar.getByRole('link'))).toHaveCount(5);
  for (const control of await bar.getByRole('button').all()) {
    expect((await control.boundingBox())?.width).toBeGreaterThanOrEqual(44);
    expect((await control.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  }

  await more.click();
  await bar.getByRole('menuitem', { name: 'Dashboard' }).click();
  await expect(page).toHaveURL(/\/login/);
});

test('a protected page opens in a new tab on the preview’s page, and a file at its own address', async ({
  page,
  context,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const { url, contentUrl } = await owner.stage(ATELIER, { password: 'sesame' });
  await page.goto(url);
  await passGate(page, 'sesame');
  await previewOf(page).getByRole('link', { name: 'About' }).click();
  await showDetails(page);
  await expect(details(page).getByText('/about/')).toBeVisible();

  const tab = context.waitForEvent('page');
  await page.getByRole('link', { name: 'Open in new tab' }).click();
  await expect((await tab).getByRole('heading', { name: 'About' })).toBeVisible();
  expect((await tab).url()).toBe(`${contentUrl}about/`);

  const file = context.waitForEvent('page');
  await page.getByRole('button', { name: 'Show pages and files' }).click();
  await page.getByRole('tab', { name: 'Files' }).click();
  await page.getByRole('treeitem', { name: /^style\.css/ }).click();
  await expect((await file).getByText('color: #222')).toBeVisible();
  expect((await file).url()).toBe(`${contentUrl}style.css`);
});

test('a new version takes the old one’s place in an open viewer, on the same page', async ({
  page,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const { url, snapshot } = await owner.stage(ATELIER, { password: 'none' });
  await page.goto(url);
  await previewOf(page).getByRole('button', { name: 'Cart' }).click();
  await showDetails(page);
  await expect(details(page).getByText('/cart?step=2#pay')).toBeVisible();

  const changed = { ...ATELIER, 'index.html': ATELIER['index.html'].replace('one', 'two') };
  await owner.stage(changed, { snapshotId: snapshot.id });

  await expect(headingIn(page, 'Atelier two')).toBeVisible();
  await expect(page.getByText('Version 2 is live')).toBeVisible();
  await expect(details(page).getByText('/cart?step=2#pay')).toBeVisible();
});

for (const password of ['none', 'sesame']) {
  test(`a link to a place in the prototype opens there, hash and all (password: ${password})`, async ({
    page,
    server,
  }) => {
    const owner = await ApiOwner.register(server.url);
    const { url } = await owner.stage(ATELIER, { password });
    await page.goto(`${url}/about/?from=mail#team`);
    if (password !== 'none') {
      await passGate(page, password);
      await expect(headingIn(page, 'About')).toBeVisible();
      await showDetails(page);
      await expect(details(page).getByText('/about/?from=mail#team')).toBeVisible();
      // A known visitor: this time the server renders the frame.
      await page.reload();
    }

    await expect(headingIn(page, 'About')).toBeVisible();
    await showDetails(page);
    await expect(details(page).getByText('/about/?from=mail#team')).toBeVisible();
    expect(page.url()).toBe(`${url}/about/?from=mail#team`);
  });
}

test('a page that lets no script run is shown without a complaint', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const policy = '<meta http-equiv="Content-Security-Policy" content="script-src \'none\'">';
  const silent = `<!doctype html><html><head>${policy}<title>Silent</title></head><body><h1>Silent</h1></body></html>`;
  const { url } = await owner.stage({ 'index.html': silent }, { password: 'none' });
  await page.goto(url);

  await expect(headingIn(page, 'Silent')).toBeVisible();
  // The agent is loaded before the policy and reports the page.
  await showDetails(page);
  await expect(details(page).getByText('Silent', { exact: true })).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a sheet gives the keyboard back to what opened it', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const { url } = await owner.stage(ATELIER, { password: 'none' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(url);
  const opener = page.getByRole('button', { name: 'Show panel' });
  await opener.focus();
  await page.keyboard.press('Enter');
  await expect(commentsPanel(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(opener).toBeFocused();

  await page.setViewportSize({ width: 1440, height: 900 });
  const rail = page.getByRole('button', { name: 'Show pages' });
  await rail.focus();
  await page.keyboard.press('Enter');
  const close = page.getByRole('complementary', { name: 'Pages' }).getByRole('button', { name: 'Close' });
  await close.focus();
  await page.keyboard.press('Enter');
  await expect(rail).toBeFocused();
});

test('a link out of the prototype says so and leads back', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const files = {
    'index.html': htmlPage('Atelier', '<a href="/about.html">About</a>'),
    'about.html': htmlPage(
      'About',
      '<h1>About</h1><a href="http://partner.localhost:9/offer">Our partner</a>',
    ),
  };
  const { url } = await owner.stage(files, { password: 'none' });
  await page.goto(url);
  await page.frameLocator('#preview').getByRole('link', { name: 'About' }).click();
  // Back leads to the last page that has reported its route.
  await expect(page.getByRole('textbox', { name: 'Path in the prototype' })).toHaveValue('/about.html');
  await page.frameLocator('#preview').getByRole('link', { name: 'Our partner' }).click();

  const outside = page.getByRole('alert').filter({ hasText: 'This link leaves the prototype' });
  await expect(outside).toContainText('partner.localhost:9 is not part of this snapshot');
  await expect(outside.getByRole('link', { name: 'Open in new tab' })).toHaveAttribute(
    'href',
    /^http:\/\/partner\.localhost:9/,
  );
  await outside.getByRole('button', { name: 'Back' }).click();
  await expect(page.frameLocator('#preview').getByRole('heading', { name: 'About' })).toBeVisible();
  await expect(outside).toHaveCount(0);
});

test('another frame of the viewer that leaves the prototype covers no preview', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const { url } = await owner.stage(ATELIER, { password: 'none' });
  await page.goto(url);
  await expect(headingIn(page, 'Atelier one')).toBeVisible();
  await page.evaluate(async () => {
    const isBlocked = new Promise((resolve) => document.addEventListener('securitypolicyviolation', resolve));
    const frame = document.createElement('iframe');
    const isLoaded = new Promise((resolve) => frame.addEventListener('load', resolve));
    frame.src = 'http://m.localhost:9/';
    document.body.append(frame);
    await Promise.all([isBlocked, isLoaded]);
  });
  await expect(headingIn(page, 'Atelier one')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.locator('#preview')).toBeVisible();
});

test('a content origin that cannot be reached shows an error', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const { url, contentUrl } = await owner.stage(ATELIER, { password: 'none' });
  await page.route(`${contentUrl}**`, (route) => route.abort('connectionrefused'));
  await page.goto(url);
  await expect(page.getByRole('alert')).toContainText(
    'Failed to load snapshot preview. Please try refreshing the page.',
  );

  await page.unroute(`${contentUrl}**`);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(headingIn(page, 'Atelier one')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('the preview is in the first HTML, and shows without any script of ours', async ({
  browser,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const { url } = await owner.stage(ATELIER, { password: 'none' });
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  await expect(headingIn(page, 'Atelier one')).toBeVisible();
  await context.close();
});

test('our script keeps the preview of the first HTML: the prototype loads once, and nothing shifts', async ({
  page,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const { url, contentUrl } = await owner.stage(ATELIER, { password: 'none' });
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.url().startsWith(contentUrl)) loads.push(request.url());
  });
  await recordLayoutShifts(page);
  await page.goto(url);
  await showDetails(page);
  await expect(details(page).getByText('Atelier', { exact: true })).toBeVisible();

  expect(loads).toEqual([contentUrl]);
  expect(await layoutShifts(page)).toEqual([]);
});

test('an open viewer says calmly that its snapshot has ended', async ({ page, server }) => {
  const owner = await ApiOwner.register(server.url);
  const { url, snapshot } = await owner.stage(ATELIER, { password: 'none' });
  await page.goto(url);
  await expect(headingIn(page, 'Atelier one')).toBeVisible();
  await showDetails(page);
  await expect(details(page).getByText('Atelier', { exact: true })).toBeVisible();

  await owner.call('DELETE', `/api/snapshots/${snapshot.id}`);
  await expect(page.getByRole('heading', { name: 'This snapshot has ended' })).toBeVisible();
  await expect(page.locator('#preview')).toHaveCount(0);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'Snapshot Not Found' })).toBeVisible();
  await expect(page.getByText('The requested snapshot could not be found.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toBeVisible();
});

test('a prototype can neither leave the stage nor put words into the viewer’s mouth', async ({
  page,
  server,
}) => {
  const owner = await ApiOwner.register(server.url);
  const evil = `<h1>Evil</h1><script>
    const forged = { type: 'state', route: '/<img src=x onerror=alert(1)>', title: '<b>Liar</b>',
      viewport: { width: 1, height: 1 }, html: '<script>' };
    addEventListener('message', (event) => {
      for (const port of event.ports) for (let i = 0; i < 1000; i++) port.postMessage(forged);
    });
    setInterval(() => {
      parent.postMessage(${JSON.stringify(READY)}, '*');
      parent.postMessage(forged, '*');
      try { top.location = 'https://example.com/'; } catch {}
    }, 20);
    try { document.title = String(parent.document.cookie); } catch { document.title = 'kept out'; }
  </script>`;
  const { url } = await owner.stage({ 'index.html': htmlPage('Evil', evil) }, { password: 'none' });
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.goto(url);

  await expect(headingIn(page, 'Evil')).toBeVisible();
  await showDetails(page);
  await expect(details(page).getByText('kept out')).toBeVisible();
  await expect(page.getByText('Liar')).toHaveCount(0);
  expect(page.url()).toBe(url);
  expect(dialogs).toEqual([]);
});
