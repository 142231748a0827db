import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { Inspection } from '@stagelink/shared/preview/inspection';
import type { PickFurther } from '@stagelink/shared/preview/messages';
import { drawnIn } from '../../support/drawnMarks.ts';
import {
  last,
  middleOf,
  openPreview,
  pickMode,
  pinOn,
  sendToAgent,
  showPins,
} from '../../support/pinSteps.ts';
import { document, preview } from '../../support/previewStage.ts';

/** Comments on several elements and on a gap between two, in pick mode. */

const PAGE = document(`<style>main{display:grid;gap:40px}button{display:block;width:120px;height:40px}</style>
  <main><button>One</button><button>Two</button><button>Three</button></main>`);

async function start(page: Page, further: PickFurther): Promise<void> {
  await sendToAgent(page, { type: 'pick', isOn: true, further });
  await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: true });
}

const named = async (page: Page) => {
  const message = await last(page, 'picked');
  if (!message) return undefined;
  const { elementName, further } = message.picked;
  return [elementName, further?.relation, ...(further?.elements ?? []).map((one) => one.elementName)];
};

const chosen = async (page: Page) => (await last(page, 'chosen'))?.count;

const framesIn = async (page: Page) =>
  (await drawnIn(page)).filter(({ kind, width }) => kind === 'box' && width > 0).length;

test.beforeEach(({ page }) => openPreview(page, { '/': PAGE }));

test('Shift adds elements and takes them out, and a press picks all with the one it is on', async ({
  page,
}) => {
  await start(page, 'one');
  const [one, two, three] = [
    await middleOf(page, 'button:nth-child(1)'),
    await middleOf(page, 'button:nth-child(2)'),
    await middleOf(page, 'button:nth-child(3)'),
  ];
  await page.keyboard.down('Shift');
  await page.mouse.click(one.x, one.y);
  await expect.poll(() => chosen(page)).toBe(1);
  await page.mouse.click(two.x, two.y);
  await expect.poll(() => chosen(page)).toBe(2);
  await page.mouse.click(two.x, two.y);
  await expect.poll(() => chosen(page)).toBe(1);
  await page.keyboard.up('Shift');
  await page.mouse.click(three.x, three.y);
  await expect.poll(() => named(page)).toEqual(['One, button', 'and', 'Three, button']);
  const message = await last(page, 'picked');
  if (!message) throw new Error('Nothing was picked');
  const { pickId, picked } = message;
  await expect.poll(async () => (await last(page, 'inspected'))?.pickId).toBe(pickId);
  const { elements } = Inspection.parse(JSON.parse((await last(page, 'inspected'))?.inspection ?? ''));
  expect(elements.map(({ text }) => text)).toEqual(['One', 'Three']);

  // While the thread is open, the others have a frame.
  const further = picked?.further?.elements.map(({ locator }) => locator) ?? [];
  const pin = { ...pinOn(message, 1), isCurrent: true, further };
  await sendToAgent(page, { type: 'pins', pins: [pin], areShown: true });
  await expect.poll(() => framesIn(page)).toBe(1);
  await sendToAgent(page, { type: 'pins', pins: [{ ...pin, isCurrent: false }], areShown: true });
  await expect.poll(() => framesIn(page)).toBe(0);
});

