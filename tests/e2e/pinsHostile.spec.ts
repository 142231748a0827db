import { expect, type Page, test } from '@playwright/test';
import { type DrawnPin } from '@stagelink/shared/preview/messages';
import { drawnIn, marksIn } from '../support/drawnMarks.ts';
import {
  last,
  middleOf,
  openPreview,
  pickAt,
  pickMode,
  pinOn,
  pinTo,
  showPins,
  statusOf,
  sendToAgent,
} from '../support/pinSteps.ts';
import { APP, document, preview, serve, viewer, watchConsole } from '../support/previewStage.ts';

/** Pins in prototypes of every kind, large and hostile ones. */

test.describe('a prototype of bad temper', () => {
  test('that replaces the browser’s functions can be picked in, and never sees an error of ours', async ({
    page,
  }) => {
    const complaints = watchConsole(page);
    const hostile = `<button style="margin:80px">Save</button><p>Text</p><script>
      const broken = () => { throw new Error('the prototype broke this'); };
      for (const [owner, names] of [
        [EventTarget.prototype, ['addEventListener', 'removeEventListener', 'dispatchEvent']],
        [Event.prototype, ['stopImmediatePropagation', 'preventDefault', 'composedPath']],
        [Element.prototype, ['getBoundingClientRect', 'attachShadow', 'setAttribute', 'toggleAttribute', 'scrollIntoView', 'remove']],
        [Node.prototype, ['appendChild', 'insertBefore']],
        [HTMLElement.prototype, ['showPopover', 'hidePopover']],
        [Document.prototype, ['createElement', 'elementsFromPoint', 'elementFromPoint']],
        [CSSStyleDeclaration.prototype, ['setProperty']], [CSSStyleSheet.prototype, ['replaceSync']],
        [MutationObserver.prototype, ['observe']], [ResizeObserver.prototype, ['observe']],
        [window, ['setTimeout', 'requestAnimationFrame', 'getComputedStyle', 'MutationObserver', 'CSSStyleSheet', 'ResizeObserver', 'crypto']],
      ]) for (const name of names) Object.defineProperty(owner, name, { value: broken, configurable: true });
      Array.prototype.extra = function () {}; Object.prototype.more = 1;
      for (const name of ['style', 'isConnected', 'textContent', 'innerWidth'])
        for (const owner of [HTMLElement.prototype, Node.prototype, window])
          if (Object.hasOwn(owner, name)) Object.defineProperty(owner, name, { get: broken, configurable: true });
      [Object, Array, Element, Node, Document, HTMLElement, Event].forEach((one) => Object.freeze(one.prototype));
    </script>`;
    await openPreview(page, { '/': document(hostile) });
    await pickMode(page);
    await page.mouse.click(110, 95);
    await expect.poll(async () => (await last(page, 'picked'))?.picked.elementName).toBe('Save, button');
    const picked = await last(page, 'picked');
    if (!picked) throw new Error('Nothing was picked');
    const pin = pinOn(picked, 1);
    await showPins(page, [pin]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
    await sendToAgent(page, { type: 'reveal', id: pin.id });
    await expect.poll(async () => (await drawnIn(page)).some(({ kind }) => kind === 'box')).toBe(true);
    expect(complaints).toEqual([]);
  });

  test('that covers everything, throws and takes our host away has pins all the same', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<p style="margin:60px">Text</p><div style="position:fixed;inset:0;z-index:2147483647;pointer-events:none;background:#fff8"></div>
        <div popover id="menu">Menu</div><script>
        addEventListener('pointerdown', () => { throw new Error('mine'); }, true);
        new MutationObserver(() => { document.querySelector('stagelink-pins')?.remove(); throw new Error('mine too'); })
          .observe(document.documentElement, { childList: true });</script>`),
    });
    await pickMode(page);
    await page.mouse.click(80, 70);
    await expect.poll(async () => (await last(page, 'picked'))?.picked.elementName).toBe('Text, paragraph');
    const picked = await last(page, 'picked');
    if (!picked) throw new Error('Nothing was picked');
    const pin = pinOn(picked, 1);
    await showPins(page, [pin]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  });

  test('that never rests is read now and then, and stays fast', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<p id="target">Total</p><ul></ul><script>
        const list = document.querySelector('ul');
        let count = 0;
        const flood = () => {
          for (let i = 0; i < 40; i++) {
            const item = document.createElement('li');
            item.textContent = 'Row ' + count++;
            list.append(item);
            if (list.children.length > 400) list.firstElementChild.remove();
          }
          setTimeout(flood, 0);
        };
        setTimeout(flood, 500);
        window.rounds = 0;
        const rounds = () => { window.rounds++; requestAnimationFrame(rounds); };
        rounds();</script>`),
    });
    const pin = await pinTo(page, '#target', 1);
    await showPins(page, [pin]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
    const before = await page.evaluate(() => window.received.length);
    const rounds = () =>
      preview(page)
        .locator('html')
        .evaluate(() => (window as unknown as { rounds: number }).rounds);
    const start = await rounds();
    await expect.poll(rounds).toBeGreaterThan(start + 60);
    // The viewer received no message about any of it.
    expect((await page.evaluate(() => window.received.length)) - before).toBeLessThan(5);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
  });
});

