import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { drawnIn, marksIn } from '../support/drawnMarks.ts';
import { boxOf } from '../support/pages/boxes.ts';
import { commentsPanel, sendComment } from '../support/pages/comments.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const rail = (page: Page) => page.getByRole('navigation', { name: 'Panels' });
const atPin = (page: Page, number: number) => page.getByRole('region', { name: `Thread at pin ${number}` });

/** Returns the middle of a pin in the window; the preview is shown in its own size. */
async function pinIn(page: Page, number: number): Promise<{ x: number; y: number }> {
  await expect.poll(async () => Object.keys(await marksIn(page))).toContain(`${number}`);
  const { x, y } = (await marksIn(page))[number] ?? { x: 0, y: 0 };
  const frame = await boxOf(page.locator('#preview'));
  return { x: frame.x + x + 6, y: frame.y + y - 10 };
}

test('at first both columns are rails; a thread opens beside its pin, follows it and is answered there', async ({
  browser,
  server,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await openLink(page, staged);
  await expect(previewOf(page).locator('h1')).toBeVisible();
  await expect(page.getByRole('complementary')).toHaveCount(0);
  expect((await boxOf(page.locator('#preview'))).width).toBeGreaterThan(1300);

  await sendComment(page, 'h1', 'Shorter, please');
  await expect(rail(page).getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();
  // Nothing opens after sending, and the keyboard is the prototype's.
  await expect(atPin(page, 1)).toBeHidden();
  await expect(page.locator('#preview')).toBeFocused();

  const { x, y } = await pinIn(page, 1);
  await page.mouse.click(x, y);
  const thread = atPin(page, 1);
  await expect(thread.getByText('Shorter, please')).toBeVisible();
  await expect.poll(async () => Math.abs((await boxOf(thread)).x - x)).toBeLessThan(60);
  expect(await accessibilityViolations(page)).toEqual([]);

  const before = await boxOf(thread);
  await previewOf(page)
    .locator('body')
    .evaluate((body) => {
      body.style.paddingTop = '120px';
    });
  await expect.poll(async () => Math.round((await boxOf(thread)).y - before.y)).toBe(120);

  const reply = thread.getByRole('textbox', { name: 'Reply to Anonymous' });
  // Keys are no commands for a second after the field of a comment has gone.
  await expect
    .poll(
      async () => {
        await page.keyboard.press('r');
        return reply.evaluate((field) => field === document.activeElement);
      },
      { intervals: [1500] },
    )
    .toBe(true);
  await reply.fill('Five words?');
  await page.keyboard.press('Control+Enter');
  await expect(thread.getByText('Five words?')).toBeVisible();
  await thread.getByRole('button', { name: 'Close thread' }).click();
  await expect(thread).toBeHidden();
  await expect(page.locator('#preview')).toBeFocused();

  // A column that was opened is open again at the next visit.
  await rail(page).getByRole('button', { name: 'Show 1 unresolved thread' }).click();
  const list = commentsPanel(page);
  await expect(list.getByText('1 reply')).toBeVisible();
  await page.reload();
  await expect(list.getByRole('button', { name: 'Open the thread by Anonymous' })).toBeVisible();
  await list.getByRole('button', { name: 'Close' }).click();
  await page.reload();
  await expect(rail(page)).toBeVisible();
  await expect(list).toHaveCount(0);
  await context.close();
});

test('the owner walks from pin to pin by keys and resolves one there', async ({
  owner,
  signedIn,
  visitor,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  await sendComment(visitor, 'h1', 'First');
  await expect(visitor.getByRole('button', { name: 'Show pin 1' })).toBeVisible();
  await sendComment(visitor, 'strong', 'Second');
  await expect(visitor.getByRole('button', { name: 'Show pin 2' })).toBeVisible();

  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  // Before the threads are loaded, J leads nowhere.
  await expect(ada.getByRole('article')).toHaveCount(2);
  await ada.getByRole('complementary').getByRole('button', { name: 'Close' }).click();
  await ada.keyboard.press('j');
  await expect(atPin(ada, 2)).toContainText('1 of 2');
  await ada.keyboard.press('j');
  await expect(atPin(ada, 1)).toContainText('2 of 2');
  await atPin(ada, 1).getByRole('button', { name: 'Resolve' }).click();
  await expect(atPin(ada, 1)).toBeHidden();
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect(atPin(ada, 1)).toBeVisible();
  await ada.keyboard.press('Escape');
  await expect(atPin(ada, 1)).toBeHidden();
});

test('on a phone a tapped pin opens its thread in a sheet at the lower edge', async ({
  browser,
  server,
  owner,
  visitor,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  await sendComment(visitor, 'h1', 'Shorter, please');
  await expect(visitor.getByRole('button', { name: 'Show pin 1' })).toBeVisible();

  const context = await browser.newContext({ ...PHONE, baseURL: server.url });
  const phone = await context.newPage();
  await openLink(phone, staged);
  const { x, y } = await pinIn(phone, 1);
  await phone.touchscreen.tap(x, y);
  const box = await boxOf(atPin(phone, 1));
  expect([box.x, box.width, Math.round(box.y + box.height)]).toEqual([0, 390, 844]);
  expect(await accessibilityViolations(phone)).toEqual([]);
  await atPin(phone, 1).getByRole('button', { name: 'Close thread' }).tap();
  await expect(atPin(phone, 1)).toBeHidden();
  await context.close();
});

test('the mouse over a thread outlines its element, and only then', async ({
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  await page.setViewportSize({ width: 1440, height: 900 });
  await openLink(page, staged);
  await sendComment(page, 'h1', 'Shorter, please');
  const card = page.getByRole('article', { name: /^Thread by/ });
  await expect(card).toContainText('Shorter, please');
  const outlines = async () => (await drawnIn(page)).filter(({ kind }) => kind === 'box');
  await expect.poll(outlines).toEqual([]);

  await card.hover();
  await expect.poll(async () => (await outlines()).length).toBe(1);
  const [outline] = await outlines();
  const [heading, frame] = [
    await boxOf(previewOf(page).locator('h1')),
    await boxOf(page.locator('#preview')),
  ];
  expect(outline?.left).toBeCloseTo(heading.x - frame.x, 0);
  expect(outline?.top).toBeCloseTo(heading.y - frame.y, 0);
  expect(outline?.width).toBeCloseTo(heading.width, 0);

  await page.mouse.move(400, 700, { steps: 10 });
  await expect.poll(outlines).toEqual([]);
});
