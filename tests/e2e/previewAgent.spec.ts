import { expect, test } from '@playwright/test';
import { agentTag } from '@stagelink/shared/preview/handshake';
import { shows } from '../support/pictures.ts';
import {
  APP,
  CONTENT,
  SERVED,
  document,
  lastState,
  openViewer,
  preview,
  serve,
  viewer,
  watchConsole,
} from '../support/previewStage.ts';

/** Messages of the agent to a viewer in a real browser, unnoticed by the prototype. */

test('the viewer knows where the prototype is, whichever way it got there', async ({ page }) => {
  const complaints = watchConsole(page);
  const site = {
    '/': document(`<a href="/about">About</a>
      <button onclick="history.pushState(null, '', '/cart?step=2')">Cart</button>
      <button onclick="history.replaceState(null, '', '#pay')">Pay</button>
      <button onclick="history.back()">Back</button>
      <button onclick="document.title = 'Changed'">Rename</button>`),
    '/about': document('<h1>About</h1>', { title: 'About' }),
  };
  await serve(page, CONTENT, site);
  await openViewer(page, viewer(`${CONTENT}/`, CONTENT));
  const state = (route: string, title = 'Home') => ({
    type: 'state',
    route,
    title,
    viewport: { width: 600, height: 400 },
  });

  await expect.poll(() => lastState(page)).toEqual(state('/'));
  await preview(page).getByText('Cart').click();
  await expect.poll(() => lastState(page)).toEqual(state('/cart?step=2'));
  await preview(page).getByText('Pay').click();
  await expect.poll(() => lastState(page)).toEqual(state('/cart?step=2#pay'));
  await preview(page).getByText('Back').click();
  await expect.poll(() => lastState(page)).toEqual(state('/'));
  await preview(page).getByText('Rename').click();
  await expect.poll(() => lastState(page)).toEqual(state('/', 'Changed'));
  await page.locator('#preview').evaluate((frame) => frame.setAttribute('style', 'width:390px;height:700px'));
  await expect.poll(async () => (await lastState(page))?.viewport).toMatchObject({ width: 390, height: 700 });
  await preview(page).getByText('About').click();
  await expect.poll(async () => (await lastState(page))?.title).toBe('About');
  expect(complaints).toEqual([]);
});

test('a viewer that starts long after the prototype is found all the same', async ({ page }) => {
  await serve(page, CONTENT, { '/': document('') });
  await openViewer(
    page,
    viewer(`${CONTENT}/`, CONTENT).replace(
      "addEventListener('message'",
      "const late = (type, listener) => setTimeout(() => addEventListener(type, listener), 1500);\n  late('message'",
    ),
  );
  await expect.poll(async () => (await lastState(page))?.route).toBe('/');
});

test('a prototype looks the same with and without the agent', async ({ page }) => {
  const look = `<script>
    window.seen = 0;
    addEventListener('message', () => { window.seen += 1; }, true);
    window.onmessage = () => { window.seen += 1; };
    window.look = () => JSON.stringify([
      Object.getOwnPropertyNames(window).filter((name) => name !== 'look').toSorted(),
      document.scripts.length,
      document.documentElement.outerHTML.replace(/<script>[^]*?<\\/script>/g, ''),
      Object.getOwnPropertyNames(history), String(history.pushState), String(history.replaceState),
      String(window.addEventListener), String(EventTarget.prototype.addEventListener),
      history.length, window.seen,
    ]);
  </script>`;
  const html = document(look);
  await serve(page, CONTENT, { '/with': html, '/without': html.replace(agentTag(APP, SERVED), '') });
  await openViewer(page, viewer(`${CONTENT}/with`, CONTENT));
  await expect.poll(() => page.evaluate(() => window.received.length)).toBeGreaterThan(0);
  const ask = () =>
    preview(page)
      .locator('html')
      .evaluate(() => (window as unknown as { look: () => string }).look());
  const withAgent = await ask();

  await page.goto(`${APP}/`);
  await openViewer(page, viewer(`${CONTENT}/without`, CONTENT));
  expect(withAgent).toBe(await ask());
});

