import type { Page } from '@playwright/test';
import { REOPEN_PATH } from '@stagelink/shared/preview/handshake';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { expect, keepCommentsOpen, openLink, previewOf, startPicking, test } from '../../support/story.ts';

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
  // Actions are remembered from then on.
  const remembering = page.waitForResponse((response) => response.url().endsWith(REOPEN_PATH));
  await openLink(page, staged);
  await (await remembering).finished();
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
  await context.close();
});
