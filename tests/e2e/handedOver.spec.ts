import path from 'node:path';
import type { Browser, FrameLocator, Page } from '@playwright/test';
import { PNG } from 'pngjs';
import { axeViolations } from '../support/accessibility.ts';
import { middleOf } from '../support/pages/boxes.ts';
import { commentReply, composer } from '../support/pages/comments.ts';
import { commentButton } from '../support/pages/viewer.ts';
import { expect, openLink, test } from '../support/story.ts';

function picture(width: number, height: number): Buffer {
  const png = new PNG({ width, height });
  png.data.fill(160);
  return PNG.sync.write(png);
}

async function pdfOf(browser: Browser, ...pages: string[]): Promise<Buffer> {
  const page = await browser.newPage();
  await page.setContent(pages.map((text) => `<h1 style="break-after: page">${text}</h1>`).join(''));
  const pdf = await page.pdf({ format: 'A4' });
  await page.close();
  return pdf;
}

/** Records two seconds of a canvas. */
async function videoOf(browser: Browser): Promise<Buffer> {
  const page = await browser.newPage();
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas');
    const context = canvas.getContext('2d');
    const parts: Blob[] = [];
    const recorder = new MediaRecorder(canvas.captureStream(10), { mimeType: 'video/mp4;codecs=vp9' });
    recorder.addEventListener('dataavailable', ({ data }) => parts.push(data));
    const stopped = new Promise((done) => recorder.addEventListener('stop', done));
    recorder.start();
    const started = performance.now();
    await new Promise<void>((done) => {
      const draw = (now: number) => {
        context?.fillRect(now % 100, 0, 10, 10);
        if (now - started > 2_000) done();
        else requestAnimationFrame(draw);
      };
      requestAnimationFrame(draw);
    });
    recorder.stop();
    await stopped;
    return [...new Uint8Array(await new Blob(parts).arrayBuffer())];
  });
  await page.close();
  return Buffer.from(bytes);
}

async function comment(page: Page, preview: FrameLocator, selector: string, text: string): Promise<void> {
  await commentButton(page).click();
  await expect(
    page.getByText('Click an element or drag an area to comment on it', { exact: true }),
  ).toBeVisible();
  const { x, y } = await middleOf(preview.locator(selector));
  await page.mouse.click(x, y);
  const box = composer(page);
  await box.getByRole('textbox', { name: 'Comment' }).fill(text);
  const posted = commentReply(page);
  await box.getByRole('button', { name: 'Comment' }).click();
  expect((await posted).status()).toBe(201);
}

test('pictures open as pages with a list, and take pins', async ({ owner, signedIn, writeFolder }) => {
  const folder = await writeFolder({ '1 Home.png': picture(900, 1200), '2 Cart@2x.png': picture(600, 400) });
  const staged = await owner.stage(folder, '--no-password');
  const page = await signedIn(owner.account);
  const preview = await openLink(page, staged);
  await expect(preview.getByRole('heading', { name: 'All pages' })).toBeVisible();
  await expect(preview.getByText('2 files')).toBeVisible();

  await preview.getByRole('link', { name: '1 Home' }).click();
  await expect(preview.getByRole('img', { name: '1 Home' })).toBeVisible();
  await comment(page, preview, 'img', 'More space here');
  await expect(page.getByRole('button', { name: 'Show pin 1' })).toBeVisible();

  await preview.locator('body').press('ArrowRight');
  const cart = preview.getByRole('img', { name: '2 Cart' });
  await expect(cart).toBeVisible();
  expect(await cart.evaluate((image: HTMLImageElement) => image.width)).toBe(300);
});

test('a PDF has pages with text that takes pins', async ({ owner, signedIn, writeFolder, browser }) => {
  const folder = await writeFolder({ 'deck.pdf': await pdfOf(browser, 'Our plan', 'Our price') });
  const staged = await owner.stage(path.join(folder, 'deck.pdf'), '--no-password');
  const page = await signedIn(owner.account);
  const preview = await openLink(page, staged);
  await expect(preview.getByRole('region', { name: 'deck, page 2 of 2' })).toBeVisible();
  await expect(preview.locator('.textLayer').getByText('Our price')).toBeVisible();
  await expect(preview.locator('.sheet canvas')).toHaveCount(2);
  await comment(page, preview, '.textLayer span:has-text("Our plan")', 'Which plan?');
  await page.reload();
  await expect(page.getByRole('button', { name: 'Show pin 1' })).toBeVisible();
});

