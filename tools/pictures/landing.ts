// Takes the pictures of the landing page (`web/public/landing`) from the running product, in both themes.
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { startServer } from '../../tests/support/server.ts';
import { openLink, ownerOn, signIn } from '../../tests/support/story.ts';
import { prototypeWith } from './prototypes.ts';
import { addProject, comment, LOOKS, makeThumbnails, openComments, openDashboard, still } from './scene.ts';

const PICTURES = path.join(import.meta.dirname, '../../web/public/landing');
const SIZE = { width: 1200, height: 750 };
const QUALITY = 0.8;

/** Lets the browser convert a picture to WebP, which is a third of the size. */
const toWebp = (page: Page, png: Buffer): Promise<number[]> =>
  page.evaluate(
    async ([base64, quality]) => {
      const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob());
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext('2d')?.drawImage(image, 0, 0);
      const webp = await canvas.convertToBlob({ type: 'image/webp', quality });
      return [...new Uint8Array(await webp.arrayBuffer())];
    },
    [png.toString('base64'), QUALITY] as const,
  );

async function save(browser: Browser, page: Page, name: string): Promise<void> {
  const converter = await browser.newPage();
  const webp = await toWebp(converter, await still(page));
  await converter.close();
  await writeFile(path.join(PICTURES, `${name}.webp`), Buffer.from(webp));
}

async function createSample(page: Page, origin: string): Promise<string> {
  const answer = await page.request.post(`${origin}/api/onboarding/sample`, {
    data: {},
    headers: { Origin: origin },
  });
  const { data } = (await answer.json()) as { data: { sampleUrl: string } };
  return data.sampleUrl;
}

const server = await startServer();
const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const newPage = async (colorScheme: 'light' | 'dark') => {
  const options = { baseURL: server.url, viewport: SIZE, deviceScaleFactor: 2, colorScheme };
  return (await browser.newContext(options)).newPage();
};
try {
  await mkdir(PICTURES, { recursive: true });
  const owner = await ownerOn(server, await mkdtemp(path.join(tmpdir(), 'stagelink-home-')), 'Ada Lovelace');
  const staged = [];
  for (const look of LOOKS.toReversed())
    staged.unshift(await owner.stage(await prototypeWith(look), '--name', look.name, '--no-password'));
  const [first] = staged;
  if (!first) throw new Error('Nothing was staged.');
  await addProject(server.url, owner, {
    name: 'Harbour Coffee',
    color: '#4F46E5',
    snapshots: staged.slice(0, 3),
  });
  await addProject(server.url, owner, { name: 'Osterlund', color: '#EC4899', snapshots: staged.slice(3, 5) });

  const maker = await newPage('light');
  await signIn(maker, server, owner.account.email);
  await makeThumbnails(maker, staged);
  await comment(await newPage('light'), first);

  const schemes = ['light', 'dark'] as const;
  for (const scheme of schemes) {
    const page = await newPage(scheme);
    await signIn(page, server, owner.account.email);
    await openDashboard(page);
    const understood = page.getByRole('button', { name: 'Got it' });
    if (await understood.isVisible()) await understood.click();
    await page.getByRole('button', { name: 'Grid view' }).click();
    await page.waitForFunction(() => [...document.images].every((image) => image.complete));
    await save(browser, page, `dashboard-${scheme}`);
  }

  // The viewer shows the sample, because a click on its picture starts that.
  const url = await createSample(maker, server.url);
  for (const scheme of schemes) {
    const page = await newPage(scheme);
    await signIn(page, server, owner.account.email);
    const preview = await openLink(page, { url, password: null });
    await preview.locator('h1').waitFor();
    await openComments(page);
    await save(browser, page, `viewer-${scheme}`);
  }
} finally {
  await browser.close();
  await server.stop();
}
