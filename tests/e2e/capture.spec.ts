import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { captureFrom, expect, test, TESTED } from '../support/browserExtension.ts';
import { filesOf, openCapture, readCapture } from '../support/capturedFiles.ts';
import { EXCEPTIONS, FORM_FIELDS, SECRETS, serveCapturePages, TYPED } from '../support/capturePages.ts';
import { untilRead } from '../support/pages/capturePopup.ts';
import { difference, pictureOf } from '../support/pictures.ts';
import { openWire } from '../support/wire.ts';
import { openLink } from '../support/story.ts';
import { sample, SAMPLED } from '../support/longForm.ts';

test('a page becomes a link that others open, and the extension signs out', async ({
  capture,
  site,
  visitor,
}) => {
  site.pages['/'] =
    '<!doctype html><title>Prices</title><link rel="stylesheet" href="/site.css"><h1>Three plans</h1><img alt="Logo" src="logo.png">';
  site.pages['/site.css'] = 'h1 { color: rgb(180, 83, 9) }';
  const options = await capture.signIn();
  const page = await capture.visit(`${site.url}/?session=private`);
  const popup = await capture.popup(page);
  await expect(popup.getByLabel('Name')).toHaveValue('Prices');
  const url = await captureFrom(popup);
  await expect(popup.getByText('on the clipboard')).toBeVisible();
  const password = await popup.locator('#result-password').textContent();

  const preview = await openLink(visitor, { url, password });
  await expect(preview.getByRole('heading', { name: 'Three plans' })).toHaveCSS('color', 'rgb(180, 83, 9)');

  await options.getByRole('button', { name: 'Sign out' }).click();
  await expect(options.getByText('You are signed out.')).toBeVisible();
  await popup.reload();
  await expect(popup.getByRole('button', { name: 'Sign in' })).toBeVisible();
});

