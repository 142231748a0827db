import type { Page } from '@playwright/test';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { boxOf } from '../support/pages/boxes.ts';
import { commentOn, commentsPanel, threads } from '../support/pages/comments.ts';
import { middleIn } from '../support/pages/viewer.ts';
import { expect, openLink, test } from '../support/story.ts';

const LONG =
  'The heading says nothing about the houses, and the picture below it is too dark to see one of them. '.repeat(
    4,
  );

test('the cards of the inbox are about 80 pixels high, however long a comment is', async ({
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLink(page, staged);
  await commentOn(page, 'h1', 'Larger');
  await commentOn(page, 'img', LONG);
  // Closes the newest thread.
  await page.keyboard.press('Escape');
  await expect(threads(page)).toHaveCount(2);
  for (const at of [0, 1]) {
    const card = threads(page).nth(at);
    await expect.poll(async () => (await boxOf(card)).height).toBeLessThanOrEqual(96);
    expect((await boxOf(card)).height).toBeGreaterThanOrEqual(60);
  }
  await page.screenshot({ path: test.info().outputPath('cards.png') });
});

test('no tab of the viewer’s columns is cut, in a column or in the sheet of a phone', async ({
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await openLink(page, { ...staged, url: `${staged.url}#panel=comments` });
    const column = commentsPanel(page);
    await expect(column.getByRole('tab')).toHaveCount(4);
    const close = await boxOf(column.getByRole('button', { name: 'Close', exact: true }));
    for (const tab of await column.getByRole('tab').all()) {
      const { x, width } = await boxOf(tab);
      expect(x + width).toBeLessThanOrEqual(close.x);
      expect(await tab.evaluate((one) => one.scrollWidth - one.clientWidth)).toBeLessThanOrEqual(0);
    }
    await page.screenshot({ path: test.info().outputPath(`tabs-${viewport.width}.png`) });
    await page.goto('about:blank');
  }
});

test('a guest with a phone comments on an element after two taps', async ({
  browser,
  server,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await openLink(phone, staged);
  await phone.getByRole('button', { name: 'Comment', exact: true }).tap();
  await expect(phone.getByText('Tap an element to comment on it')).toBeVisible();
  const { x, y } = await middleIn(phone, 'h1');
  await phone.touchscreen.tap(x, y);
  await expect(phone.getByRole('textbox', { name: 'Comment', exact: true })).toBeFocused();
  await phone.keyboard.type('Larger');
  await phone
    .getByRole('region', { name: 'Write a comment' })
    .getByRole('button', { name: 'Comment', exact: true })
    .tap();
  await expect(phone.getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();
  await context.close();
});

test('with pins to check and the composer open, the first thread begins above the middle of the window', async ({
  owner,
  visitor,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  const staged = await owner.stage(folder, '--no-password');
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openLink(visitor, staged);
  await commentOn(visitor, 'h1', 'Larger');
  await commentOn(visitor, 'img', 'Brighter');
  await expect(visitor.getByRole('button', { name: 'Email me replies' })).toBeVisible();
  await writeFile(path.join(folder, 'index.html'), '<title>New</title><table><td>Another</table>');
  await owner.stage(folder);

  await expect(visitor.getByText('2 pins to check on version 2')).toBeVisible();
  await visitor.getByRole('textbox', { name: 'Write a comment' }).click();
  await expect(visitor.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  expect((await boxOf(threads(visitor).first())).y).toBeLessThan(450);
});

/** Returns the places of what the bar shows. */
async function controlBoxes(page: Page) {
  const controls = page.getByRole('banner').locator('button:visible, a:visible, h1:visible');
  return Promise.all((await controls.all()).map(boxOf));
}

for (const viewport of [
  { width: 320, height: 568 },
  // A window of 1280 × 900, enlarged four times.
  { width: 320, height: 225 },
]) {
  test(`no control of the viewer covers another in ${viewport.width} × ${viewport.height} pixels`, async ({
    owner,
    visitor,
    prototype,
  }) => {
    const staged = await owner.stage(await prototype('multi-page'), '--no-password', '--name', 'A long name');
    await visitor.setViewportSize(viewport);
    await openLink(visitor, staged);
    await expect(visitor.getByRole('button', { name: 'More' })).toBeVisible();
    const boxes = await controlBoxes(visitor);
    expect(boxes.length).toBeGreaterThan(4);
    for (const [at, one] of boxes.entries()) {
      expect(one.x).toBeGreaterThanOrEqual(0);
      expect(one.x + one.width).toBeLessThanOrEqual(viewport.width);
      for (const other of boxes.slice(at + 1)) {
        const isApart =
          one.x + one.width <= other.x + 0.5 ||
          other.x + other.width <= one.x + 0.5 ||
          one.y + one.height <= other.y + 0.5 ||
          other.y + other.height <= one.y + 0.5;
        expect(isApart, JSON.stringify([one, other])).toBe(true);
      }
    }
  });
}
