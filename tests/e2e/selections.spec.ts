import { appendFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { drawnIn, marksIn } from '../support/drawnMarks.ts';
import { boxOf } from '../support/pages/boxes.ts';
import { composer } from '../support/pages/comments.ts';
import { commentButton, drawnPreview } from '../support/pages/viewer.ts';
import { expect, openLink, previewOf, startPicking, test } from '../support/story.ts';
import { savedComments } from '../support/threads.ts';

const thread = (page: Page, text: string) => page.getByRole('article').filter({ hasText: text });

/** Returns what the agent draws around parts of the page, rounded. */
const boxesIn = async (page: Page) =>
  (await drawnIn(page)).flatMap(({ kind, left, top, width, height }) =>
    kind === 'box' && width > 0 ? [[left, top, width, height].map(Math.round)] : [],
  );

/** Returns the largest difference between the sides of the first boxes, in pixels. */
const difference = ([drawn]: number[][], [expected]: number[][]) =>
  Math.max(...(expected ?? []).map((side, at) => Math.abs(side - (drawn?.[at] ?? Infinity))));

async function send(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
  await expect(thread(page, text).getByRole('button', { name: 'Reply' })).toBeVisible();
}

test('selected text is commented on, highlighted while its thread is open, and quoted when it is gone', async ({
  visitor,
  owner,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  const staged = await owner.stage(folder, '--no-password');
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openLink(visitor, staged);
  const heading = await boxOf(previewOf(visitor).locator('h1'));
  await visitor.mouse.dblclick(heading.x + 30, heading.y + 25);
  await commentButton(visitor).click();
  await expect(composer(visitor).getByRole('blockquote')).toHaveText('Small');
  expect(await accessibilityViolations(visitor)).toEqual([]);
  await send(visitor, 'Not that small');
  // The next comment is not about it again.
  await commentButton(visitor).click();
  await expect(
    visitor.getByText('Click an element or drag an area to comment on it', { exact: true }),
  ).toBeVisible();
  await visitor.keyboard.press('Escape');

  await thread(visitor, 'Not that small').getByRole('button', { name: 'Show pin 1' }).click();
  await expect(thread(visitor, 'Not that small').getByRole('blockquote')).toHaveText('Small');
  // The tint is on the word, not on the whole heading.
  await expect
    .poll(async () =>
      (await boxesIn(visitor)).some(([, , width = 0]) => width > 40 && width < heading.width / 3),
    )
    .toBe(true);

  const index = path.join(folder, 'index.html');
  await writeFile(index, (await readFile(index, 'utf8')).replace('Small houses', 'Large houses'));
  await owner.stage(folder);
  await visitor.reload();
  await expect(previewOf(visitor).locator('h1')).toContainText('Large houses');
  await thread(visitor, 'Not that small').getByRole('button', { name: 'Show pin 1' }).click();
  await expect(thread(visitor, 'Not that small').getByRole('blockquote')).toHaveText('Small');
  // The pin is still on the heading, and nothing in it is highlighted.
  await expect.poll(async () => Object.keys(await marksIn(visitor))).toEqual(['1']);
  const isTinted = async () => (await boxesIn(visitor)).some(([, , width = 0]) => width < heading.width / 3);
  await expect.poll(isTinted).toBe(false);
});

test('a rectangle dragged while picking is commented on, and outlined while its thread is open', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await visitor.setViewportSize({ width: 1440, height: 900 });
  await openLink(visitor, staged);
  const image = await boxOf(previewOf(visitor).locator('img'));
  const frame = await visitor.locator('#preview').boundingBox();
  await startPicking(visitor);
  const [x, y] = [Math.round(image.x + 100), Math.round(image.y + 80)];
  await visitor.mouse.move(x, y);
  await visitor.mouse.down();
  await visitor.mouse.move(x + 90, y + 40, { steps: 4 });
  await visitor.mouse.move(x + 200, y + 120, { steps: 4 });
  const drawn = [[x - (frame?.x ?? 0), y - (frame?.y ?? 0), 200, 120].map(Math.round)];
  await expect.poll(() => boxesIn(visitor)).toEqual(drawn);
  await visitor.mouse.up();
  await expect(composer(visitor)).toBeVisible();
  await expect(composer(visitor).getByText('About A low house')).toBeVisible();
  await send(visitor, 'This corner');

  // The mouse over an open thread outlines nothing more.
  await thread(visitor, 'This corner').getByRole('button', { name: 'Show pin 1' }).click();
  await expect.poll(async () => (await boxesIn(visitor)).length).toBe(1);
  // Opening it scrolled to its element.
  const expected = async () => {
    const now = await boxOf(previewOf(visitor).locator('img'));
    return [[now.x + 100 - (frame?.x ?? 0), now.y + 80 - (frame?.y ?? 0), 200, 120].map(Math.round)];
  };
  await expect.poll(async () => difference(await boxesIn(visitor), await expected())).toBeLessThanOrEqual(1);
  // Its picture is the rectangle in a narrow frame, at twice the size.
  const picture = thread(visitor, 'This corner').locator('img').first();
  await expect
    .poll(() => picture.evaluate((one: HTMLImageElement) => [one.naturalWidth, one.naturalHeight]))
    .toEqual([464, 304]);
  const { 1: pin } = await marksIn(visitor);
  expect(pin?.x).toBeCloseTo((drawn[0]?.[0] ?? 0) + 200, -1);

  // On a phone the rectangle is on the same part of the picture, which is smaller there.
  await visitor.setViewportSize({ width: 390, height: 844 });
  const smaller = await boxOf(previewOf(visitor).locator('img'));
  const width = Math.round((200 / image.width) * smaller.width);
  await expect
    .poll(async () => (await boxesIn(visitor)).some(([, , now = 0]) => Math.abs(now - width) <= 2))
    .toBe(true);
});

test('a click while picking still picks an element, and text that is not selected changes nothing', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  const heading = await boxOf(previewOf(visitor).locator('h1'));
  await startPicking(visitor);
  await visitor.mouse.click(heading.x + 30, heading.y + 25);
  await expect(composer(visitor)).toBeVisible();
  await expect(composer(visitor).getByRole('blockquote')).toBeHidden();
});

