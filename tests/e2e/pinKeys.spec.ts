import { expect, type Page, test } from '@playwright/test';
import { PINS_PATH } from '@stagelink/shared/preview/handshake';
import { last, openPreview, pickMode, showPins } from '../support/pinSteps.ts';
import { CONTENT, document, preview } from '../support/previewStage.ts';

/** Keys of the viewer that are pressed in the prototype. */

test('single keys of the viewer are sent, unless the prototype or a field wants them', async ({ page }) => {
  await openPreview(page, {
    '/': document(`<input><p tabindex="0">Text</p><my-field></my-field><script>
      addEventListener('keydown', (event) => { if (event.key === 'j') event.preventDefault(); });
      customElements.define('my-field', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<textarea></textarea>'; } });</script>`),
  });
  await showPins(page, []);
  await pickMode(page);
  await page.keyboard.press('Escape');
  await expect.poll(() => last(page, 'picking')).toMatchObject({ isOn: false });
  const keys = () =>
    page.evaluate(() => window.received.flatMap((one) => (one.type === 'key' ? [one.key] : [])).join(''));
  await preview(page).locator('p').focus();
  for (const key of ['c', 'j', 'k', 'x', 'Control+k', 'Shift+R', 'Alt+c', ']'])
    await page.keyboard.press(key);
  await preview(page).locator('input').focus();
  await page.keyboard.type('cr]');
  await preview(page).locator('textarea').focus();
  await page.keyboard.type('cr]');
  await preview(page)
    .locator('p')
    .evaluate((one) => one.dispatchEvent(new KeyboardEvent('keydown', { key: 'c', bubbles: true })));
  await preview(page).locator('p').focus();
  await page.keyboard.press('?');
  // Caps Lock is on and Shift is not pressed: a letter is the key that it is on.
  await page.keyboard.press('C');
  await expect.poll(keys).toBe('ckR]?c');
});

test.describe('a key that is pressed before the code of the pins has loaded', () => {
  /** Holds the code back. Returns a function that lets it through. */
  async function holdPins(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(`${CONTENT}${PINS_PATH}`, async (route) => {
      await promise;
      await route.fallback();
    });
    return resolve;
  }

  async function pressBefore(page: Page, body: string, focused: string): Promise<string> {
    await openPreview(page, { '/': document(body) });
    const release = await holdPins(page);
    await Promise.all([page.waitForRequest(`**${PINS_PATH}`), showPins(page, [])]);
    await preview(page).locator(focused).focus();
    await page.keyboard.press('c');
    release();
    // Messages arrive in order: after the answer to this one the key has arrived.
    await pickMode(page);
    return page.evaluate(() =>
      window.received.flatMap((one) => (one.type === 'key' ? [one.key] : [])).join(),
    );
  }

  test('is passed on once it has', async ({ page }) => {
    expect(await pressBefore(page, '<p tabindex="0">Text</p>', 'p')).toBe('c');
  });

  for (const [whose, body, focused] of [
    ['a field', '<input>', 'input'],
    ['a part of a text that is edited', '<div contenteditable><b tabindex="0">Text</b></div>', 'b'],
    [
      'the prototype',
      '<p tabindex="0">Text</p><script>addEventListener("keydown", (event) => event.preventDefault())</script>',
      'p',
    ],
    [
      'a field in a web component',
      `<my-field></my-field><script>customElements.define('my-field', class extends HTMLElement {
        constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<textarea></textarea>'; } });</script>`,
      'textarea',
    ],
  ] as const)
    test(`stays with ${whose}`, async ({ page }) => {
      expect(await pressBefore(page, body, focused)).toBe('');
    });
});