test('the extension asks for nothing beyond the page in front', async () => {
  const read = async (folder: string) =>
    JSON.parse(await readFile(path.join(folder, 'manifest.json'), 'utf8')) as Record<string, unknown>;
  const [{ host_permissions: forTests, ...tested }, packed] = [
    await read(TESTED),
    await read(path.join(TESTED, '../packed')),
  ];
  expect(forTests).toEqual(['http://127.0.0.1/*', 'http://*.localhost/*']);
  expect(tested).toEqual(packed);
  const {
    background,
    browser_specific_settings: settings,
    ...firefox
  } = await read(path.join(TESTED, '../firefox'));
  const { background: _worker, minimum_chrome_version: _version, ...chromium } = packed;
  expect(firefox).toEqual(chromium);
  expect(background).toEqual({ scripts: ['worker.js'], type: 'module' });
  expect(settings).toMatchObject({ gecko: { id: 'capture@stagelink', strict_min_version: '140.0' } });
  expect(packed['permissions']).toEqual(['activeTab', 'scripting', 'storage']);
  expect(packed['optional_host_permissions']).toEqual(['https://*/*', 'http://*/*']);
  for (const absent of [
    'host_permissions',
    'content_scripts',
    'web_accessible_resources',
    'externally_connectable',
  ]) {
    expect(packed).not.toHaveProperty(absent);
  }
  expect(JSON.stringify(packed['content_security_policy'])).not.toMatch(/unsafe|https?:\/\//);
});

const violationsIn = async (page: Page): Promise<unknown[]> =>
  (await new AxeBuilder({ page }).setLegacyMode().analyze()).violations.map(({ id, nodes }) => [
    id,
    ...nodes.map(({ target }) => target),
  ]);

test('nothing can be pressed before the page was read', async ({ page }) => {
  // Its script is not found from here.
  await page.setContent(await readFile(path.join(TESTED, 'popup.html'), 'utf8'));
  for (const id of ['submit', 'keep', 'pick']) await expect(page.locator(`#${id}`)).toBeDisabled();
});

/** Pictures that differ in hardly a pixel. */
const ALIKE = 0.01;

test('captured pages look like the live ones', SAMPLED, async ({ capture, site, server }) => {
  test.setTimeout(400_000);
  const paths = serveCapturePages(site);
  await capture.signIn();
  const compared = Object.entries(paths).filter(([name]) => !(name in EXCEPTIONS));
  for (const [name, at] of sample(compared, 12)) {
    const page = await capture.visit(site.url + at);
    const popup = await capture.popup(page);
    await untilRead(popup);
    await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
    const url = await captureFrom(popup);
    const captured = await openCapture(page, server.url, url);
    // An image may be decoded and not painted yet.
    const compare = async () => difference(await pictureOf(page), await pictureOf(captured));
    await expect.poll(compare, { message: name }).toBeLessThanOrEqual(ALIKE);
    for (const tab of [popup, captured, page]) await tab.close();
  }
});

test('nothing secret leaves the page, and typed values only when asked', async ({
  capture,
  site,
  server,
}) => {
  const at = serveCapturePages(site)['a form with secrets'] ?? '';
  await capture.signIn();
  const page = await capture.visit(`${site.url}${at}?auth=${SECRETS.query}`);
  for (const [id, text] of Object.entries(FORM_FIELDS)) await page.locator(`#${id}`).fill(text);
  await page.locator('#note').fill(TYPED);
  await page.locator('#box').check();
  const wire = await openWire(server.url);
  await capture.connectTo(wire.url);

  const textOf = async (keep: boolean): Promise<string> => {
    const popup = await capture.popup(page);
    await untilRead(popup);
    if (keep) await popup.getByLabel('Keep what I typed').check();
    await untilRead(popup);
    await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
    const url = await captureFrom(popup);
    const files = await readCapture(page, server.url, url);
    const texts = [...files].flatMap(([name, bytes]) => [name, bytes.toString('latin1')]);
    await popup.close();
    expect(texts.length).toBeGreaterThan(2);
    return texts.join('\n');
  };

  const blank = await textOf(false);
  expect(blank).not.toContain(TYPED);
  expect(blank).not.toContain('checked');
  const kept = await textOf(true);
  expect(kept.split(TYPED)).toHaveLength(5);
  expect(kept).toContain('checked');
  const sent = wire.sent().toString('latin1');
  wire.close();
  expect(sent.match(/^POST \/api\/snapshots\/upload/gm)).toHaveLength(2);
  expect(sent.split(TYPED)).toHaveLength(5);
  expect(sent).not.toMatch(/^cookie:/im);
  for (const secret of Object.values(SECRETS)) {
    for (const form of [secret, encodeURIComponent(secret), btoa(secret)]) expect(sent).not.toContain(form);
  }
  for (const text of [blank, kept]) {
    expect(text).toContain('Subscribe');
    expect(text).toContain('stagelink-capture.json');
    for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
    expect(text.replace(/<script[^>]*stagelink[^>]*>/g, '')).not.toMatch(/<script>|document\.cookie|onload=/);
  }
});

test('a frame keeps its shadow roots, its frames and what is chosen in it, but no secret', async ({
  capture,
  site,
  server,
}) => {
  site.pages['/'] =
    '<!doctype html><title>Outer</title><p id="above"></p><iframe src="/inner" width="600" height="400"></iframe>';
  site.pages['/inner'] = `<!doctype html><title>Inner</title><div id="host"></div><p id="echo"></p>
    <input type="password" id="pass"><select><option>One<option selected>Two</select><iframe src="/innermost"></iframe><script>
    host.attachShadow({ mode: 'closed' }).innerHTML = '<b>In the shadow</b>';
    pass.addEventListener('input', () => {
      for (const text of [echo, parent.above]) text.textContent = 'Typed ' + pass.value;
    });
    </script>`;
  site.pages['/innermost'] = '<!doctype html><title>Innermost</title><b>Innermost</b>';
  await capture.signIn();
  const page = await capture.visit(site.url);
  await page.frameLocator('iframe').locator('#pass').fill(SECRETS.password);
  const popup = await capture.popup(page);
  await untilRead(popup);
  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  const url = await captureFrom(popup);

  const captured = await openCapture(page, server.url, url);
  const shown = captured.frameLocator('iframe');
  await expect(shown.getByText('In the shadow')).toBeVisible();
  await expect(shown.getByRole('combobox')).toHaveValue('Two');
  await expect(shown.frameLocator('iframe').getByText('Innermost')).toBeVisible();
  await expect(shown.locator('#echo')).toHaveText('Typed');
  await expect(captured.locator('#above')).toHaveText('Typed');
  for (const bytes of (await readCapture(page, server.url, url)).values()) {
    expect(bytes.toString('latin1')).not.toContain(SECRETS.password);
  }
});

test('several pages become one snapshot, and a second capture of an address its next version', async ({
  capture,
  site,
  server,
  visitor,
}) => {
  site.pages['/'] =
    '<!doctype html><title>Home</title><a href="/about?from=home">About</a><section>Only this</section>';
  site.pages['/about'] = '<!doctype html><title>About</title><h1>About us</h1><a href="/">Home</a>';
  await capture.signIn();
  const page = await capture.visit(site.url);
  let popup = await capture.popup(page);
  await untilRead(popup);
  await popup.getByRole('button', { name: 'Add another page' }).click();
  await expect(popup.getByText('Open the next page and press the button again.')).toBeVisible();
  await popup.close();

  await page.goto(`${site.url}/about?from=home`);
  popup = await capture.popup(page);
  await expect(popup.getByRole('radio', { name: 'The link opens Home first' })).toBeChecked();
  await expect(popup.getByRole('button', { name: 'Capture all' })).toBeEnabled();
  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  const url = await captureFrom(popup, 'Capture all');
  await popup.close();

  const shown = await openCapture(page, server.url, url);
  await shown.getByRole('link', { name: 'About' }).click();
  await expect(shown.getByRole('heading', { name: 'About us' })).toBeVisible();
  expect(new URL(shown.url()).pathname).toBe('/about.html');
  await shown.getByRole('link', { name: 'Home' }).click();
  await expect(shown.getByText('Only this')).toBeVisible();

  await page.goto(site.url);
  popup = await capture.popup(page);
  await untilRead(popup);
  await popup.getByRole('button', { name: 'Capture one element' }).click();
  await expect(page.locator('#stagelink-capture-pick')).toBeAttached();
  await page.getByText('Only this').click();
  await expect(popup.getByText(/^section, /)).toBeVisible();
  await untilRead(popup);
  await popup.getByLabel('Save as').selectOption({ label: 'New version of “Home”' });
  expect(await captureFrom(popup)).toBe(url);
  await expect(popup.getByRole('heading', { name: 'Version 2 is live' })).toBeVisible();
  await shown.reload();
  await expect(shown.getByText('Only this')).toBeVisible();
  await expect(shown.getByRole('link', { name: 'About' })).toHaveCount(0);

  await visitor.goto(url);
  await visitor.getByRole('tab', { name: 'Details' }).click();
  await expect(visitor.getByText(`Captured from ${new URL(site.url).host} on `)).toBeVisible();
});

test('a page that fights back is captured without its help', async ({ capture, site, server }) => {
  site.pages['/'] = `<!doctype html><title>Hostile</title><body><h1>Still here</h1>
    <form><input name="attributes"><input name="childNodes"><input name="firstChild"><input name="nextSibling"><input name="localName"></form>
    <img name="body" src="/%2e%2e/..%2f%00evil.html?<script>" alt=""><div id="deep"></div><script>
    const no = () => { throw new Error('no'); };
    window.fetch = JSON.stringify = JSON.parse = Array.from = Array.prototype.push = Array.prototype.map = no;
    Element.prototype.getAttribute = Node.prototype.appendChild = no;
    Object.defineProperty(Node.prototype, 'textContent', { get: no });
    for (const type of ['page', 'failed', 'bytes']) postMessage({ type, html: 'FORGED', id: 0, base64: 'AAAA' }, '*');
    setInterval(() => postMessage({ type: 'page', html: 'FORGED', title: 'FORGED', address: 'https://forged.example' }, '*'), 5);
    document.getElementById('deep').setAttribute('onclick', 'alert(1)');
    </script>`;
  await capture.signIn();
  const page = await capture.visit(site.url);
  const popup = await capture.popup(page);
  await untilRead(popup);
  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  const url = await captureFrom(popup);
  const { files } = await filesOf(server.url, url);
  for (const name of files.keys()) {
    expect(name).toMatch(/^(?:index\.html|stagelink-capture\.json|assets\/[0-9a-f]{20}\.[a-z0-9]+)$/);
  }
  const shown = await openCapture(page, server.url, url);
  await expect(shown.getByRole('heading', { name: 'Still here' })).toBeVisible();
  const html = await shown.content();
  expect(html).not.toContain('FORGED');
  expect(html).not.toContain('onclick');
});

test('each failure is a sentence, and the page can be captured afterwards', async ({ capture, site }) => {
  site.pages['/'] = '<!doctype html><title>Slow</title><link rel="stylesheet" href="/slow.css"><h1>Slow</h1>';
  site.pages['/quick'] = '<!doctype html><title>Quick</title><h1>Quick</h1>';
  site.pages['/many'] =
    '<!doctype html><title>Many</title><div id="all"></div><script>all.innerHTML = "<i></i>".repeat(260000)</script>';
  await capture.signIn();

  const page = await capture.visit(`${site.url}/quick`);
  // Read by the extension only: the page itself has loaded.
  site.pages['/late.css'] = () => {};
  await page.evaluate(() => {
    document.body.style.setProperty('background', 'url(/late.css)');
  });
  let popup = await capture.popup(page);
  await expect(popup.getByText(/^Reading/)).toBeVisible();
  await page.goto(`${site.url}/quick?again`);
  await expect(popup.getByRole('alert')).toContainText('The page was closed or opened another address');
  await popup.close();

  await page.goto(`${site.url}/many`);
  popup = await capture.popup(page);
  await expect(popup.getByRole('alert')).toContainText('This page has more than 250,000 elements.');
  await popup.close();

  await page.goto(`${site.url}/quick`);
  await capture.connectTo('http://127.0.0.1:9');
  popup = await capture.popup(page);
  await untilRead(popup);
  const button = popup.getByRole('button', { name: 'Capture', exact: true });
  await button.click();
  await expect(popup.getByRole('alert')).toContainText('127.0.0.1:9 could not be reached.');

  const answers: [number, string, string][] = [
    [401, 'unauthenticated', 'Authentication failed - please log in again'],
    [403, 'plan_limit', 'Your plan allows 3 active snapshots.'],
  ];
  for (const [status, code, message] of answers) {
    site.pages['/api/snapshots/upload'] = (request, response) => {
      request.resume().on('end', () => {
        response
          .writeHead(status, { 'Content-Type': 'application/json' })
          .end(JSON.stringify({ ok: false, code, message }));
      });
    };
    await capture.connectTo(site.url);
    await button.click();
    await expect(popup.getByRole('alert')).toContainText(message);
  }
  await expect(button).toBeEnabled();
});

test('the popup is accessible and quiet in both themes', async ({ capture, site }, info) => {
  serveCapturePages(site);
  const page = await capture.visit(`${site.url}/page-5`);
  const signedOut = await capture.popup(page);
  await expect(signedOut.getByRole('button', { name: 'Sign in' })).toBeVisible();
  const options = await capture.signIn();
  const popup = await capture.popup(page);
  await untilRead(popup);
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, each] of Object.entries({ 'signed-out': signedOut, popup, settings: options })) {
      await each.emulateMedia({ colorScheme });
      await each.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`), fullPage: true });
      expect(await violationsIn(each)).toEqual([]);
    }
  }
  const url = await captureFrom(popup);
  expect(url).toContain('/s/');
  for (const colorScheme of ['light', 'dark'] as const) {
    await popup.emulateMedia({ colorScheme });
    await popup.screenshot({ path: info.outputPath(`done-${colorScheme}.png`), fullPage: true });
    expect(await violationsIn(popup)).toEqual([]);
  }
});

test('files of another website are read without cookies, and large ones on request', async ({
  capture,
  site,
  server,
}) => {
  serveCapturePages(site);
  site.pages['/'] =
    `<!doctype html><title>Far</title><h1>Far</h1><img src="${site.outside}/dots.png" alt=""><img src="/large.png" alt="">`;
  site.pages['/large.png'] = (_request, response) =>
    void response.setHeader('Content-Type', 'image/png').end(Buffer.alloc(6 * 1024 * 1024, 1));
  await capture.signIn();
  const page = await capture.visit(site.url);
  await page.context().addCookies([{ name: 'sid', value: SECRETS.cookie, url: site.outside }]);
  const before = site.requests.length;
  const popup = await capture.popup(page);
  await popup.getByRole('button', { name: 'Include large.png, 6 MB' }).click();
  await expect(popup.getByRole('button', { name: 'Include large.png, 6 MB' })).toHaveCount(0);
  await untilRead(popup);
  const far = site.requests.slice(before).filter(({ url }) => url === '/dots.png');
  expect(far.length).toBeGreaterThan(0);
  for (const { headers } of far) expect(headers.cookie).toBeUndefined();

  await popup.getByRole('combobox', { name: 'Password' }).selectOption('none');
  const { files } = await filesOf(server.url, await captureFrom(popup));
  expect([...files.keys()].filter((name) => name.startsWith('assets/')).sort()).toEqual([
    expect.stringMatching(/\.png$/),
    expect.stringMatching(/\.png$/),
  ]);
});
