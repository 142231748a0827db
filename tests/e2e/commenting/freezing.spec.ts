import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../../support/accessibility.ts';
import { commentField, composer } from '../../support/pages/comments.ts';
import { clickIn } from '../../support/pages/viewer.ts';
import { stageHtml } from '../../support/stagedPage.ts';
import { expect, openLink, previewOf, startPicking, test } from '../../support/story.ts';

/** Freeze in the viewer: a page that moves is stopped while its state is pointed at. */

const PAGE = `<!doctype html><html lang="en"><head><title>Moves</title>
<meta name="viewport" content="width=device-width"><style>
body{margin:24px;font:16px/1.5 sans-serif}
@keyframes go{to{transform:translateX(200px)}}#css{width:40px;height:40px;background:#c66;animation:go 5s linear infinite}
</style></head><body><h1>Moves</h1><button id="other">Other page</button><div id="css"></div>
<svg width="200" height="40"><circle cy="20" r="10" fill="#66c"><animate attributeName="cx" from="10" to="190"
dur="5s" repeatCount="indefinite"/></circle></svg><p id="count"></p>
<script>
  const counts = { interval: 0, frame: 0 };
  window.counts = counts;
  setInterval(() => { document.getElementById('count').textContent = ++counts.interval; }, 20);
  (function frame() { counts.frame++; requestAnimationFrame(frame); })();
  document.getElementById('other').onclick = () => history.pushState(null, '', '/other');
</script></body></html>`;

interface Moving {
  counts: { interval: number; frame: number };
}

/** Returns how far everything in the page is that moves. */
const progress = (page: Page) =>
  previewOf(page)
    .locator('html')
    .evaluate((html) => ({
      ...(window as unknown as Moving).counts,
      css: getComputedStyle(html.querySelector('#css') as Element).transform,
      svg: html.querySelector('svg')?.getCurrentTime(),
    }));

const freeze = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Freeze' });
const note = (page: Page) => page.getByText('Frozen', { exact: true });

/** Waits until the viewer has drawn this often, during which a page that moves does so. */
const pass = (page: Page, frames = 20) =>
  page.evaluate(
    (count) =>
      new Promise<void>((done) => {
        const next = (left: number) => (left === 0 ? done() : requestAnimationFrame(() => next(left - 1)));
        next(count);
      }),
    frames,
  );

async function expectStill(page: Page): Promise<void> {
  const before = await progress(page);
  await pass(page);
  expect(await progress(page)).toEqual(before);
}

async function expectMoving(page: Page): Promise<void> {
  const before = await progress(page);
  for (const part of ['interval', 'frame', 'css', 'svg'] as const)
    await expect.poll(async () => (await progress(page))[part]).not.toBe(before[part]);
}

test('a page is frozen by button and key, stays so while picking, and goes on', async ({ page, owner }, {
  outputDir,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
  await openLink(page, staged);
  await expectMoving(page);
  await freeze(page).click();
  await expect(freeze(page)).toHaveAttribute('aria-pressed', 'true');
  await expect(note(page)).toBeVisible();
  await expectStill(page);
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: test.info().outputPath(`frozen-1440-${colorScheme}.png`) });
  }
  await page.getByRole('button', { name: 'Unfreeze' }).click();
  await expect(note(page)).toBeHidden();
  await expectMoving(page);

  await page.keyboard.press('f');
  await expect(note(page)).toBeVisible();
  await startPicking(page);
  await expect(note(page)).toBeVisible();
  await expectStill(page);
  await page.screenshot({ path: test.info().outputPath('frozen-picking-1440.png') });
  // The keyboard is in the page now.
  await page.keyboard.press('f');
  await expect(note(page)).toBeHidden();
  await page.keyboard.press('f');
  await expect(note(page)).toBeVisible();
  await clickIn(page, '#css');
  await expect(commentField(page)).toBeFocused();
  await expectStill(page);
  await commentField(page).fill('Frozen in time');
  await page.keyboard.press('Control+Enter');
  await expect(composer(page)).toBeHidden();
  await expectStill(page);
});

test('another page, a reload and another version are not frozen', async ({ page, owner }, { outputDir }) => {
  const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
  await openLink(page, staged);
  await expectMoving(page);
  await freeze(page).click();
  await expect(note(page)).toBeVisible();
  await previewOf(page).locator('#other').click();
  await expect(note(page)).toBeHidden();
  await expectMoving(page);

  await freeze(page).click();
  await expect(note(page)).toBeVisible();
  await page.getByRole('button', { name: 'Reload', exact: true }).click();
  await expect(note(page)).toBeHidden();
  await expect(freeze(page)).toHaveAttribute('aria-pressed', 'false');

  await expect(freeze(page)).toBeEnabled();
  await freeze(page).click();
  await expect(note(page)).toBeVisible();
  await stageHtml(owner, outputDir, PAGE.replace('<h1>Moves', '<h1>Moves again'));
  await expect(previewOf(page).getByRole('heading', { name: 'Moves again' })).toBeVisible();
  await expect(note(page)).toBeHidden();
});

test('what cannot be frozen is named', async ({ page, owner }, { outputDir }) => {
  const html = PAGE.replace('</body>', '<iframe title="Map" srcdoc="<p>Map"></iframe></body>');
  const staged = await stageHtml(owner, outputDir, html, '--no-password');
  await openLink(page, staged);
  await expect(freeze(page)).toBeEnabled();
  await page.keyboard.press('f');
  await expect(page.getByText('Frozen, except frames in the page')).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test('the menu freezes the page, and the note stays in sight while picking', async ({ page, owner }, {
    outputDir,
  }) => {
    const staged = await stageHtml(owner, outputDir, PAGE, '--no-password');
    await openLink(page, staged);
    await expectMoving(page);
    await page.getByRole('button', { name: 'More' }).tap();
    await page.getByRole('menuitemcheckbox', { name: 'Freeze' }).tap();
    await expect(note(page)).toBeVisible();
    await page.screenshot({ path: test.info().outputPath('frozen-390.png') });
    await page.getByRole('button', { name: 'Comment', exact: true }).tap();
    await expect(page.getByText('Tap an element to comment on it')).toBeVisible();
    await expect(note(page)).toBeVisible();
    await expectStill(page);
    await page.screenshot({ path: test.info().outputPath('frozen-picking-390.png') });
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Unfreeze' }).tap();
    await expect(note(page)).toBeHidden();
    await expectMoving(page);
  });
});