test('a PDF that a page of a prototype links opens in the viewer as a page, which takes pins', async ({
  owner,
  signedIn,
  writeFolder,
  browser,
}) => {
  const folder = await writeFolder({
    'index.html': '<!doctype html><title>Menu</title><a href="menu.pdf">The menu</a>',
    'menu.pdf': await pdfOf(browser, 'Soups and salads'),
  });
  const staged = await owner.stage(folder, '--no-password');
  const page = await signedIn(owner.account);
  const preview = await openLink(page, staged);
  await preview.getByRole('link', { name: 'The menu' }).click();
  await expect(preview.locator('.textLayer').getByText('Soups and salads')).toBeVisible();
  await page.getByRole('banner').getByRole('heading').click();
  await comment(page, preview, '.textLayer span:has-text("Soups")', 'More soups?');
  await page.reload();
  await expect(page).toHaveURL(/\/menu\.pdf/);
  await expect(page.getByRole('button', { name: 'Show pin 1' })).toBeVisible();
});

test('a text is readable, and nothing in it runs', async ({ owner, visitor, writeFolder }) => {
  const hostile = [
    '---\ntitle: x\n---\n# Plan\n\n- [x] done\n\n[site](javascript:window.ran=1) <img src=x onerror="window.ran=1">',
    '<script>window.ran=1</script><svg onload="window.ran=1"></svg><iframe srcdoc="<script>parent.ran=1</script>"></iframe>',
    '| a | b |\n|---|---|\n| 1 | 2 |',
  ].join('\n\n');
  const folder = await writeFolder({ 'notes.md': hostile });
  const staged = await owner.stage(path.join(folder, 'notes.md'), '--no-password');
  const preview = await openLink(visitor, staged);
  await expect(preview.getByRole('heading', { name: 'Plan' })).toBeVisible();
  await expect(preview.getByRole('cell', { name: '2' })).toBeVisible();
  await expect(preview.getByText('title: x')).toHaveCount(0);
  await preview.getByText('site').click();
  expect(await preview.locator('body').evaluate(() => 'ran' in window)).toBe(false);
  await expect(preview.locator('main :is(script, iframe, svg), [onerror]')).toHaveCount(0);
});

test('a comment on a video keeps its second', async ({ owner, signedIn, visitor, writeFolder, browser }) => {
  const folder = await writeFolder({ 'clip.mp4': await videoOf(browser) });
  const staged = await owner.stage(path.join(folder, 'clip.mp4'), '--no-password');
  const page = await signedIn(owner.account);
  const preview = await openLink(page, staged);
  const video = preview.locator('video');
  await video.evaluate((element: HTMLVideoElement) => {
    element.currentTime = 1;
  });
  await expect(video).toHaveAccessibleName('clip at 0:01');
  await expect(page.getByRole('textbox', { name: 'Path in the prototype' })).toHaveValue('/#t=1');
  await comment(page, preview, 'video', 'Too fast');
  const listed = await page.request.get(`/api/snapshots/${staged.snapshotId}/comments`);
  const { comments } = (await listed.json()) as { comments: { context: { elementName: string } | null }[] };
  expect(comments[0]?.context?.elementName).toContain('clip at 0:01');

  const again = await openLink(visitor, staged);
  await expect(again.locator('video')).toHaveAccessibleName('clip');
  await visitor.getByRole('button', { name: 'Show pin 1' }).first().click();
  await expect
    .poll(() => again.locator('video').evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeCloseTo(1, 1);
});

test('the pages are accessible, in the light and in the dark', async ({ owner, browser, writeFolder }) => {
  const folder = await writeFolder({
    'a.png': picture(300, 300),
    'b.png': picture(300, 300),
    'notes.md': '# Notes\n\nText with a [link](b.png) and `code`.',
    'deck.pdf': await pdfOf(browser, 'Our plan'),
  });
  const { contentUrl } = await owner.stage(folder, '--no-password');
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await browser.newPage({ colorScheme });
    for (const name of ['', 'a.png', 'notes.md', 'deck.pdf']) {
      await page.goto(contentUrl + name);
      await expect(page.getByRole('heading').or(page.locator('.textLayer')).first()).toBeAttached();
      expect((await axeViolations(page)).map(({ id }) => id)).toEqual([]);
    }
    await page.close();
  }
});
