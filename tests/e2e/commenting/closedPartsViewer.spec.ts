import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { openRemembering } from '../../support/closedParts.ts';
import { marksIn } from '../../support/drawnMarks.ts';
import { commentsPanel, composer, openThread } from '../../support/pages/comments.ts';
import { clickIn, middleIn } from '../../support/pages/viewer.ts';
import { expect, keepCommentsOpen, previewOf, startPicking, test } from '../../support/story.ts';
import { stageHtml } from '../../support/stagedPage.ts';
import { savedComments } from '../../support/threads.ts';

const NOT_OPEN = 'In a part that is not open now';

async function commentInside(page: Page, selector: string, text: string): Promise<void> {
  await startPicking(page);
  const box = await previewOf(page).locator(selector).boundingBox();
  if (!box) throw new Error(`${selector} is not to be seen`);
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await page.getByRole('textbox', { name: 'Comment', exact: true }).fill(text);
  await page.keyboard.press('Control+Enter');
  // The server numbers it.
  const thread = page.getByRole('article').filter({ hasText: text });
  await expect(thread.getByRole('button', { name: /^Show pin \d+$/ })).toBeVisible();
}

test('a thread in a menu says that it is not open and Show opens it, by mouse and key', async ({
  browser,
  server,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('closed-parts'), '--no-password');
  const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
  await keepCommentsOpen(context);
  const page = await context.newPage();
  await openRemembering(page, staged);
  const frame = previewOf(page);
  await frame.getByRole('button', { name: 'Menu' }).click();
  await frame.getByText('Settings').click();
  await commentInside(page, '[data-item=Billing]', 'Call it Plan');
  await frame.locator('h1').click();
  await frame.locator('.card').click();
  await commentInside(page, '[data-item=Share]', 'Share how?');

  await page.reload();
  const deep = page.getByRole('article').filter({ hasText: 'Call it Plan' });
  const behind = page.getByRole('article').filter({ hasText: 'Share how?' });
  await expect(deep.getByText(NOT_OPEN)).toBeVisible();
  await expect(behind.getByText(NOT_OPEN)).toBeVisible();
  await expect(frame.getByText('Billing')).toHaveCount(0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }
  await deep.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(frame.getByText('Billing')).toBeVisible();
  await expect(deep.getByText(NOT_OPEN)).toHaveCount(0);

  await behind.getByRole('button', { name: 'Show', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(behind.getByText('Open it yourself: Report')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  // The list does not move under a press when the focus leaves the thread above.
  await clickIn(page, 'h1');
  await expect(deep.getByText(NOT_OPEN)).toBeVisible();
  await behind.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(behind.getByText('Open it yourself: Report')).toBeVisible();
  await deep.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(frame.getByText('Billing')).toBeVisible();
  await context.close();
});

test('a thread in a menu that opens by hover says so when it is pressed, and Show opens it', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('closed-parts'), '--no-password');
  await openRemembering(visitor, staged);
  const frame = previewOf(visitor);
  await frame.getByText('Products').hover();
  await commentInside(visitor, '.product', 'Call it Insights');

  await visitor.reload();
  const thread = visitor.getByRole('article').filter({ hasText: 'Call it Insights' });
  await expect(thread.getByText(NOT_OPEN)).toBeVisible();
  await openThread(visitor, 'Anonymous');
  await expect(thread.getByText(NOT_OPEN)).toBeVisible();
  await expect(frame.locator('.product')).toBeHidden();
  await thread.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(frame.locator('.product')).toBeVisible();
  await expect(thread.getByText(NOT_OPEN)).toHaveCount(0);
  await expect.poll(() => marksIn(visitor)).toHaveProperty('1');

  // It stays until the person does something in the page.
  await clickIn(visitor, 'h1');
  await expect(frame.locator('.product')).toBeHidden();
  await expect(thread.getByText(NOT_OPEN)).toBeVisible();
});

/** A menu that opens once; from then on its button loads the page anew. */
const OPENS_ONCE = `<!doctype html><html lang="en"><head><title>Once</title></head><body><h1>Once</h1>
<button id="open">Menu</button><div id="menu" hidden><p id="inside">Inside the menu</p></div>
<script>document.getElementById('open').onclick = () => {
  if (sessionStorage.opened) return location.reload();
  sessionStorage.opened = 'yes';
  document.getElementById('menu').hidden = false;
};</script></body></html>`;

test('Show says how to open a part that the page closes by loading itself anew', async ({ visitor, owner }, {
  outputDir,
}) => {
  const staged = await stageHtml(owner, outputDir, OPENS_ONCE, '--no-password');
  await openRemembering(visitor, staged);
  await previewOf(visitor).getByRole('button', { name: 'Menu' }).click();
  await commentInside(visitor, '#inside', 'Not here');
  await visitor.reload();
  const thread = visitor.getByRole('article').filter({ hasText: 'Not here' });
  await expect(thread.getByText(NOT_OPEN)).toBeVisible();
  await thread.getByRole('button', { name: 'Show', exact: true }).click();
  await expect(thread.getByText('Open it yourself: Menu')).toBeVisible();
  await expect(thread.getByRole('button', { name: 'Show', exact: true })).toBeEnabled();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  async function commentByTap(page: Page, selector: string, text: string): Promise<void> {
    await page.getByRole('button', { name: 'Comment', exact: true }).tap();
    await expect(page.getByText('Tap an element to comment on it')).toBeVisible();
    const { x, y } = await middleIn(page, selector);
    await page.touchscreen.tap(x, y);
    const form = composer(page);
    await form.getByRole('textbox', { name: 'Comment' }).fill(text);
    await form.getByRole('button', { name: 'Comment' }).tap();
  }

  test('Show in the list closes the list, and opens the part beside the thread', async ({
    page,
    owner,
    prototype,
  }) => {
    const staged = await owner.stage(await prototype('closed-parts'), '--no-password');
    await openRemembering(page, staged);
    const frame = previewOf(page);
    await frame.getByRole('button', { name: 'Menu' }).tap();
    await frame.getByText('Settings').tap();
    await commentByTap(page, '[data-item=Billing]', 'Call it Plan');
    await savedComments(page, staged.snapshotId);

    await page.reload();
    const list = commentsPanel(page);
    await page.getByRole('button', { name: 'Show 1 unresolved thread' }).tap();
    await expect(list.getByText(NOT_OPEN)).toBeVisible();
    await list.getByRole('button', { name: 'Show', exact: true }).tap();
    await expect(list).toBeHidden();
    await expect(frame.getByText('Billing')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Thread at pin 1' })).toBeVisible();
    await expect.poll(() => marksIn(page)).toHaveProperty('1');
    const mark = (await marksIn(page))[1];
    const stage = await page.locator('#preview').boundingBox();
    const covering = await page.evaluate(
      ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.id,
      [(stage?.x ?? 0) + (mark?.x ?? 0), (stage?.y ?? 0) + (mark?.y ?? 0)],
    );
    expect(covering).toBe('preview');
  });

  test('what Show cannot open stays in the list, with the way', async ({ page, owner, prototype }) => {
    const staged = await owner.stage(await prototype('closed-parts'), '--no-password');
    await openRemembering(page, staged);
    const frame = previewOf(page);
    await frame.locator('.card').tap();
    await commentByTap(page, '[data-item=Share]', 'Share how?');
    await savedComments(page, staged.snapshotId);

    await page.reload();
    const list = commentsPanel(page);
    await page.getByRole('button', { name: 'Show 1 unresolved thread' }).tap();
    await list.getByRole('button', { name: 'Show', exact: true }).tap();
    await expect(list.getByText('Open it yourself: Report')).toBeVisible();
  });
});
