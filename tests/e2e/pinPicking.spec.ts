import { expect, test } from '@playwright/test';
import { FromAgent } from '@stagelink/shared/preview/messages';
import { drawnIn } from '../support/drawnMarks.ts';
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
import { document, preview, serve, watchConsole } from '../support/previewStage.ts';
import { forget, seenIn, WITNESS } from '../support/witness.ts';

/** Picking elements, by mouse, keyboard and touch. */

test('pick, picked, pinned', async ({ page }) => {
  const complaints = watchConsole(page);
  await openPreview(page, {
    '/': document(`<h1>Checkout</h1><button onclick="document.title='clicked'"><span>Save</span></button>`),
  });
  const { x, y } = await middleOf(page, 'button');
  const picked = await pickAt(page, x, y);
  expect(picked.picked.elementName).toBe('Save, button');
  expect(await last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
  const pin = pinOn(picked, 1);
  await sendToAgent(page, { type: 'pins', pins: [pin], areShown: true });
  await expect
    .poll(async () => (await last(page, 'pins'))?.findings)
    .toEqual([{ id: pin.id, status: 'found', confidence: expect.any(Number) }]);
  await page.mouse.click(x + 8, y - 8);
  await expect.poll(() => last(page, 'pinPressed')).toEqual({ type: 'pinPressed', ids: [pin.id] });
  expect(complaints).toEqual([]);
});

test('a pick brings a picture of its surroundings, in which no password can be read', async ({ page }) => {
  const complaints = watchConsole(page);
  const field = (value: string) =>
    document(`<style>input{width:200px;height:60px;border:0;background:#fff;font:40px monospace;outline:0}</style>
      <h1>Sign in</h1><input type="password" value="${value}"><img src="http://elsewhere.test/a.svg"><button>Go</button>`);
  const image =
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"><path d="M0 0h20v20z"/></svg>';
  await serve(page, 'http://elsewhere.test', { '/a.svg': image });
  await openPreview(page, { '/': field('secret'), '/empty': field('') });

  const looks: (string | null)[] = [];
  for (const path of ['/', '/empty']) {
    await sendToAgent(page, { type: 'show', route: path, page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe(path);
    const { x, y } = await middleOf(page, 'input');
    const { pickId } = await pickAt(page, x, y);
    await expect.poll(async () => (await last(page, 'pictured'))?.pickId).toBe(pickId);
    const look = await page.evaluate(async () => {
      const one = window.received.findLast(({ type }) => type === 'pictured');
      if (one?.type !== 'pictured' || !one.picture) return null;
      const picture = await createImageBitmap(new Blob([one.picture]));
      const digest = await crypto.subtle?.digest('SHA-256', one.picture);
      return `${picture.width}x${picture.height} ${digest ? [...new Uint8Array(digest)].join() : one.picture.byteLength}`;
    });
    looks.push(look);
  }
  expect(looks[0]).toMatch(/^1200x800 /);
  expect(looks[0]).toBe(looks[1]);
  expect(complaints).toEqual([]);
});

test('where no picture may be made, the prototype notices no attempt', async ({ page }) => {
  const complaints = watchConsole(page);
  const policy = `<meta http-equiv="Content-Security-Policy" content="default-src 'self'; script-src 'self'">`;
  await openPreview(page, { '/': document(`<button>Save</button>`).replace('<title>', `${policy}<title>`) });
  const { x, y } = await middleOf(page, 'button');
  const picked = await pickAt(page, x, y);
  await expect
    .poll(() => last(page, 'pictured'))
    .toEqual({
      type: 'pictured',
      pickId: picked.pickId,
      picture: null,
    });
  await sendToAgent(page, { type: 'pins', pins: [pinOn(picked, 1)], areShown: true });
  await expect.poll(async () => (await last(page, 'pins'))?.findings[0]?.status).toBe('found');
  expect(complaints).toEqual([]);
});

test.describe('pick mode', () => {
  test('follows the pointer with an outline and the name of what it would pick', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<button aria-label="Save draft" style="margin:60px"><svg width="20" height="20"><path d="M0 0h20v20z"/></svg></button>
        <p>Total <b>12 €</b></p>`),
    });
    await pickMode(page);
    const { x, y } = await middleOf(page, 'path');
    await page.mouse.move(x, y);
    const box = await preview(page).locator('button').boundingBox();
    await expect
      .poll(async () => (await drawnIn(page)).map(({ kind, text, left }) => [kind, text, Math.round(left)]))
      .toEqual([
        ['box', '', Math.round(box?.x ?? 0)],
        ['name', 'Save draft, button', Math.round(box?.x ?? 0)],
      ]);
    const words = await middleOf(page, 'b');
    await page.mouse.move(words.x, words.y);
    await expect.poll(async () => (await drawnIn(page)).at(-1)?.text).toBe('12 €');
  });

  test('keeps every event from the prototype, and gives all of them back afterwards', async ({ page }) => {
    await openPreview(page, {
      '/': document(`${WITNESS}<button id="a" onclick="document.title = 'Clicked'">Buy</button>
        <button id="off" disabled>Sold out</button><iframe srcdoc="Inside" style="height:60px"></iframe>
        <select><option>One<option>Two</select><input type="range" value="3"><input>`),
    });
    for (const selector of ['#a', '#off', 'iframe', 'select', 'input[type=range]']) {
      await pickMode(page);
      await forget(page);
      const { x, y } = await middleOf(page, selector);
      await page.mouse.move(x, y, { steps: 4 });
      await page.mouse.wheel(0, 10);
      await page.keyboard.press('x');
      await page.mouse.click(x, y);
      await expect.poll(async () => (await last(page, 'picking'))?.isOn).toBe(false);
      const tag = await preview(page)
        .locator(selector)
        .evaluate((one) => one.localName);
      expect((await last(page, 'picked'))?.picked.locator.tag).toBe(tag);
      expect(await seenIn(page)).toEqual([]);
    }
    await expect
      .poll(async () => {
        const { x, y } = await middleOf(page, '#a');
        await page.mouse.click(x, y);
        return preview(page)
          .locator('html')
          .evaluate(() => window.document.title);
      })
      .toBe('Clicked');
    expect(await seenIn(page)).toContain('pointerdown');
  });

  test('lets the page be scrolled, and what is scrolled in it', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<div id="box" style="height:120px;overflow:auto"><div style="height:900px">Long</div></div>
        <p>Text</p><div style="height:900px"></div>`),
    });
    await pickMode(page);
    const tops = () =>
      preview(page)
        .locator('#box')
        .evaluate((box) => [box.scrollTop, scrollY]);
    await page.mouse.move(100, 60);
    await page.mouse.wheel(0, 50);
    await expect.poll(tops).toEqual([50, 0]);
    await page.mouse.move(100, 300);
    await page.mouse.wheel(0, 60);
    await expect.poll(tops).toEqual([50, 60]);
    const cursor = await preview(page)
      .locator('p')
      .evaluate((one) => getComputedStyle(one).cursor);
    expect(cursor).toBe('crosshair');
    expect(await last(page, 'picked')).toBeUndefined();
    expect(await last(page, 'picking')).toMatchObject({ isOn: true });
  });

  test('ends on Escape and on the viewer’s word, and nothing is left of it', async ({ page }) => {
    await openPreview(page, { '/': document(`${WITNESS}<p>Text</p>`) });
    await pickMode(page);
    await page.keyboard.press('Escape');
    await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
    expect(await last(page, 'key')).toBeUndefined();
    await pickMode(page);
    await sendToAgent(page, { type: 'pick', isOn: false });
    await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
    expect(await drawnIn(page)).toEqual([]);
    expect(await last(page, 'picked')).toBeUndefined();
    expect(await seenIn(page)).toEqual([]);
  });

  test('leaves the browser the keys that it does not use, and the prototype none', async ({ page }) => {
    await openPreview(page, {
      '/': document(`${WITNESS}<p>Text</p><div style="height: 4000px"></div>
        <script>addEventListener('keydown', (event) => event.preventDefault(), true);</script>`),
    });
    await pickMode(page);
    const scrolled = () =>
      preview(page)
        .locator('html')
        .evaluate(() => scrollY);
    // A page that has not been drawn yet does not scroll.
    await expect(async () => {
      await page.keyboard.press('PageDown');
      expect(await scrolled()).toBeGreaterThan(100);
    }).toPass();
    // Pressed again while a scroll by PageDown still runs, which would end below the top.
    await expect(async () => {
      await page.keyboard.press('Home');
      expect(await scrolled()).toBe(0);
    }).toPass();
    // A key with a modifier belongs to the browser or the system.
    await page.keyboard.press('Alt+Enter');
    expect(await last(page, 'picking')).toMatchObject({ isOn: true });
    expect(await seenIn(page)).toEqual([]);
  });

  test('can be walked with the keyboard alone', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<ul><li>One</li><li>Two <b>bold</b></li><li>Three</li></ul><button>Save</button>`),
    });
    await pickMode(page);
    const name = async () => (await drawnIn(page)).find(({ kind }) => kind === 'name')?.text;
    const steps = [
      ['Tab', 'One, list item'],
      ['ArrowRight', 'Two bold, list item'],
      ['ArrowDown', 'bold'],
      ['ArrowUp', 'Two bold, list item'],
      ['ArrowUp', 'One Two bold Three, list'],
      ['ArrowDown', 'One, list item'],
      ['Tab', 'bold'],
      ['Tab', 'Three, list item'],
      ['Tab', 'Save, button'],
      ['Shift+Tab', 'Three, list item'],
      ['ArrowLeft', 'Two bold, list item'],
    ] as const;
    for (const [key, expected] of steps) {
      await page.keyboard.press(key);
      await expect.poll(name, `after ${key}`).toBe(expected);
    }
    await page.keyboard.press('Enter');
    await expect
      .poll(async () => (await last(page, 'picked'))?.picked.elementName)
      .toBe('Two bold, list item');
  });

  test('picks inside open shadow trees, and in dialogs in front of everything', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<my-card></my-card><dialog><h2>Sure?</h2><button>Delete</button></dialog>
        <script>customElements.define('my-card', class extends HTMLElement {
          constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = '<button>Inside</button>'; }
        });</script>`),
    });
    const inside = await pinTo(page, 'my-card button', 1);
    expect(inside.locator.elementSelector).toContain(' >>> ');
    await showPins(page, [inside]);
    await expect.poll(() => statusOf(page, inside)).toEqual(['found']);
    await preview(page)
      .locator('dialog')
      .evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    const { x, y } = await middleOf(page, 'dialog button');
    const { picked } = await pickAt(page, x, y);
    expect(picked.elementName).toBe('Delete, button');
    expect(picked.locator.dialog).not.toBeNull();
    expect(picked.page.opened).toEqual([{ kind: 'dialog', selector: 'dialog', name: 'Sure?' }]);

    await preview(page)
      .locator('dialog')
      .evaluate((dialog: HTMLDialogElement) => {
        dialog.close();
        dialog.show();
      });
    const at = await middleOf(page, 'dialog button');
    const modeless = (await pickAt(page, at.x, at.y)).picked;
    expect(modeless.page.opened).toEqual([
      { kind: 'dialog', selector: 'dialog', name: 'Sure?', isModeless: true },
    ]);
    await preview(page)
      .locator('dialog')
      .evaluate((dialog: HTMLDialogElement) => dialog.close());
    await sendToAgent(page, { type: 'show', route: modeless.locator.route, page: modeless.page });
    await expect(preview(page).locator('dialog')).toBeVisible();
    expect(await preview(page).locator('dialog:modal').count()).toBe(0);
  });
});

