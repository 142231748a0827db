import type { BrowserContext, Page } from '@playwright/test';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { drawnIn } from '../../support/drawnMarks.ts';
import { boxOf } from '../../support/pages/boxes.ts';
import { composer, commentField } from '../../support/pages/comments.ts';
import { clickIn, middleIn } from '../../support/pages/viewer.ts';
import { stageHtml } from '../../support/stagedPage.ts';
import type { StagedFolder } from '../../support/stagelink.ts';
import { expect, openLink, previewOf, startPicking, test } from '../../support/story.ts';

/** Comments on several elements and on what is between two, as a person sees them in the viewer. */

const PAGE = `<!doctype html><html lang="en"><head><title>Shop</title>
<meta name="viewport" content="width=device-width"><style>
body{margin:0;padding:24px;font:16px/1.5 sans-serif;background:#fff;color:#222}
article{padding:16px;margin-bottom:24px;background:#eee;border-radius:8px}h2{margin:0}
nav{position:fixed;inset:auto 0 0;display:flex;background:#ddd}nav button{flex:1;height:56px;border:0}
</style></head><body><h1>Harbour coffee</h1>
<article id="a"><h2>House blend</h2></article><article id="b"><h2>Single origin</h2></article>
<nav><button>Home</button><button>Basket</button></nav></body></html>`;

interface Saved {
  context: { elementName: string };
  further: { relation: string; elements: { elementName: string }[] } | null;
}

/** Returns the elements of the only comment, and what it says of them. */
async function savedElements(page: Page, { snapshotId }: StagedFolder): Promise<unknown[]> {
  const reply = await page.request.get(`/api/snapshots/${snapshotId}/comments`);
  const { comments } = (await reply.json()) as { comments: Saved[] };
  return comments.flatMap(({ context, further }) => [
    context.elementName,
    further?.relation ?? null,
    ...(further?.elements.map(({ elementName }) => elementName) ?? []),
  ]);
}

const mode = (page: Page, name: string) =>
  page.getByRole('radiogroup', { name: 'What you comment on' }).getByRole('radio', { name });

