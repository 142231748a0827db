import type { Page } from '@playwright/test';
import { copyThread } from '../support/database.ts';
import { marksIn } from '../support/drawnMarks.ts';
import { clickIn, middleOf } from '../support/shop.ts';
import { expect, openLink, previewOf, startPicking, test } from '../support/story.ts';

/** What people and programs can enter, taken to its limits. */

const WIDE = { width: 1440, height: 900 };
const HEBREW = 'עיצוב מחדש של עמוד התשלום';

const composer = (page: Page) => page.getByRole('region', { name: 'Write a comment' });
const threads = (page: Page) => page.getByRole('complementary', { name: 'Comments' }).getByRole('article');

test('with 500 threads on one page the list and the pins stay usable', async ({
  owner,
  enterAs,
  prototype,
  server,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await enterAs(owner.account);
  await page.setViewportSize(WIDE);
  await openLink(page, staged);
  await startPicking(page);
  await clickIn(page, 'img');
  await composer(page).getByRole('textbox', { name: 'Comment' }).fill('Thread');
  await composer(page).getByRole('button', { name: 'Comment' }).click();
  await expect(threads(page)).toHaveCount(1);
  await copyThread(server, staged.snapshotId, 499);

  await page.reload();
  await expect(threads(page)).toHaveCount(500);
  // Only what is in sight is laid out.
  const drawn = () =>
    threads(page).evaluateAll(
      (all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  expect(await drawn()).toBeLessThan(100);
  await expect.poll(async () => Object.keys(await marksIn(page)).length).toBeGreaterThan(10);
  await page.screenshot({ path: test.info().outputPath('threads.png') });

  const oldest = threads(page).last();
  await oldest.scrollIntoViewIfNeeded();
  await oldest.getByRole('button', { name: 'Show pin 1', exact: true }).click();
  await expect(oldest).toHaveAttribute('data-current', 'true');
  await expect(oldest).toBeInViewport();
  await page.getByRole('button', { name: 'Resolve' }).last().click();
  await expect(threads(page)).toHaveCount(499);
  await page.screenshot({ path: test.info().outputPath('threads-end.png') });
});

test('what is written from right to left is shown so, beside a page that is', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password', '--name', HEBREW);
  const page = await enterAs(owner.account);
  await page.setViewportSize(WIDE);
  await openLink(page, staged);
  await previewOf(page)
    .locator('html')
    .evaluate((root) => root.setAttribute('dir', 'rtl'));
  await startPicking(page);
  await clickIn(page, 'h1');
  const area = composer(page).getByRole('textbox', { name: 'Comment' });
  await area.fill('קצר יותר, בבקשה');
  expect(await area.evaluate((field) => getComputedStyle(field).direction)).toBe('rtl');
  await composer(page).getByRole('button', { name: 'Comment' }).click();
  const text = threads(page).locator('p').filter({ hasText: 'קצר יותר' });
  await expect(text).toBeVisible();
  expect(await text.evaluate((line) => getComputedStyle(line).unicodeBidi)).toBe('plaintext');
  // The pin is where the element now is.
  const heading = await middleOf(previewOf(page).locator('h1'));
  const preview = await page.locator('#preview').boundingBox();
  await expect
    .poll(async () => Math.abs(((await marksIn(page))[1]?.x ?? 0) + (preview?.x ?? 0) - heading.x))
    .toBeLessThan(40);
  await page.screenshot({ path: test.info().outputPath('rtl.png') });
});

test('a picture that lies about its content is offered as a file', async ({ owner, enterAs, prototype }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await enterAs(owner.account);
  await openLink(page, staged);
  // The signature and a header of 30,000 × 30,000 pixels, and no picture.
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000', 'hex');
  const panel = page.getByRole('complementary', { name: 'Comments' });
  await panel.getByRole('textbox', { name: 'Write a comment' }).fill('See the picture');
  await panel
    .locator('input[type=file]')
    .setInputFiles([{ name: 'huge.png', mimeType: 'image/png', buffer: header }]);
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(threads(page)).toHaveCount(1);
  await expect(panel.getByRole('link', { name: /^Download huge\.png/ })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Enlarge huge.png' })).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('lying.png') });
});
