import type { Page } from '@playwright/test';
import { marksIn } from '../../support/drawnMarks.ts';
import { stageHtml, stagePage } from '../../support/stagedPage.ts';
import { commentOn, commentsPanel } from '../../support/pages/comments.ts';
import { expect, keepCommentsOpen, openLink, previewOf, test } from '../../support/story.ts';
import { untilTreesAreKept } from '../../support/threads.ts';

/** Pins on a version in which what they are on, or what is around it, has changed. */

const LOST = 'Not found on this page';
const DOUBT = 'The page changed. This may be a different element.';

const threadOf = (page: Page, text: string) =>
  commentsPanel(page).getByRole('article').filter({ hasText: text });

/** Whether the pin with this number is drawn on an element. */
async function isDrawnOn(page: Page, number: number, selector: string): Promise<boolean> {
  const frame = await page.locator('#preview').boundingBox();
  const box = await previewOf(page).locator(selector).boundingBox();
  const mark = (await marksIn(page))[number];
  if (!frame || !box || !mark) return false;
  const [x, y] = [box.x - frame.x, box.y - frame.y];
  return mark.x >= x && mark.x <= x + box.width && mark.y >= y && mark.y <= y + box.height;
}

/** Returns whether the page has shown this text since now, however shortly. */
async function watchFor(page: Page, text: string): Promise<() => Promise<boolean>> {
  const watched = await page.evaluateHandle((sought) => {
    const seen = { isSeen: false };
    const look = () => (seen.isSeen ||= document.body.innerText.includes(sought));
    new MutationObserver(look).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
    return seen;
  }, text);
  return () => watched.evaluate(({ isSeen }) => isSeen);
}

test('a headline that is reworded beside a reworded button keeps its pin', async ({ owner, visitor }, {
  outputDir,
}) => {
  const staged = await stagePage(owner, outputDir, 'commenting/reworded-v1', '--no-password');
  await openLink(visitor, staged);
  await commentOn(visitor, 'h1', 'Warmer, please');
  await commentOn(visitor, '.cta', 'Louder, please');
  await untilTreesAreKept(visitor, staged.snapshotId, 2);
  const wasLost = await watchFor(visitor, LOST);

  await stagePage(owner, outputDir, 'commenting/reworded-v2');
  await expect(previewOf(visitor).locator('h1')).toHaveText('Fresh coffee, brought to you');
  for (const [number, selector] of [
    [1, 'h1'],
    [2, '.cta'],
  ] as const)
    await expect.poll(() => isDrawnOn(visitor, number, selector)).toBe(true);
  await expect(commentsPanel(visitor).getByText(DOUBT)).toHaveCount(0);
  expect(await wasLost()).toBe(false);

  await visitor.reload();
  await expect.poll(() => isDrawnOn(visitor, 1, 'h1')).toBe(true);
  await expect.poll(() => isDrawnOn(visitor, 2, '.cta')).toBe(true);
  for (const text of [LOST, DOUBT]) await expect(commentsPanel(visitor).getByText(text)).toHaveCount(0);
});

const card = (name: string, text: string, button: string) =>
  `<article class="card"><h2>${name}</h2><p>${text}</p><button class="choose">${button}</button></article>`;
const plans = (buttons: [string, string, string]) =>
  `<!doctype html><html lang="en"><head><title>Plans</title><style>body{margin:24px;font:16px/1.5 sans-serif}
  .plans{display:flex;gap:24px}button{padding:8px 16px}</style></head><body><header><a href="/">Acorn</a></header>
  <main><h1>Plans for every team</h1><section class="plans">${card('Starter', 'For one person', buttons[0])}${card(
    'Studio',
    'For a small team',
    buttons[1],
  )}${card('Company', 'For everyone', buttons[2])}</section><p>Prices include taxes.</p></main></body></html>`;
const BUTTON = (nth: number) => `.card:nth-child(${nth}) .choose`;

/** Elements of a card: itself, heading, text, button. */
const CARD_SIZE = 4;

/** Has the page that this browser keeps with its pin name the button of the card before. */
const misname = (page: Page) =>
  page.route('**/page-trees/*', (route) => {
    const request = route.request();
    if (request.method() !== 'PUT') return route.fallback();
    const body = request.postDataJSON() as { pins: { node: number }[] };
    const pins = body.pins.map((each) => ({ ...each, node: each.node - CARD_SIZE }));
    return route.continue({ postData: { ...body, pins } });
  });

test('where words and page name different elements, both are shown and the author decides', async ({
  owner,
  visitor,
  enterAs,
  browser,
  server,
}, { outputDir }) => {
  const first = plans(['Begin', 'Get Studio', 'Call us']);
  const staged = await stageHtml(owner, outputDir, first, '--no-password');
  await misname(visitor);
  await openLink(visitor, staged);
  await commentOn(visitor, BUTTON(2), 'Say the price here');
  await untilTreesAreKept(visitor, staged.snapshotId, 1);
  await visitor.close();

  await stageHtml(owner, outputDir, first.replace('Prices include taxes.', 'Prices are without taxes.'));
  const context = await browser.newContext({ baseURL: server.url });
  await keepCommentsOpen(context);
  const stranger = await context.newPage();
  await openLink(stranger, staged);
  const seen = threadOf(stranger, 'Say the price here');
  await expect(seen.getByText(DOUBT)).toBeVisible();
  await expect(seen.getByRole('button', { name: 'Show the other one' })).toBeVisible();
  await expect(seen.getByRole('button', { name: 'It is this one' })).toHaveCount(0);
  await expect(seen.getByRole('button', { name: 'Re-attach' })).toHaveCount(0);

  const ada = await enterAs(owner.account);
  await openLink(ada, staged);
  const thread = threadOf(ada, 'Say the price here');
  await expect(thread.getByText(DOUBT)).toBeVisible();
  const ofWords = await isDrawnOn(ada, 1, BUTTON(1));
  const drawn = ofWords ? BUTTON(1) : BUTTON(2);
  const other = ofWords ? BUTTON(2) : BUTTON(1);
  await expect.poll(() => isDrawnOn(ada, 1, drawn)).toBe(true);
  await thread.getByRole('button', { name: 'Show the other one' }).click();
  await expect(thread.getByRole('button', { name: 'Show the first one' })).toBeVisible();
  const saved = ada.waitForResponse((response) => response.url().endsWith('/pin') && response.ok());
  await thread.getByRole('button', { name: 'It is this one' }).click();
  await expect(thread.getByText(DOUBT)).toHaveCount(0);
  await saved;
  await expect.poll(() => isDrawnOn(ada, 1, other)).toBe(true);

  await ada.reload();
  await expect.poll(() => isDrawnOn(ada, 1, other)).toBe(true);
  await expect(thread.getByText(DOUBT)).toHaveCount(0);
  await stranger.reload();
  await expect.poll(() => isDrawnOn(stranger, 1, other)).toBe(true);
  await context.close();
});