/** A page of 5,000 elements with pins on 200 of them. Rows have a fixed height: a pin every 100 pixels. */
async function openOrders(page: Page): Promise<DrawnPin[]> {
  const rows = Array.from(
    { length: 1000 },
    (_, i) =>
      `<tr id="row${i}"><td>Order ${i}</td><td>Customer number ${i}</td><td><b>${i * 7} €</b></td></tr>`,
  );
  const styles = `<style>body{margin:0} table{border-spacing:0} td{padding:0} td, b{height:20px;line-height:20px;font-size:12px} b{display:block}</style>`;
  await openPreview(page, { '/': document(`${styles}<table>${rows.join('')}</table>`) });
  const one = await pinTo(page, '#row3 b', 1);
  return Array.from({ length: 200 }, (_, i) => ({
    ...one,
    id: crypto.randomUUID(),
    number: i + 1,
    locator: {
      ...one.locator,
      elementSelector: `#row${i * 5} b`,
      text: { text: `${i * 35} €`, rare: [] },
      path: ['table:1/1', 'tbody:1/1', `tr:${i * 5 + 1}/1000`, 'td:3/3', 'b:1/1'],
      circles: [{ text: `Order ${i * 5} Customer number ${i * 5} …`, rare: [] }],
    },
  }));
}

test('pins that are sent again while they are looked for are all found', async ({ page }) => {
  const pins = await openOrders(page);
  // Sent like a user who steps through the threads: each time another one is current.
  await page.evaluate(async (all) => {
    for (let current = 0; current < 60; current++) {
      const sent = all.map((pin, at) => ({ ...pin, isCurrent: at === current }));
      window.sendToAgent({ type: 'pins', pins: sent, areShown: true });
      await new Promise((done) => setTimeout(done, 5));
    }
  }, pins);
  await expect.poll(async () => (await last(page, 'pins'))?.findings.length).toBe(200);
});

test('200 pins on a page of 5,000 elements are found and drawn in slices a frame has room for', async ({
  page,
}) => {
  const pins = await openOrders(page);
  await preview(page)
    .locator('html')
    .evaluate(() => {
      const watched = window as unknown as { turns: number };
      watched.turns = 0;
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => port2.postMessage(watched.turns++));
      port1.start();
      port2.postMessage(0);
    });
  const turns = () =>
    preview(page)
      .locator('html')
      .evaluate(() => (window as unknown as { turns: number }).turns);
  const before = await turns();
  await showPins(page, pins);
  await expect.poll(async () => (await last(page, 'pins'))?.findings.length).toBe(200);
  // The page ran its own work repeatedly meanwhile.
  expect((await turns()) - before).toBeGreaterThan(20);
  expect((await statusOf(page, ...pins)).filter((status) => status === 'found').length).toBeGreaterThan(190);
  await preview(page)
    .locator('html')
    .evaluate(() => scrollTo(0, 4000));
  await expect
    .poll(async () => Object.keys(await marksIn(page)).toSorted())
    .toEqual(['41', '42', '43', '44']);
});

test('in path mode, without an origin or storage of its own, it picks, pins and pictures as well', async ({
  page,
}) => {
  const complaints = watchConsole(page);
  const root = '/s/abcdefghij/~grant';
  const html = document('<h1>Home</h1><button style="margin:60px">Save</button>', { root });
  await serve(
    page,
    APP,
    { '/': viewer(`${APP}${root}/`, 'null', 'allow-scripts'), [`${root}/`]: html },
    root,
  );
  await page.goto(`${APP}/`);
  await expect.poll(() => page.evaluate(() => window.received.length)).toBeGreaterThan(0);
  const { x, y } = await middleOf(page, 'button');
  const picked = await pickAt(page, x, y);
  expect(picked.picked.locator.route).toBe('/');
  await expect.poll(async () => (await last(page, 'pictured'))?.picture).toBeTruthy();
  const pin = pinOn(picked, 1);
  await showPins(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  await sendToAgent(page, { type: 'show', route: '/', page: picked.picked.page });
  expect(complaints).toEqual([]);
});
