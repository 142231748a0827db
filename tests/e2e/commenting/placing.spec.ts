import { expect, type Page, test } from '@playwright/test';
import { openAnyPage } from '../../support/anyPage.ts';
import { marksIn } from '../../support/drawnMarks.ts';
import { LONG } from '../../support/longForm.ts';
import { last, middleOf, pickAt, pinOn, showPins, statusOf } from '../../support/pinSteps.ts';
import { preview } from '../../support/previewStage.ts';

/** Pins are on their elements and on nothing else. */

const pinned = async (page: Page, selector: string) => {
  await expect(preview(page).locator(selector)).toBeVisible();
  const { x, y } = await middleOf(page, selector);
  const pin = pinOn(await pickAt(page, x, y), 1);
  await showPins(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  await expect.poll(() => marksIn(page)).toHaveProperty('1');
  return pin;
};

test('a modal of divs hides the pins of the page below, and keeps its own', async ({ page }) => {
  await openAnyPage(page, 'div-modal');
  await pinned(page, 'li:nth-child(2) button');
  await preview(page).getByRole('button', { name: 'Remove' }).first().click();
  await expect.poll(() => marksIn(page)).toEqual({});
  await pinned(page, '[role=dialog] h2');
  await preview(page).getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => marksIn(page)).toEqual({});
});

test('a modal dialog in a web component hides the pins of the page below', async ({ page }) => {
  await openAnyPage(page, 'shadow-dialog');
  await pinned(page, 'h1');
  await preview(page).getByRole('button', { name: 'Edit' }).click();
  await expect.poll(() => marksIn(page)).toEqual({});
  await preview(page).getByRole('button', { name: 'Done' }).click();
  await expect.poll(() => marksIn(page)).toHaveProperty('1');
});

test('a pin is not drawn on the header that its element is scrolled under', async ({ page }) => {
  await openAnyPage(page, 'sticky');
  await pinned(page, 'button');
  const scroll = (y: number) =>
    preview(page)
      .locator('html')
      .evaluate((_, top) => scrollTo({ top, behavior: 'instant' }), y);
  const top = (await middleOf(page, 'button')).y;
  await scroll(top - 40);
  await expect.poll(() => marksIn(page)).toEqual({});
  await scroll(0);
  await expect.poll(() => marksIn(page)).toHaveProperty('1');
});

test('a pin follows an animation that a script starts without any event', async ({ page }) => {
  await openAnyPage(page, 'web-animation');
  await pinned(page, '#card b');
  const before = (await marksIn(page))[1] ?? { x: 0, y: 0 };
  await preview(page)
    .locator('#card')
    .evaluate((card) =>
      card.animate([{ transform: 'none' }, { transform: 'translate(600px,80px)' }], {
        duration: 300,
        fill: 'forwards',
      }),
    );
  await expect.poll(() => marksIn(page)).toEqual({ 1: { x: before.x + 600, y: before.y + 80 } });
});

test('a pin follows an ancestor that a style sheet moves', async ({ page }) => {
  await openAnyPage(page, 'web-animation');
  await pinned(page, '#card b');
  const before = (await marksIn(page))[1] ?? { x: 0, y: 0 };
  await preview(page)
    .locator('html')
    .evaluate(() => {
      const sheet = new CSSStyleSheet();
      document.adoptedStyleSheets.push(sheet);
      sheet.insertRule('body{transform:translate(200px,100px)}');
    });
  await expect.poll(() => marksIn(page)).toEqual({ 1: { x: before.x + 200, y: before.y + 100 } });
});

test('on a page that is drawn anew twice a second a pin is steady', async ({ page }) => {
  await openAnyPage(page, 'redrawn');
  const pin = await pinned(page, 'button');
  // Each status that the agent reports while the page is drawn anew six times.
  const seen = await page.evaluate(
    (id) =>
      new Promise<string[]>((resolve) => {
        const from = window.received.length;
        setTimeout(() => {
          const statuses = window.received
            .slice(from)
            .flatMap((message) => (message.type === 'pins' ? message.findings : []))
            .filter((finding) => finding.id === id)
            .map(({ status }) => status);
          resolve(statuses);
        }, 3000);
      }),
    pin.id,
  );
  expect(seen.filter((status) => status !== 'found')).toEqual([]);
  expect(await marksIn(page)).toHaveProperty('1');
});

test('a pin of a page that is drawn anew is found when the page is opened again', async ({ page }) => {
  await openAnyPage(page, 'redrawn');
  const pin = await pinned(page, 'button');
  await page.unrouteAll();
  await openAnyPage(page, 'redrawn');
  await showPins(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
});

test('content that comes late is still loading meanwhile', LONG, async ({ page }) => {
  await openAnyPage(page, 'late');
  await expect(preview(page).locator('h2')).toBeVisible();
  const pin = await pinned(page, 'h2');
  await page.unrouteAll();
  await openAnyPage(page, 'late');
  await showPins(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['loading']);
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  const seen = await page.evaluate(() =>
    window.received.flatMap((message) =>
      message.type === 'pins' ? message.findings.map(({ status }) => status) : [],
    ),
  );
  expect(seen).not.toContain('lost');
});

test('a page that hides itself in a frame is reported', async ({ page }) => {
  await openAnyPage(page, 'frame-buster');
  await showPins(page, []);
  await expect.poll(() => last(page, 'hiding')).toEqual({ type: 'hiding', isHidden: true });
  await preview(page)
    .locator('html')
    .evaluate((root) => root.style.removeProperty('display'));
  await expect.poll(() => last(page, 'hiding')).toEqual({ type: 'hiding', isHidden: false });
});
