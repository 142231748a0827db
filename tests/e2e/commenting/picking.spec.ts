import { expect, type Page, test } from '@playwright/test';
import { openAnyPage, servedPage } from '../../support/anyPage.ts';
import { drawnIn, marksIn } from '../../support/drawnMarks.ts';
import {
  last,
  middleOf,
  openPreview,
  pickAt,
  pickMode,
  pinOn,
  sendToAgent,
  showPins,
  statusOf,
} from '../../support/pinSteps.ts';
import { preview } from '../../support/previewStage.ts';

/** The element that a person means is picked, on pages where hit tests name another one. */

const pickIn = async (page: Page, selector: string) => {
  const { x, y } = await middleOf(page, selector);
  return (await pickAt(page, x, y)).picked;
};

const numberOfMarks = async (page: Page) =>
  (await drawnIn(page)).filter(({ kind }) => kind === 'mark').length;

test('a disabled button that ignores the pointer is picked, not the form around it', async ({ page }) => {
  await openAnyPage(page, 'disabled-control');
  const { elementName, locator } = await pickIn(page, 'button');
  expect(elementName).toBe('Save changes, button');
  expect(locator.tag).toBe('button');
});

test('a cell of a link without a box is picked, and with the keyboard the link', async ({ page }) => {
  await openAnyPage(page, 'display-contents');
  const cell = await pickIn(page, 'li:nth-child(2) span:nth-child(3)');
  expect([cell.locator.tag, cell.elementName]).toEqual(['span', 'open']);

  await pickMode(page);
  const { x, y } = await middleOf(page, 'li:nth-child(2) span:nth-child(3)');
  await page.mouse.move(x, y + 100);
  await page.mouse.move(x, y);
  await page.keyboard.press('ArrowUp');
  const outlined = async () => (await drawnIn(page)).find(({ kind }) => kind === 'box')?.width;
  await expect.poll(outlined).toBeGreaterThan(700);
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await last(page, 'picked'))?.picked.locator.tag).toBe('a');
  const link = await last(page, 'picked');
  expect(link?.picked.locator.attributes.href).toBe('#2');
  await showPins(page, [pinOn(link as NonNullable<typeof link>, 1)]);
  await expect.poll(() => numberOfMarks(page)).toBe(1);
});

test('a count in a link and a field in its label are picked themselves', async ({ page }) => {
  await openAnyPage(page, 'badge');
  expect((await pickIn(page, '.badge')).elementName).toBe('3');
  const field = await pickIn(page, 'input');
  expect([field.locator.tag, field.elementName]).toEqual(['input', 'Amount, field']);
  const { x, y } = await middleOf(page, 'a');
  const link = await pickAt(page, x - 30, y);
  expect(link.picked.locator.tag).toBe('a');
});

test('an area of a picture is picked and has a pin in it', async ({ page }) => {
  await openAnyPage(page, 'image-map');
  const box = await preview(page).locator('img').boundingBox();
  if (!box) throw new Error('The picture is not to be seen');
  const at = { x: Math.round(box.x + 300), y: Math.round(box.y + 100) };
  const office = await pickAt(page, at.x, at.y);
  expect([office.picked.locator.tag, office.picked.elementName]).toEqual([
    'area',
    'Office, part of a picture',
  ]);
  await showPins(page, [pinOn(office, 1)]);
  await expect.poll(() => marksIn(page)).toEqual({ 1: at });
});

