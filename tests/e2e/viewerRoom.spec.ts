import type { Locator, Page } from '@playwright/test';
import { clickIn } from '../support/shop.ts';
import { expect, openLink, previewOf, startPicking, test } from '../support/story.ts';

const LONG =
  'The heading says nothing about the houses, and the picture below it is too dark to see one of them. '.repeat(
    4,
  );

const threads = (page: Page) => page.getByRole('complementary', { name: 'Comments' }).getByRole('article');

const boxOf = async (part: Locator) => {
  const box = await part.boundingBox();
  if (!box) throw new Error('It is not visible');
  return box;
};

async function commentOn(page: Page, selector: string, text: string): Promise<void> {
  await startPicking(page);
  await clickIn(page, selector);
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(text);
  await page.keyboard.press('Control+Enter');
  await expect(threads(page).filter({ hasText: text.slice(0, 30) })).toBeVisible();
}

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
    const column = page.getByRole('complementary', { name: 'Comments' });
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
  const { x, y, width, height } = await boxOf(previewOf(phone).locator('h1'));
  await phone.touchscreen.tap(x + width / 2, y + height / 2);
  await expect(phone.getByRole('textbox', { name: 'Comment', exact: true })).toBeFocused();
  await phone.keyboard.type('Larger');
  await phone
    .getByRole('region', { name: 'Write a comment' })
    .getByRole('button', { name: 'Comment', exact: true })
    .tap();
  await expect(phone.getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();
  await context.close();
});
