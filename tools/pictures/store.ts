// Takes the pictures of the browser extension's store listing (`capture/store/*.png`), in the size that stores take.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { captureFrom, openSite, type Site, startCapture } from '../../tests/support/browserExtension.ts';
import { startServer } from '../../tests/support/server.ts';
import { ownerOn } from '../../tests/support/story.ts';
import { prototypeWith } from './prototypes.ts';
import { LOOKS, still } from './scene.ts';

const STORE = path.join(import.meta.dirname, '../../capture/store');
const SIZE = { width: 1280, height: 800 };
const SITE = 'harbour-coffee.localhost';
type Theme = 'light' | 'dark';

/** Serves the files of a folder. */
async function serveFolder({ pages }: Site, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, 'utf8');
    const at = `/${path.relative(folder, file)}`;
    pages[at.replace(/\/index\.html$/, '/')] = text;
  }
}

const sourceOf = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`;

/** Draws a popup where the browser shows it: below its button, over the page. */
async function save(canvas: Page, name: string, shots: { page: Buffer; popup: Buffer }): Promise<void> {
  const isDark = name.endsWith('dark');
  await canvas.setContent(
    `<style>body{margin:0}#popup{position:fixed;top:12px;right:24px;border-radius:12px;` +
      `box-shadow:0 0 0 1px ${isDark ? '#fff3' : '#0002'},0 16px 48px #0006}</style>` +
      `<img src="${sourceOf(shots.page)}" alt=""><img id="popup" src="${sourceOf(shots.popup)}" alt="">`,
  );
  await canvas.waitForFunction(() => [...document.images].every((image) => image.complete));
  await canvas.screenshot({ path: path.join(STORE, `${name}.png`) });
}

/** Takes a picture of the popup in the height that the browser gives it. */
async function popupPicture(popup: Page): Promise<Buffer> {
  const height = await popup.evaluate(() => document.body.offsetHeight);
  await popup.setViewportSize({ width: 360, height });
  return still(popup);
}

const server = await startServer();
const site = await openSite();
const [coffee] = LOOKS;
if (!coffee) throw new Error('There is no prototype.');
const folder = await prototypeWith(coffee);
await serveFolder(site, folder);
const owner = await ownerOn(server, await mkdtemp(path.join(tmpdir(), 'stagelink-home-')), 'Ada Lovelace');
const capture = await startCapture(server, owner.account, [
  `--host-resolver-rules=MAP ${SITE}:80 ${new URL(site.url).host}`,
]);
try {
  await capture.signIn();
  const canvas = await capture.context.newPage();
  await canvas.setViewportSize(SIZE);
  const page = await capture.visit(`http://${SITE}/`);
  await page.setViewportSize(SIZE);
  for (const theme of ['light', 'dark'] satisfies Theme[]) {
    const popup = await capture.popup(page);
    await popup.emulateMedia({ colorScheme: theme });
    await popup
      .getByRole('button', { name: 'Capture', exact: true })
      .and(popup.locator(':enabled'))
      .waitFor();
    const before = await popupPicture(popup);
    await captureFrom(popup);
    const after = await popupPicture(popup);
    await popup.close();
    const shown = await page.screenshot();
    await save(canvas, `capture-${theme}`, { page: shown, popup: before });
    await save(canvas, `link-${theme}`, { page: shown, popup: after });
  }
} finally {
  await capture.close();
  site.close();
  await server.stop();
  await rm(folder, { recursive: true });
}