test('a node of a diagram is picked, and its pin is on it after a zoom and in a version that moves it', async ({
  page,
}) => {
  await openAnyPage(page, 'svg-diagram');
  const { x, y } = await middleOf(page, '#n2 rect');
  const node = await pickAt(page, x, y);
  expect([node.picked.locator.tag, node.picked.elementName]).toEqual(['g', 'Check']);
  const pin = pinOn(node, 1);
  await showPins(page, [pin]);
  const isOnNode = async () => {
    const box = await preview(page).locator('#n2 rect, #k9 rect').boundingBox();
    const mark = (await marksIn(page))[1];
    return (
      box !== null &&
      mark !== undefined &&
      mark.x > box.x &&
      mark.x < box.x + box.width &&
      mark.y > box.y &&
      mark.y < box.y + box.height
    );
  };
  await expect.poll(isOnNode).toBe(true);
  await preview(page).getByRole('button', { name: 'Zoom' }).click();
  await expect.poll(async () => (await middleOf(page, '#n2 rect')).x).not.toBe(x);
  await expect.poll(isOnNode).toBe(true);

  const moved = (await servedPage('svg-diagram'))
    .replace('id=n2><rect x=240 y=100', 'id=k9><rect x=240 y=200')
    .replace('x=260 y=135>Check', 'x=260 y=235>Check')
    .replace('id=n1>', 'id=k1>');
  await page.unrouteAll();
  await openPreview(page, { '/': moved }, '/', { width: 900, height: 600 });
  await showPins(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  await expect.poll(isOnNode).toBe(true);
});

test('an icon is still picked as a whole, and a control with its icon', async ({ page }) => {
  const icon = '<svg width="24" height="24" viewBox="0 0 24 24"><path d="M0 0h24v24H0z"/></svg>';
  const tagged = (await servedPage('badge')).replace(
    '</body>',
    `<p>${icon}</p><button style="padding:10px">${icon} Save</button></body>`,
  );
  await openPreview(page, { '/': tagged }, '/', { width: 900, height: 600 });
  expect((await pickIn(page, 'p svg')).locator.tag).toBe('svg');
  expect((await pickIn(page, 'button svg')).locator.tag).toBe('button');
});

test('picking that ends before its code is there does not begin', async ({ page }) => {
  await openAnyPage(page, 'badge');
  await sendToAgent(page, { type: 'pick', isOn: true });
  await sendToAgent(page, { type: 'pick', isOn: false });
  await showPins(page, []);
  await pickMode(page);
  await sendToAgent(page, { type: 'pick', isOn: false });
  await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
});

test('what a person typed into the page is no part of what is sent about an element', async ({ page }) => {
  await openAnyPage(page, 'editable');
  const editor = preview(page).locator('[contenteditable]');
  await editor.click();
  await page.keyboard.type(' my secret plan');
  await preview(page).locator('textarea').fill('another secret');
  await pickMode(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  for (const selector of ['h1', 'label']) {
    const sent = JSON.stringify(await pickIn(page, selector));
    expect(sent).not.toMatch(/secret|private words/);
  }
  await sendToAgent(page, { type: 'readOutline', id: crypto.randomUUID() });
  await expect.poll(() => last(page, 'outlined')).toBeDefined();
  expect(JSON.stringify(await last(page, 'outlined'))).not.toMatch(/secret|private words/);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });

  const tapped = async (page: Page, x: number, y: number) => {
    await pickMode(page);
    const before = (await last(page, 'picked'))?.pickId;
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await last(page, 'picked'))?.pickId ?? before).not.toBe(before);
    return (await last(page, 'picked'))?.picked;
  };

  for (const [name, selector, tag] of [
    ['disabled-control', 'button', 'button'],
    ['display-contents', 'li:nth-child(2) span:nth-child(3)', 'span'],
    ['badge', '.badge', 'span'],
    ['badge', 'input', 'input'],
    ['svg-diagram', '#n1 rect', 'g'],
  ] as const)
    test(`a finger picks the same element: ${name} ${selector}`, async ({ page }) => {
      const site = { '/': await servedPage(name) };
      await openPreview(page, site, '/', { width: 390, height: 600 });
      const { x, y } = await middleOf(page, selector);
      expect((await tapped(page, x, y))?.locator.tag).toBe(tag);
    });

  test('a finger picks an area of a picture', async ({ page }) => {
    await openPreview(page, { '/': await servedPage('image-map') }, '/', { width: 390, height: 600 });
    const box = await preview(page).locator('img').boundingBox();
    const picked = await tapped(page, (box?.x ?? 0) + 300, (box?.y ?? 0) + 100);
    expect(picked?.locator.attributes.alt).toBe('Office');
  });
});
