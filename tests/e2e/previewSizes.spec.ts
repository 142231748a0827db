import type { Page } from '@playwright/test';
import { marksIn } from '../support/drawnMarks.ts';
import { boxOf } from '../support/pages/boxes.ts';
import { commentField, threadBy } from '../support/pages/comments.ts';
import { expect, openLink, previewOf, startPicking, test } from '../support/story.ts';
import { savedComments } from '../support/threads.ts';

/** Sizes of the preview, and pins in a preview that is scaled to fit. */

const SIZES = [
  ['Fit: fills the window', 'Fit'],
  ['Desktop, 1440 wide', '1440'],
  ['Laptop, 1280 wide', '1280'],
] as const;

async function choose(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Size of the preview' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}

const sizeButton = (page: Page, shown: string) =>
  page.getByRole('button', { name: `Size of the preview: ${shown}`, exact: true });

const innerSize = (page: Page) =>
  previewOf(page)
    .locator('html')
    .evaluate(() => ({ width: innerWidth, height: innerHeight }));

/** Compares two boxes up to half a pixel. */
async function expectToFill(page: Page): Promise<void> {
  const [frame, stage] = [await boxOf(page.locator('#preview')), await boxOf(page.locator('#stage'))];
  for (const side of ['x', 'y', 'width', 'height'] as const) expect(frame[side]).toBeCloseTo(stage[side], 0);
}

/**
 * Waits until the browser routes the pointer by the present scale: for some frames after a change it uses
 * the former one.
 */
async function expectPointerToFollow(page: Page, scale: number): Promise<void> {
  const html = previewOf(page).locator('html');
  await html.evaluate((root) => {
    addEventListener('pointermove', ({ clientX }) => root.setAttribute('data-pointer', String(clientX)));
  });
  const { x, y } = await boxOf(page.locator('#preview'));
  let step = 0;
  await expect
    .poll(async () => {
      step = (step % 50) + 1;
      await page.mouse.move(x + 100 + step, y + 200);
      return Number(await html.getAttribute('data-pointer')) * scale - step;
    })
    .toBeCloseTo(100, 0);
}

test('a size that adds items to its menu closes it, and gives the keys back to the viewer', async ({
  visitor,
  owner,
  prototype,
}) => {
  await openLink(visitor, await owner.stage(await prototype('multi-page'), '--no-password'));
  await choose(visitor, 'Phone, 390 × 844');
  await expect(visitor.getByRole('menu')).toHaveCount(0);
  await expect(sizeButton(visitor, '390')).toBeFocused();
});

test('a screen wider than the available space is scaled to fill it, and a pin is on its element', async ({
  owner,
  visitor,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await visitor.setViewportSize({ width: 1200, height: 800 });
  await openLink(visitor, staged);

  await choose(visitor, 'Desktop, 1440 wide');
  await expect.poll(async () => (await innerSize(visitor)).width).toBe(1440);
  await expectToFill(visitor);
  const frame = await boxOf(visitor.locator('#preview'));
  const scale = frame.width / 1440;
  expect(scale).toBeLessThan(1);
  /** Clicks where a point of the page appears on the screen. */
  const clickInPage = (x: number, y: number) => visitor.mouse.click(frame.x + x * scale, frame.y + y * scale);

  const inPage = await previewOf(visitor)
    .locator('h1')
    .evaluate((one) => {
      const { left, top, right, bottom } = one.getBoundingClientRect();
      return { left, top, right, bottom };
    });
  await expectPointerToFollow(visitor, scale);
  await startPicking(visitor);
  await clickInPage((inPage.left + inPage.right) / 2, (inPage.top + inPage.bottom) / 2);
  await expect(commentField(visitor)).toBeFocused();
  await visitor.keyboard.type('Larger');
  await visitor.keyboard.press('Control+Enter');
  await expect.poll(async () => Object.keys(await marksIn(visitor))).toEqual(['1']);

  const comments = await savedComments(visitor, staged.snapshotId);
  expect(comments[0]?.context?.elementName).toMatch(/, heading$/);

  const mark = (await marksIn(visitor))['1'];
  if (!mark) throw new Error('There is no pin');
  expect(mark.x).toBeGreaterThanOrEqual(inPage.left - 1);
  expect(mark.x).toBeLessThanOrEqual(inPage.right + 1);
  expect(mark.y).toBeGreaterThanOrEqual(inPage.top - 1);
  expect(mark.y).toBeLessThanOrEqual(inPage.bottom + 1);

  // A press where the pin appears on the screen opens its thread.
  await visitor.keyboard.press('Escape');
  await clickInPage(mark.x + 8, mark.y - 8);
  await expect(threadBy(visitor, 'Anonymous')).toHaveAttribute('data-current', 'true');
});

test('sizes follow the window and the columns, and the choice survives a reload', async ({
  owner,
  visitor,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await visitor.setViewportSize({ width: 1200, height: 800 });
  await openLink(visitor, staged);
  for (const [name, shown] of SIZES) {
    await choose(visitor, name);
    await expect(sizeButton(visitor, shown)).toBeVisible();
    await expectToFill(visitor);
  }
  expect((await innerSize(visitor)).width).toBe(1280);
  await visitor.setViewportSize({ width: 1000, height: 700 });
  await expectToFill(visitor);
  expect((await innerSize(visitor)).width).toBe(1280);

  await visitor.reload();
  await expect(sizeButton(visitor, '1280')).toBeVisible();
  await expect.poll(async () => (await innerSize(visitor)).width).toBe(1280);

  // Smaller than the space: its own size, in the middle.
  await visitor.setViewportSize({ width: 2200, height: 1000 });
  await expect.poll(async () => (await boxOf(visitor.locator('#preview'))).width).toBe(1280);
  const [frame, stage] = [await boxOf(visitor.locator('#preview')), await boxOf(visitor.locator('#stage'))];
  expect(frame.x - stage.x).toBeCloseTo((stage.width - frame.width) / 2, 0);
  expect(frame.height).toBeCloseTo(stage.height, 0);

  // A device is seen whole.
  await visitor.setViewportSize({ width: 1000, height: 700 });
  await choose(visitor, 'Phone, 390 × 844');
  await expect.poll(() => innerSize(visitor)).toEqual({ width: 390, height: 844 });
  const [device, room] = [await boxOf(visitor.locator('#preview')), await boxOf(visitor.locator('#stage'))];
  expect(device.height).toBeCloseTo(room.height - 48, 0);
  expect(device.width / device.height).toBeCloseTo(390 / 844, 2);
});