test('text that a finger selects is commented on, and a finger that only rests picks the element', async ({
  browser,
  server,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await openLink(phone, staged);
  // Once it can pick, the page recognizes a long press.
  await phone.getByRole('button', { name: 'Comment', exact: true }).tap();
  await phone.getByRole('button', { name: 'Cancel' }).tap();

  const heading = previewOf(phone).locator('h1');
  // As a phone's browser does, because the emulated one selects nothing for a finger.
  const selectTo = (end: number) =>
    heading.evaluate((element, at) => {
      const text = element.firstChild;
      if (text) document.getSelection()?.setBaseAndExtent(text, 0, text, at);
    }, end);
  const touch = await context.newCDPSession(phone);
  const at = await boxOf(previewOf(phone).locator('h1'));
  const [x, y] = [at.x + 30, at.y + 20];
  const hold = async () => {
    // A browser selects before the press is a long one, however busy it is.
    await heading.evaluate((element) =>
      window.addEventListener(
        'touchstart',
        () => {
          const text = element.firstChild;
          if (text) document.getSelection()?.setBaseAndExtent(text, 0, text, 'Small'.length);
        },
        { capture: true, once: true },
      ),
    );
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    // Twice as long as a long press.
    await heading.evaluate(async () => {
      const end = performance.now() + 1000;
      while (performance.now() < end) await new Promise((done) => requestAnimationFrame(done));
    });
    await expect(composer(phone)).toBeHidden();
  };
  const letGo = () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

  await hold();
  await touch.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: [{ x: x + 120, y }],
  });
  await selectTo('Small houses'.length);
  await letGo();
  await phone.getByRole('button', { name: 'Comment', exact: true }).tap();
  await expect(composer(phone).getByRole('blockquote')).toHaveText('Small houses');
  await phone.screenshot({ path: test.info().outputPath('quoted.png') });
  await composer(phone).getByRole('textbox', { name: 'Comment' }).fill('How small?');
  await composer(phone).getByRole('button', { name: 'Comment' }).tap();
  await expect(phone.getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();

  await hold();
  await letGo();
  await expect(composer(phone)).toContainText('Small houses');
  await expect(composer(phone).getByRole('blockquote')).toBeHidden();
  await expect.poll(() => heading.evaluate(() => document.getSelection()?.toString())).toBe('');
  await context.close();
});

test('a finger draws a rectangle after Area was pressed, and scrolls the page before that', async ({
  browser,
  server,
  owner,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  // Longer than the window in any font.
  await appendFile(path.join(folder, 'index.html'), '<div style="height: 100vh"></div>');
  const staged = await owner.stage(folder, '--no-password');
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await openLink(phone, staged);
  await phone.getByRole('button', { name: 'Comment', exact: true }).tap();
  await expect(phone.getByText('Tap an element to comment on it')).toBeVisible();
  const touch = await context.newCDPSession(phone);
  const drag = async (x: number, y: number, dx: number, dy: number) => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    for (const part of [0.25, 0.5, 0.75, 1]) {
      const point = { x: x + part * dx, y: y + part * dy };
      await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [point] });
    }
    return () => touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
  const scrolled = () =>
    previewOf(phone)
      .locator('html')
      .evaluate(() => window.scrollY);

  const endScroll = await drag(200, 500, 0, -120);
  await endScroll();
  await expect.poll(scrolled).toBeGreaterThan(20);
  await expect(composer(phone)).toBeHidden();

  await phone.getByText('Area', { exact: true }).tap();
  await expect(phone.getByText('Drag an area with your finger')).toBeVisible();
  await phone.screenshot({ path: test.info().outputPath('area.png') });
  const before = await scrolled();
  const frame = await drawnPreview(phone);
  const { scale } = frame;
  const [x, y] = [60, 200];
  const end = await drag(frame.x + x * scale, frame.y + y * scale, 120 * scale, 80 * scale);
  await expect.poll(() => boxesIn(phone)).toEqual([[x, y, 120, 80]]);
  await end();
  await expect(composer(phone)).toBeVisible();
  expect(await scrolled()).toBe(before);
  await composer(phone).getByRole('textbox', { name: 'Comment' }).fill('This corner');
  await composer(phone).getByRole('button', { name: 'Comment' }).tap();
  await expect(phone.getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();
  const saved = await savedComments(phone, staged.snapshotId);
  expect(saved.map(({ selection }) => selection?.kind)).toEqual(['region']);

  // The next pick scrolls again.
  await phone.getByRole('button', { name: 'Comment', exact: true }).tap();
  await expect(phone.getByRole('radio', { name: 'One element' })).toBeChecked();
  await context.close();
});