async function look(page: Page, name: string): Promise<void> {
  const path = (scheme: string) => test.info().outputPath(`${name}-${scheme}.png`);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path(colorScheme), animations: 'disabled' });
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  async function tapIn(page: Page, selector: string): Promise<void> {
    const { x, y } = await middleIn(page, selector);
    await page.touchscreen.tap(x, y);
  }

  async function begin(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Comment', exact: true }).tap();
    await expect(page.getByText('Tap an element to comment on it')).toBeVisible();
    await page.getByText(name, { exact: true }).tap();
    await expect(mode(page, name)).toBeChecked();
  }

  async function send(page: Page, text: string): Promise<void> {
    await composer(page).getByRole('textbox', { name: 'Comment' }).fill(text);
    await composer(page).getByRole('button', { name: 'Comment' }).tap();
    await expect(page.getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();
  }

  test('several elements are chosen by touch, and the bar covers nothing of the page', async ({
    page,
    owner,
  }, { outputDir }) => {
    const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
    await openLink(page, staged);
    await expect(previewOf(page).locator('h1')).toBeVisible();
    const width = () =>
      previewOf(page)
        .locator('html')
        .evaluate(() => `${window.innerWidth} × ${window.innerHeight}`);
    const before = await width();
    await begin(page, 'Several');
    await expect(page.getByRole('button', { name: 'Done' })).toBeDisabled();
    // Also what is at the lower edge of the screen. The page does not become another size.
    for (const selector of ['#a h2', 'nav button:last-child', '#b h2']) await tapIn(page, selector);
    await expect(page.getByText('3 elements chosen')).toBeVisible();
    expect(await width()).toBe(before);
    const frame = await boxOf(page.locator('#preview'));
    const cancel = await boxOf(page.getByRole('button', { name: 'Cancel' }));
    const one = await boxOf(page.getByText('One element', { exact: true }));
    expect(one.y).toBeGreaterThanOrEqual(frame.y + frame.height);
    expect(cancel.height).toBeGreaterThanOrEqual(44);
    expect(await accessibilityViolations(page)).toEqual([]);
    await look(page, 'several-390');
    await tapIn(page, '#b h2');
    await expect(page.getByText('2 elements chosen')).toBeVisible();
    await page.getByRole('button', { name: 'Done' }).tap();
    await send(page, 'Both in one tone');
    await expect
      .poll(() => savedElements(page, staged))
      .toEqual(['House blend, heading', 'and', 'Basket, button']);
  });

  test('what is between two elements is chosen by touch; two that overlap say so', async ({ page, owner }, {
    outputDir,
  }) => {
    const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
    await openLink(page, staged);
    await begin(page, 'Between two');
    await tapIn(page, '#a h2');
    await expect(page.getByText('1 element chosen. Tap the other one.')).toBeVisible();
    const { x, y } = await middleIn(page, '#a');
    await page.touchscreen.tap(x, y - 25);
    await expect(
      page.getByText('These two overlap. Choose two with space between them.', { exact: true }),
    ).toBeVisible();
    await look(page, 'between-390');
    await tapIn(page, '#b h2');
    await send(page, 'Too much space');
    await expect
      .poll(() => savedElements(page, staged))
      .toEqual(['House blend, heading', 'between', 'Single origin, heading']);
  });

  test('the first pick says once that a press and hold works too; before, nothing covers the page', async ({
    browser,
    server,
    owner,
  }, { outputDir }) => {
    const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
    const context: BrowserContext = await browser.newContext({
      baseURL: server.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await openLink(page, staged);
    const hint = page.getByText('press and hold');
    const comment = page.getByRole('button', { name: 'Comment', exact: true });
    await expect(comment).toBeVisible();
    await expect(hint).toBeHidden();
    await comment.tap();
    await expect(hint).toBeVisible();
    const frame = await boxOf(page.locator('#preview'));
    expect((await boxOf(hint)).y).toBeGreaterThanOrEqual(frame.y + frame.height);
    await look(page, 'first-390');
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await comment.tap();
    await expect(page.getByText('Tap an element to comment on it')).toBeVisible();
    await expect(hint).toBeHidden();
    await context.close();
  });
});

test('several elements and what is between two are chosen by keyboard alone', async ({ page, owner }, {
  outputDir,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
  await openLink(page, staged);
  await startPicking(page);
  await page.keyboard.press('2');
  await expect(mode(page, 'Several')).toBeChecked();
  await page.keyboard.press('Tab');
  // The preview learns of the mode a moment after the bar; by now it has drawn the first element.
  await expect.poll(async () => (await drawnIn(page)).map(({ kind }) => kind)).toContain('box');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 element chosen', { exact: true })).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('3 elements chosen')).toBeVisible();
  await look(page, 'several-1440');
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(commentField(page)).toBeFocused();
  await page.keyboard.press('Escape');

  await startPicking(page);
  await page.keyboard.press('3');
  await expect(page.getByText('Click two elements, or the space between them')).toBeVisible();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect(page.getByText('1 element chosen. Click the other one.')).toBeVisible();
  await page.keyboard.press('Tab');
  await look(page, 'between-1440');
  await page.keyboard.press('Enter');
  await expect(commentField(page)).toBeFocused();
  await page.keyboard.type('Closer');
  await page.keyboard.press('Control+Enter');
  await expect
    .poll(() => savedElements(page, staged))
    .toEqual(['House blend, heading', 'between', 'Single origin, heading']);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toContainText('Freeze or unfreeze');
});

test('one of several is an ordinary comment, and Cancel forgets what was chosen', async ({ page, owner }, {
  outputDir,
}) => {
  const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
  await openLink(page, staged);
  await startPicking(page);
  await page.getByText('Several', { exact: true }).click();
  await clickIn(page, '#a h2');
  await expect(page.getByText('1 element chosen')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await startPicking(page);
  await page.getByText('Several', { exact: true }).click();
  await expect(page.getByText('Click each element')).toBeVisible();
  await clickIn(page, '#b h2');
  await page.getByRole('button', { name: 'Done' }).click();
  await commentField(page).fill('Which origin?');
  await page.keyboard.press('Control+Enter');
  await expect.poll(() => savedElements(page, staged)).toEqual(['Single origin, heading', null]);
});
