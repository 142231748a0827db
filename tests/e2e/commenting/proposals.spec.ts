import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { drawnIn } from '../../support/drawnMarks.ts';
import {
  last,
  middleOf,
  openPreview,
  pinTo,
  sendToAgent,
  showPins,
  statusOf,
} from '../../support/pinSteps.ts';
import { document } from '../../support/previewStage.ts';

const SITE = {
  '/': document('<h1 style="width:300px;height:60px">Long headline</h1><p style="margin-top:200px">Text</p>'),
};

const drawn = async (page: Page, kind: string) => (await drawnIn(page)).filter((one) => one.kind === kind);

test('a proposal is a frame with the agent’s words on its element, as plain text, and goes with the proposal', async ({
  page,
}) => {
  await openPreview(page, SITE);
  const pin = await pinTo(page, 'h1', 1);
  await showPins(page, [pin]);
  const ghost = { ...pin, id: randomUUID(), number: null, ghost: 'becomes <b>short</b>' };
  await sendToAgent(page, { type: 'ghosts', pins: [ghost] });

  await expect
    .poll(async () => (await drawn(page, 'name')).map(({ text }) => text))
    .toEqual(['becomes <b>short</b>']);
  const [frame] = await drawn(page, 'box');
  const { x, y } = await middleOf(page, 'h1');
  const viewer = await page.locator('iframe').boundingBox();
  expect(Math.abs((frame?.left ?? 0) + (frame?.width ?? 0) / 2 - (x - (viewer?.x ?? 0)))).toBeLessThan(4);
  expect(Math.abs((frame?.top ?? 0) + (frame?.height ?? 0) / 2 - (y - (viewer?.y ?? 0)))).toBeLessThan(4);
  // It is no pin of a thread, and its status is reported.
  expect((await drawn(page, 'mark')).map(({ text }) => text)).toEqual(['1']);
  await expect.poll(() => statusOf(page, ghost)).toEqual(['found']);

  await sendToAgent(page, { type: 'ghosts', pins: [] });
  await expect.poll(async () => (await drawn(page, 'name')).length).toBe(0);
});

test('the words of a proposal say when the pointer is over them and when they are pressed', async ({
  page,
}) => {
  await openPreview(page, SITE);
  const pin = await pinTo(page, 'h1', 1);
  const ghost = { ...pin, id: randomUUID(), number: null, ghost: 'becomes short' };
  await showPins(page, [pin]);
  await sendToAgent(page, { type: 'ghosts', pins: [ghost] });
  await expect.poll(async () => (await drawn(page, 'name')).length).toBe(1);
  const [label] = await drawn(page, 'name');
  if (!label) throw new Error('The proposal has no words');
  const [x, y] = [label.left + label.width / 2, label.top + label.height / 2];

  await page.mouse.move(x, y);
  await expect.poll(() => last(page, 'ghostPointed')).toEqual({ type: 'ghostPointed', id: ghost.id });
  await page.mouse.click(x, y);
  await expect.poll(() => last(page, 'pinPressed')).toEqual({ type: 'pinPressed', ids: [ghost.id] });
  await page.mouse.move(x, y + 150);
  await expect.poll(() => last(page, 'ghostPointed')).toEqual({ type: 'ghostPointed', id: null });
});

test('the mark of a thread that an agent has carries a sign', async ({ page }) => {
  await openPreview(page, SITE);
  const [sent, unsent] = [await pinTo(page, 'h1', 1), await pinTo(page, 'p', 2)];
  await showPins(page, [{ ...sent, isWithAgent: true }, unsent]);
  const signs = async () =>
    (await drawn(page, 'mark')).map(({ text, attributes }) => [text, attributes.includes('data-agent')]);
  await expect.poll(signs).toEqual([
    ['1', true],
    ['2', false],
  ]);
});

test('a picture of a pin’s element is made as the page shows it now', async ({ page }) => {
  await openPreview(page, SITE);
  const pin = await pinTo(page, 'h1', 1);
  await showPins(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  const pickId = randomUUID();
  await sendToAgent(page, { type: 'picture', pickId, pin: pin.id });
  await expect.poll(async () => (await last(page, 'pictured'))?.pickId).toBe(pickId);
});
