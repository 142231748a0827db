import path from 'node:path';
import { PNG } from 'pngjs';
import type { Server } from '../support/server.ts';
import type { Account } from '../support/stagelink.ts';
import { type Site, test } from '../support/browserExtension.ts';
import { openCapture, readCapture } from '../support/capturedFiles.ts';
import { type Firefox, withFirefox } from '../support/firefox/launch.ts';
import { type FirefoxPopup, pressToolbarButton } from '../support/firefox/popup.ts';
import type { FirefoxTab } from '../support/firefox/tab.ts';
import { shows } from '../support/pictures.ts';
import { expect, type Owner } from '../support/story.ts';
import { PASSWORD } from '../support/stagelink.ts';

const ZIP = path.resolve(import.meta.dirname, '../../capture/dist/stagelink-capture-firefox.zip');
const EXTENSION = 'capture@stagelink';
const SECRETS = { typed: 'correct-seeded-password', cookie: 'seeded-cookie-value' };

const PAGE = `<!doctype html><title>Harbour</title><h1>Harbour</h1><div id="host"></div>
  <canvas id="drawn" width="120" height="80"></canvas><img id="map" src="/map.png" alt="Map">
  <form><input id="user"> <input id="pass" type="password"></form><script>
  const sheet = new CSSStyleSheet(); sheet.replaceSync('h1 { color: rgb(180, 83, 9) }');
  document.adoptedStyleSheets = [sheet];
  const root = host.attachShadow({ mode: 'closed' });
  root.innerHTML = '<p>Tide table</p>';
  const inner = new CSSStyleSheet(); inner.replaceSync('p { color: rgb(21, 128, 61) }');
  root.adoptedStyleSheets = [inner];
  const brush = drawn.getContext('2d'); brush.fillStyle = 'rgb(124, 58, 237)'; brush.fillRect(10, 10, 60, 40);
  pass.addEventListener('input', () => { host.dataset.copy = pass.value; });
  </script>`;

/** Signs the extension in from its popup: its settings, the prompt for the server, and the consent page. */
async function signIn(firefox: Firefox, server: Server, account: Account): Promise<void> {
  const dashboard = await firefox.newTab();
  await dashboard.goto(`${server.url}/login`);
  const data = { email: account.email, password: PASSWORD };
  const status = await dashboard.evaluate(async (given) => {
    const headers = { 'Content-Type': 'application/json' };
    return (await fetch('/auth/login', { method: 'POST', headers, body: JSON.stringify(given) })).status;
  }, data);
  expect(status).toBe(200);

  const popup = await pressToolbarButton(firefox.window, EXTENSION);
  await popup.click('#sign-in');
  const settings = await firefox.tabAt(/^moz-extension:\/\/[^/]+\/options\.html$/);
  await settings.type('#server', server.url);
  await settings.click('#sign-in');
  await firefox.window.allow();
  const consent = await firefox.tabAt(/\/authorize\?/);
  await expect.poll(() => consent.text()).toMatch(/Stagelink Capture.* Firefox/);
  await consent.click({ role: 'button', name: 'Allow' });
  await expect.poll(() => settings.text()).toContain(`Signed in as ${account.email}`);
}

/** Opens a page in a Firefox with the packed and signed-in extension, and returns the link that a capture ends with. */
async function captureIn(
  address: string,
  { server, owner }: { server: Server; owner: Owner },
  capture: (tab: FirefoxTab, firefox: Firefox) => Promise<FirefoxPopup>,
): Promise<string> {
  let url = '';
  await withFirefox(async (firefox) => {
    await firefox.install(ZIP);
    await signIn(firefox, server, owner.account);
    const tab = await firefox.newTab();
    await tab.goto(address);
    url = await captureFrom(await capture(tab, firefox));
  });
  return url;
}

/** Presses Capture once the page was read, and returns its link. */
async function captureFrom(popup: FirefoxPopup): Promise<string> {
  await popup.choose('#password', 'none');
  await popup.click('#submit');
  await expect.poll(() => popup.text('#done-title')).toBe('Your link is ready');
  return popup.text('#link');
}

const pictureFile =
  (bytes: Buffer): Site['pages'][string] =>
  (_request, response) =>
    void response.setHeader('Content-Type', 'image/png').end(bytes);

test('the packed extension keeps the page in front of Firefox', async ({ server, owner, site, page }) => {
  site.pages['/'] = (_request, response) =>
    void response
      .setHeader('Content-Type', 'text/html')
      .setHeader('Set-Cookie', `sid=${SECRETS.cookie}`)
      .end(PAGE);
  const map = PNG.sync.write(new PNG({ width: 40, height: 30 }));
  site.pages['/map.png'] = pictureFile(map);
  const url = await captureIn(`${site.url}/`, { server, owner }, async (tab, firefox) => {
    await tab.type('#user', 'ada');
    await tab.type('#pass', SECRETS.typed);
    expect(await tab.evaluate(() => document.cookie)).toContain(SECRETS.cookie);
    return pressToolbarButton(firefox.window, EXTENSION);
  });

  const files = await readCapture(page, server.url, url);
  const names = [...files.keys()];
  expect(names).toContain('index.html');
  const pictures = [...files].filter(([name]) => name.endsWith('.png')).map(([, bytes]) => bytes);
  expect(pictures).toHaveLength(2);
  expect(pictures.some((each) => each.equals(map))).toBe(true);
  expect(pictures.some((each) => shows(each, [124, 58, 237]))).toBe(true);
  const sent = [...files.values()].map((bytes) => bytes.toString('latin1')).join('\n');
  for (const secret of Object.values(SECRETS)) expect(sent).not.toContain(secret);

  const captured = await openCapture(page, server.url, url);
  await expect(captured.getByRole('heading', { name: 'Harbour' })).toHaveCSS('color', 'rgb(180, 83, 9)');
  await expect(captured.getByText('Tide table')).toHaveCSS('color', 'rgb(21, 128, 61)');
  await expect(captured.locator('#drawn')).toHaveCSS('background-image', /\/assets\/[0-9a-f]{20}\.png/);
});

test('in Firefox, files that the policy of a page blocks are kept once the user allows its website', async ({
  server,
  owner,
  site,
  page,
}) => {
  const map = PNG.sync.write(new PNG({ width: 40, height: 30 }));
  site.pages['/map.png'] = pictureFile(map);
  site.pages['/'] = (_request, response) =>
    void response
      .setHeader('Content-Type', 'text/html')
      .setHeader('Content-Security-Policy', "default-src 'none'; img-src 'self'")
      .end('<!doctype html><title>Strict</title><h1>Strict</h1><img src="/map.png" alt="Map">');
  const url = await captureIn(`${site.url}/`, { server, owner }, async (_tab, firefox) => {
    const popup = await pressToolbarButton(firefox.window, EXTENSION);
    await expect.poll(() => popup.text('#left-out')).toContain(`1 file of ${new URL(site.url).host}`);
    await popup.click('#left-out button');
    await firefox.window.allow();
    await expect.poll(() => popup.text('#left-out')).toBe('');
    return popup;
  });

  const files = await readCapture(page, server.url, url);
  expect([...files.values()].some((bytes) => bytes.equals(map))).toBe(true);
});