test('the agent says how many other elements of a comment the page does not have any more', async ({
  page,
}) => {
  await start(page, 'one');
  const [one, two] = [
    await middleOf(page, 'button:nth-child(1)'),
    await middleOf(page, 'button:nth-child(2)'),
  ];
  await page.keyboard.down('Shift');
  await page.mouse.click(one.x, one.y);
  await page.keyboard.up('Shift');
  await page.mouse.click(two.x, two.y);
  await expect.poll(() => named(page)).toEqual(['One, button', 'and', 'Two, button']);
  const message = await last(page, 'picked');
  if (!message) throw new Error('Nothing was picked');
  const further = message.picked.further?.elements.map(({ locator }) => locator) ?? [];
  const pin = pinOn(message, 1, { further });
  await showPins(page, [pin]);
  const found = async () => (await last(page, 'pins'))?.findings;
  await expect.poll(found).toEqual([{ id: pin.id, status: 'found', confidence: 1 }]);
  // The page tree knows both, so that a later page is matched with them.
  await sendToAgent(page, { type: 'readTree', id: randomUUID(), pins: [pin.id] });
  await expect
    .poll(async () => (await last(page, 'treeRead'))?.nodes)
    .toEqual([{ id: pin.id, node: expect.any(Number), further: [expect.any(Number)] }]);
  await preview(page)
    .getByRole('button', { name: 'Two' })
    .evaluate((button) => button.remove());
  await expect.poll(found).toMatchObject([{ id: pin.id, status: 'found', furtherLost: 1 }]);
});

test('by keyboard: Shift and Enter add, Enter picks; by touch: presses add, the viewer finishes', async ({
  page,
}) => {
  await start(page, 'one');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Shift+Enter');
  await expect.poll(() => chosen(page)).toBe(1);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => named(page)).toEqual(['One, button', 'and', 'Two, button']);

  await start(page, 'several');
  for (const at of [2, 3]) {
    const { x, y } = await middleOf(page, `button:nth-child(${at})`);
    await page.mouse.click(x, y);
  }
  await sendToAgent(page, { type: 'finishPick' });
  await expect.poll(() => named(page)).toEqual(['Two, button', 'and', 'Three, button']);
});

test('the gap between two elements: with Alt, from the toolbar, and by keyboard', async ({ page }) => {
  const [one, two, three] = [
    await middleOf(page, 'button:nth-child(1)'),
    await middleOf(page, 'button:nth-child(2)'),
    await middleOf(page, 'button:nth-child(3)'),
  ];
  await start(page, 'one');
  await page.keyboard.down('Alt');
  await page.mouse.click(one.x, (one.y + two.y) / 2);
  await page.keyboard.up('Alt');
  await expect.poll(() => named(page)).toEqual(['One, button', 'between', 'Two, button']);

  await start(page, 'between');
  await page.mouse.move(two.x, (two.y + three.y) / 2);
  // Both have a frame, and what is under the pointer.
  await expect.poll(() => framesIn(page)).toBe(3);
  await page.mouse.click(two.x, (two.y + three.y) / 2);
  await expect.poll(() => named(page)).toEqual(['Two, button', 'between', 'Three, button']);

  await start(page, 'between');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => named(page)).toEqual(['One, button', 'between', 'Two, button']);
});

test('two elements that are pressed one after the other are picked with what is between them', async ({
  page,
}) => {
  await page.unrouteAll();
  await openPreview(page, {
    '/': document(`<style>body{margin:20px}section{width:300px;padding:10px;background:#eee}
      button{display:block;width:120px;height:40px;margin-bottom:30px}</style>
      <section><button>One</button><button>Two</button></section><button>Three</button>`),
  });
  const [one, two, three] = [
    await middleOf(page, 'section button:nth-child(1)'),
    await middleOf(page, 'section button:nth-child(2)'),
    await middleOf(page, 'section + button'),
  ];
  await start(page, 'between');
  await page.mouse.click(three.x, three.y);
  await expect.poll(() => chosen(page)).toBe(1);
  // The order in which they were pressed does not matter, and they need not be beside each other.
  await page.mouse.click(one.x, one.y);
  await expect.poll(() => named(page)).toEqual(['One, button', 'between', 'Three, button']);

  await start(page, 'between');
  await page.mouse.click(one.x, one.y);
  await expect.poll(() => chosen(page)).toBe(1);
  // The section is around the first one. What is chosen stays.
  await page.mouse.click(two.x + 160, two.y);
  await expect.poll(() => last(page, 'chosen')).toEqual({ type: 'chosen', count: 1, problem: 'overlap' });
  await page.mouse.click(two.x, two.y);
  await expect.poll(() => named(page)).toEqual(['One, button', 'between', 'Two, button']);

  await start(page, 'between');
  await page.keyboard.down('Alt');
  await page.mouse.click(two.x, 390);
  await page.keyboard.up('Alt');
  await expect.poll(() => last(page, 'chosen')).toEqual({ type: 'chosen', count: 0, problem: 'none' });
});