test('what cannot be stored is not in a pick: half an emoji, or a NUL', async ({ page }) => {
  const emoji = '🦄'.repeat(3000);
  await openPreview(page, {
    '/': document(`<style>section{padding:40px} p,b,dialog{display:block;position:static;height:40px;overflow:hidden;margin:0}</style>
      <section><p data-x="a${emoji}" title="b${emoji}">c${emoji}</p><b>Sum</b></section>
      <dialog open><h2>a${emoji}</h2></dialog><script>
      document.title = 'd${emoji}';
      document.querySelector('b').append('\\0\\ud800');
      document.querySelector('section').title = 'e\\0${emoji}';</script>`),
  });
  // Each is checked against the contract.
  const { x, y } = await middleOf(page, 'p');
  const { picked } = await pickAt(page, x, y);
  expect(picked.elementName).toMatch(/^b🦄+.?…, paragraph$/u);
  expect(picked.page.opened[0]?.name).toMatch(/^a🦄/u);
  expect((await pickAt(page, x, y - 45)).picked.locator.tag).toBe('section');
  expect((await pinTo(page, 'b', 1)).locator.text.text).toContain('Sum');
  expect(FromAgent.safeParse(await last(page, 'state'))).toMatchObject({ success: true });
});

test('typed text and scripts are not sent', async ({ page }) => {
  await openPreview(page, {
    '/': document(`<form><input name="user" value="asked"><input type="password" value="hunter2"><textarea>note</textarea>
      <div contenteditable>draft</div><script>const key = 'token'</script><button value="go">Go</button></form>`),
  });
  await preview(page).locator('input[name=user]').fill('typed');
  await pickMode(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await last(page, 'picked'))?.picked.locator.tag).toBe('form');
  const { elementHtml = '', elementName } = (await last(page, 'picked'))?.picked ?? {};
  expect(elementHtml).toContain('<button value="go">Go</button>');
  for (const secret of ['asked', 'typed', 'hunter2', 'note', 'draft', 'token'])
    expect(elementHtml).not.toContain(secret);
  expect(elementName).not.toContain('typed');
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const PHONE = { width: 390, height: 700 };
  const body = `<meta name="viewport" content="width=device-width">${WITNESS}
    <button style="margin:80px 40px;width:200px;height:50px" onclick="document.title = 'Tapped'">Order</button>`;

  test('in pick mode a tap picks, and the prototype feels nothing of it', async ({ page }) => {
    await openPreview(page, { '/': document(body) }, '/', PHONE);
    await pickMode(page);
    const { x, y } = await middleOf(page, 'button');
    await page.touchscreen.tap(x, y);
    await expect.poll(async () => (await last(page, 'picked'))?.picked.elementName).toBe('Order, button');
    expect((await seenIn(page)).filter((type) => !type.startsWith('focus'))).toEqual([]);
    expect(
      await preview(page)
        .locator('html')
        .evaluate(() => window.document.title),
    ).toBe('Home');
  });

  test('outside of it a long press picks at once, and a tap is the prototype’s', async ({ page }) => {
    await openPreview(page, { '/': document(body) }, '/', PHONE);
    await showPins(page, []);
    const { x, y } = await middleOf(page, 'button');
    await pickMode(page);
    await sendToAgent(page, { type: 'pick', isOn: false });
    await expect.poll(() => last(page, 'picking')).toMatchObject({ isOn: false });
    await page.touchscreen.tap(x, y);
    await expect
      .poll(() =>
        preview(page)
          .locator('html')
          .evaluate(() => window.document.title),
      )
      .toBe('Tapped');
    expect(await last(page, 'picked')).toBeUndefined();

    const session = await page.context().newCDPSession(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
    await expect.poll(async () => (await last(page, 'picked'))?.picked.elementName).toBe('Order, button');
    await forget(page);
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    // The page received `touchstart`, so it must receive `touchend`.
    const felt = async () =>
      (await seenIn(page)).filter((type) => /click|mouse|touch|pointer(up|down)|contextmenu/.test(type));
    await expect.poll(felt).toEqual(['pointerup', 'touchend']);
    await expect.poll(() => last(page, 'pictured')).toBeTruthy();
    expect(await felt()).toEqual(['pointerup', 'touchend']);
  });

  test('where the page handles touch, a long press is the page’s', async ({ page }) => {
    const slider =
      '<div style="touch-action:none;height:80px"><p style="margin:0;height:80px">Draw</p></div>';
    await openPreview(page, { '/': document(`${body}${slider}`) }, '/', PHONE);
    await showPins(page, []);
    await pickMode(page);
    await sendToAgent(page, { type: 'pick', isOn: false });
    await expect.poll(() => last(page, 'picking')).toMatchObject({ isOn: false });
    const session = await page.context().newCDPSession(page);
    const hold = async (selector: string) => {
      const point = await middleOf(page, selector);
      await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [point] });
      return () => session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    const letGo = await hold('p');
    // Twice as long as a long press.
    await preview(page)
      .locator('html')
      .evaluate(async () => {
        const end = performance.now() + 1000;
        while (performance.now() < end) await new Promise((done) => requestAnimationFrame(done));
      });
    await letGo();
    const letButtonGo = await hold('button');
    await expect.poll(async () => (await last(page, 'picked'))?.picked.elementName).toBe('Order, button');
    await letButtonGo();
    expect(await page.evaluate(() => window.received.filter(({ type }) => type === 'picked').length)).toBe(1);
  });
});