test('a prototype that breaks the browser’s functions is reported, and never blames the agent', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const hostile = `<form name="title"><input name="head"></form>
    <button style="background:#15803d" onclick="push.call(history, null, '', '/next')">Next</button>
    <script>
      var push = history.pushState, innerWidth = 'wide', parent = null, navigation = null;
      const broken = () => { throw new Error('the prototype broke this'); };
      for (const [owner, names] of [
        [EventTarget.prototype, ['addEventListener']], [Event.prototype, ['stopImmediatePropagation']],
        [MessagePort.prototype, ['postMessage', 'start']], [MutationObserver.prototype, ['observe']],
        [String.prototype, ['slice', 'startsWith', 'replace']], [Function.prototype, ['bind', 'apply']],
        [Array.prototype, ['map', 'push']], [Reflect, ['apply']],
        [window, ['setTimeout', 'setInterval', 'postMessage', 'MutationObserver', 'MessagePort']],
      ]) for (const name of names) owner[name] = broken;
      for (const name of ['data', 'origin', 'source', 'ports'])
        Object.defineProperty(MessageEvent.prototype, name, { get: broken });
      Object.defineProperty(Document.prototype, 'title', { get: broken });
      const frozen = [Object, Array, Function, String];
      Array.prototype[Symbol.iterator] = broken;
      for (let i = 0; i < frozen.length; i++) Object.freeze(frozen[i].prototype);
    </script>`;
  await serve(page, CONTENT, { '/': document(hostile, { title: 'Hostile' }) });
  await openViewer(page, viewer(`${CONTENT}/`, CONTENT));

  await expect.poll(async () => (await lastState(page))?.title).toBe('Hostile');
  expect((await lastState(page))?.viewport).toEqual({ width: 600, height: 400 });
  // A frame takes no clicks before it is drawn, which is later than its report on a busy computer.
  await expect.poll(async () => shows(await page.screenshot(), [21, 128, 61])).toBe(true);
  // The test sends mouse events, because Playwright's click uses functions the prototype broke.
  await page.mouse.click(30, 40);
  await expect.poll(async () => (await lastState(page))?.route).toBe('/next');
  expect(complaints).toEqual([]);
});

test('in path mode routes begin at the prototype’s root', async ({ page }) => {
  const root = '/s/abcdefghij';
  const body = `<button onclick="history.pushState(null, '', '${root}/cart')">Cart</button>`;
  await serve(
    page,
    APP,
    {
      '/': viewer(`${APP}${root}/`, 'null', 'allow-scripts'),
      [`${root}/`]: document(body, { root }),
    },
    root,
  );
  await page.goto(`${APP}/`);

  await expect.poll(async () => (await lastState(page))?.route).toBe('/');
  await preview(page).getByText('Cart').click();
  await expect.poll(async () => (await lastState(page))?.route).toBe('/cart');
});

test('asked to reload, the page comes back at the same route', async ({ page }) => {
  await serve(page, CONTENT, { '/about': document('') });
  await openViewer(page, viewer(`${CONTENT}/about#team`, CONTENT));
  await expect.poll(async () => (await lastState(page))?.route).toBe('/about#team');
  await page.evaluate(() => window.sendToAgent({ type: 'reload' }));
  await expect.poll(() => page.evaluate(() => window.ready.length)).toBeGreaterThan(1);
  await expect.poll(() => page.evaluate(() => window.received.length)).toBeGreaterThan(1);
  expect((await lastState(page))?.route).toBe('/about#team');
});

test('outside a viewer, and in frames of the prototype’s own, the agent keeps quiet', async ({ page }) => {
  const complaints = watchConsole(page);
  const site = { '/': document(`<iframe src="/inner"></iframe>`), '/inner': document('Inside') };
  await serve(page, CONTENT, site);
  await page.goto(`${CONTENT}/`);
  await expect(page.frameLocator('iframe').getByText('Inside')).toBeVisible();

  await openViewer(page, viewer(`${CONTENT}/`, CONTENT));
  await expect(preview(page).frameLocator('iframe').getByText('Inside')).toBeVisible();
  await expect.poll(async () => (await lastState(page))?.route).toBe('/');
  expect(complaints).toEqual([]);
});