test('by keyboard alone: Space adds several and takes them out, Enter finishes; two are chosen with Space', async ({
  page,
}) => {
  await start(page, 'several');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Space');
  await expect.poll(() => chosen(page)).toBe(3);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(() => chosen(page)).toBe(2);
  await page.keyboard.press('Enter');
  await expect.poll(() => named(page)).toEqual(['One, button', 'and', 'Three, button']);

  await start(page, 'between');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Space');
  await expect.poll(() => chosen(page)).toBe(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect.poll(() => named(page)).toEqual(['One, button', 'between', 'Two, button']);

  // Enter picks the element that is reached if none is chosen.
  await start(page, 'several');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect.poll(() => named(page)).toEqual(['One, button', undefined]);
});

test('the keys that choose what is picked reach the viewer while picking, and Freeze does', async ({
  page,
}) => {
  await start(page, 'one');
  for (const key of ['2', '3', '1', 'f'] as const) {
    await page.keyboard.press(key);
    await expect.poll(() => last(page, 'key')).toEqual({ type: 'key', key });
  }
  expect(await last(page, 'picking')).toEqual({ type: 'picking', isOn: true });
});

test('an element that goes away while others are chosen stays in the comment as it was', async ({ page }) => {
  await start(page, 'several');
  for (const at of [1, 2, 3]) {
    const { x, y } = await middleOf(page, `button:nth-child(${at})`);
    await page.mouse.click(x, y);
  }
  await expect.poll(() => chosen(page)).toBe(3);
  const remove = (at: number) =>
    preview(page)
      .locator(`button:nth-child(${at})`)
      .evaluate((button) => button.remove());
  await remove(1);
  await remove(1);
  await sendToAgent(page, { type: 'finishPick' });
  await expect.poll(() => named(page)).toEqual(['Three, button', 'and', 'One, button', 'Two, button']);
  const further = (await last(page, 'picked'))?.picked.further?.elements ?? [];
  expect(further.map(({ elementHtml }) => elementHtml)).toEqual([
    '<button>One</button>',
    '<button>Two</button>',
  ]);

  await start(page, 'several');
  const { x, y } = await middleOf(page, 'button');
  await page.mouse.click(x, y);
  await expect.poll(() => chosen(page)).toBe(1);
  await remove(1);
  await sendToAgent(page, { type: 'finishPick' });
  await expect.poll(() => named(page)).toEqual(['Three, button', undefined]);
});

test('at most six elements are chosen, and one more says so; another choice starts anew', async ({
  page,
}) => {
  await page.unrouteAll();
  const buttons = Array.from({ length: 7 }, (_, at) => `<button>${at}</button>`).join('');
  await openPreview(page, { '/': document(`<main>${buttons}</main>`) });
  await start(page, 'several');
  for (let at = 1; at <= 7; at++) {
    const { x, y } = await middleOf(page, `button:nth-child(${at})`);
    await page.mouse.click(x, y);
  }
  await expect.poll(() => last(page, 'chosen')).toEqual({ type: 'chosen', count: 6, problem: 'full' });
  await sendToAgent(page, { type: 'pick', isOn: true, further: 'between' });
  await expect.poll(() => last(page, 'chosen')).toEqual({ type: 'chosen', count: 0 });
});

test('a viewer that takes one element gets one', async ({ page }) => {
  await pickMode(page);
  const { x, y } = await middleOf(page, 'button:nth-child(1)');
  await page.keyboard.down('Shift');
  await page.mouse.click(x, y);
  await page.keyboard.up('Shift');
  await expect.poll(() => named(page)).toEqual(['One, button', undefined]);
});
