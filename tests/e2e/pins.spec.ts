import { expect, type Page, test } from '@playwright/test';
import { PINS_PATH } from '@stagelink/shared/preview/handshake';
import { type DrawnPin, FromAgent } from '@stagelink/shared/preview/messages';
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
import { APP, CONTENT, document, preview, serve, viewer, watchConsole } from '../support/previewStage.ts';

/** Picking elements and drawing pins, in prototypes of every kind. */

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

test('a watched page reports where its user scrolled, but not where the viewer scrolled it', async ({
  page,
}) => {
  await openPreview(page, { '/': document('<div style="height:3000px">Long</div>') });
  await sendToAgent(page, { type: 'watchScroll', isOn: true });
  // Messages are handled in order.
  await pickMode(page);
  await sendToAgent(page, { type: 'pick', isOn: false });
  await expect.poll(() => last(page, 'picking')).toEqual({ type: 'picking', isOn: false });
  await page.mouse.move(300, 200);
  await page.mouse.wheel(0, 240);
  await expect.poll(() => last(page, 'scrolled')).toEqual({ type: 'scrolled', x: 0, y: 240 });

  await sendToAgent(page, { type: 'scrollTo', x: 0, y: 99_999 });
  // The wheel could overtake the message.
  const position = () =>
    preview(page)
      .locator('html')
      .evaluate(() => scrollY);
  await expect.poll(position).toBe(2616);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => last(page, 'scrolled')).toEqual({ type: 'scrolled', x: 0, y: 2516 });
  const led = await page.evaluate(() =>
    window.received.filter((one) => one.type === 'scrolled' && one.y > 2516),
  );
  expect(led).toEqual([]);
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

/** A prototype that records every event, from the first listener on. */
const WITNESS = `<script>
  window.seen = [];
  for (const type of ['click', 'mousedown', 'mouseup', 'mouseover', 'pointerdown', 'pointerup', 'pointermove', 'keydown', 'keyup',
    'touchstart', 'touchend', 'contextmenu', 'focusin', 'toggle', 'dragstart', 'selectstart', 'wheel'])
    addEventListener(type, (event) => window.seen.push(type), true);
</script>`;
const seenIn = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => (window as unknown as { seen: string[] }).seen);
const forget = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => void ((window as unknown as { seen: string[] }).seen = []));

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

test.describe('pins', () => {
  test('follow the page: scrolled, resized, changed, moved by a transition', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<style>#moved { transition: margin .3s }</style><div id="before"></div>
        <button style="float:right;margin-top:30px">Right</button><h2 id="moved" style="clear:both">Below</h2><div style="height:2000px"></div>`),
    });
    const right = await pinTo(page, 'button', 1);
    const below = await pinTo(page, 'h2', 2);
    await showPins(page, [right, below]);
    const isOn = async (selector: string, number: string) => {
      const { x, y } = await middleOf(page, selector);
      const mark = (await marksIn(page))[number];
      return mark !== undefined && Math.abs(mark.x - x) < 3 && Math.abs(mark.y - y) < 3;
    };
    const areBoth = async () => [await isOn('button', '1'), await isOn('h2', '2')];
    await expect.poll(areBoth).toEqual([true, true]);
    const change = (act: string) =>
      preview(page)
        .locator('body')
        .evaluate((_body, script) => void new Function(script)(), act);
    for (const act of [
      `document.getElementById('before').style.height = '70px'`,
      `scrollTo(0, 40)`,
      `document.body.prepend(document.createElement('hr'))`,
      `document.getElementById('moved').style.marginTop = '60px'`,
      `document.documentElement.dir = 'rtl'`,
      `document.documentElement.style.zoom = '1.25'`,
      `document.body.style.zoom = '0.8'`,
    ]) {
      await change(act);
      await expect.poll(areBoth, act).toEqual([true, true]);
    }
    await page
      .locator('#preview')
      .evaluate((frame) => frame.setAttribute('style', 'border:0;width:420px;height:400px'));
    await expect.poll(areBoth).toEqual([true, true]);
    await change('scrollTo(0, 900)');
    await expect.poll(() => marksIn(page)).toEqual({});
  });

  test('are not drawn where their element is hidden', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<div id="box" style="height:120px;overflow:auto;border:1px solid"><p id="first">First</p><div style="height:400px"></div><p id="last">Last</p></div>
        <details open><summary>More</summary><p id="more">Detail</p></details><p id="plain">Plain</p>
        <dialog><p>In front</p></dialog>`),
    });
    const pins = [
      await pinTo(page, '#first', 1),
      await pinTo(page, '#more', 2),
      await pinTo(page, '#plain', 3),
    ];
    await preview(page)
      .locator('dialog')
      .evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    pins.push(await pinTo(page, 'dialog p', 4));
    await showPins(page, pins);
    const numbers = async () => Object.keys(await marksIn(page)).join('');
    await expect.poll(numbers, 'what a modal dialog is in front of').toBe('4');
    const { x, y } = await middleOf(page, 'dialog p');
    await page.mouse.click(x + 6, y - 8);
    await expect.poll(() => last(page, 'pinPressed')).toEqual({ type: 'pinPressed', ids: [pins[3]?.id] });
    await page.keyboard.press('Escape');
    await expect.poll(numbers, 'a closed dialog').toBe('123');
    await expect.poll(async () => (await statusOf(page, ...pins)).includes('lost')).toBe(false);
    await preview(page)
      .locator('#box')
      .evaluate((box) => box.scrollTo(0, 300));
    await expect.poll(numbers, 'scrolled out of its container').toBe('23');
    await preview(page).locator('summary').click();
    await expect.poll(numbers, 'folded').toBe('3');
    await preview(page)
      .locator('#plain')
      .evaluate((one) => one.setAttribute('style', 'visibility:hidden'));
    await expect.poll(numbers, 'invisible').toBe('');
    await showPins(page, pins, false);
    expect(await numbers()).toBe('');
  });

  test('that overlap are one mark with their count, and all of them are sent when it is pressed', async ({
    page,
  }) => {
    await openPreview(page, { '/': document(`<button>Save</button><p style="margin-top:80px">Far</p>`) });
    const picked = await pinTo(page, 'button', 1);
    const pins = [picked, { ...picked, id: crypto.randomUUID(), number: 2 }, await pinTo(page, 'p', 3)];
    await showPins(page, pins);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['2', '3']);
    const { x, y } = await middleOf(page, 'button');
    await page.mouse.click(x + 6, y - 8);
    await expect
      .poll(() => last(page, 'pinPressed'))
      .toEqual({ type: 'pinPressed', ids: [pins[0]?.id, pins[1]?.id] });
  });

  test('of another route are reported as elsewhere, until a client-side route leads there', async ({
    page,
  }) => {
    const site =
      document(`<button onclick="history.pushState(null, '', '/cart'); render()">Cart</button><main></main>
      <script>const render = () => { document.querySelector('main').innerHTML = '<h1>' + location.pathname + ' page</h1><p>Text of ' + location.pathname + '</p>'; };
      addEventListener('popstate', render); render();</script>`);
    await openPreview(page, { '/': site, '/cart': site });
    const home = await pinTo(page, 'p', 1);
    await showPins(page, [home]);
    await expect.poll(() => statusOf(page, home)).toEqual(['found']);
    await preview(page).getByText('Cart').click();
    await expect.poll(() => statusOf(page, home)).toEqual(['elsewhere']);
    const cart = await pinTo(page, 'p', 2);
    await showPins(page, [home, cart]);
    await expect.poll(() => statusOf(page, home, cart)).toEqual(['elsewhere', 'found']);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['2']);
    await preview(page)
      .locator('body')
      .evaluate(() => history.back());
    await expect.poll(() => statusOf(page, home, cart)).toEqual(['found', 'elsewhere']);
  });

  test('of a route that is still loading are not called lost', async ({ page }) => {
    const site = document(`<button>Team</button><main></main><script>
      document.querySelector('button').onclick = () => {
        history.pushState(null, '', '/team');
        document.querySelector('main').innerHTML = '<p>Loading</p>';
        setTimeout(() => { document.querySelector('main').innerHTML = '<h2>All engineers of the company</h2>'; }, 2000);
      };</script>`);
    const loaded = document('<main><h2>All engineers of the company</h2></main>');
    await openPreview(page, { '/': site, '/team': loaded }, '/team');
    const pin = await pinTo(page, 'h2', 1);
    await sendToAgent(page, { type: 'show', route: '/', page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/');
    await showPins(page, [pin]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['elsewhere']);
    // As long as a newly opened page may take.
    await preview(page)
      .locator('html')
      .evaluate(async () => {
        while (performance.now() < 6500) await new Promise((done) => requestAnimationFrame(done));
      });
    await preview(page).getByText('Team').click();
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
    const statuses = await page.evaluate(() =>
      window.received.flatMap((one) => (one.type === 'pins' ? one.findings.map(({ status }) => status) : [])),
    );
    expect(statuses).not.toContain('lost');
  });

  test('whose element is gone are reported as lost', async ({ page }) => {
    await openPreview(page, {
      '/': document(
        `<h1>Shop</h1><p>A sentence about delivery in two days</p><button>Subscribe to news</button>`,
      ),
      '/next': document(`<h1>Shop</h1><p>A sentence about delivery in two days</p>`),
    });
    const pin = await pinTo(page, 'button', 1);
    const kept = await pinTo(page, 'p', 2);
    await sendToAgent(page, { type: 'show', route: '/next', page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/next');
    const moved = [pin, kept].map((one) => ({ ...one, locator: { ...one.locator, route: '/next' } }));
    await showPins(page, moved);
    await expect.poll(() => statusOf(page, ...moved)).toEqual(['lost', 'found']);
  });

  test('let a drag of the page end where it ends, and are pressed only by a press that began on them', async ({
    page,
  }) => {
    await openPreview(page, {
      '/': document(`${WITNESS}<style>button{width:100px;height:40px;display:block;margin:40px}</style>
        <button id="from">Card</button><button id="to">Place</button>`),
    });
    const pin = await pinTo(page, '#to', 1);
    await showPins(page, [pin]);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
    const [from, to] = [await middleOf(page, '#from'), await middleOf(page, '#to')];
    const mark = { x: to.x + 6, y: to.y - 8 };
    await forget(page);
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    await page.mouse.move(mark.x, mark.y, { steps: 5 });
    await page.mouse.up();
    const presses = async () => (await seenIn(page)).filter((type) => /down|up|click/.test(type));
    await expect.poll(presses).toEqual(['pointerdown', 'mousedown', 'pointerup', 'mouseup', 'click']);
    expect(await last(page, 'pinPressed')).toBeUndefined();

    await forget(page);
    await page.mouse.down();
    await page.mouse.up();
    await expect.poll(() => last(page, 'pinPressed')).toEqual({ type: 'pinPressed', ids: [pin.id] });
    await page.mouse.down();
    await page.mouse.move(from.x, from.y, { steps: 5 });
    await page.mouse.up();
    expect(await presses()).toEqual([]);
    await preview(page).locator('#from').press('Enter');
    await expect.poll(async () => (await seenIn(page)).at(-1)).toBe('keyup');
    expect(await seenIn(page)).toContain('click');
  });

  test('find their element again when a framework draws the page anew', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<main></main><script>
        const render = () => { document.querySelector('main').innerHTML = '<h2>Invoices</h2><p>Due in four days</p><button>Pay all</button>'; };
        render(); addEventListener('keydown', render);</script>`),
    });
    const pin = await pinTo(page, 'button', 1);
    await showPins(page, [pin]);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
    for (let times = 0; times < 3; times++) {
      await preview(page).locator('body').press('x');
      await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
    }
    const reports = () => page.evaluate(() => window.received.filter(({ type }) => type === 'pins').length);
    await expect.poll(reports).toBe(1);
  });

  test('that may be on the wrong element say so, and are drawn so', async ({ page }) => {
    const row = (name: string) => `<li class="row"><span>${name}</span> <button>Edit</button></li>`;
    const list = (...names: string[]) => document(`<ul>${names.map(row).join('')}</ul>`);
    await openPreview(page, {
      '/': list('Ann', 'Ben', 'Cleo'),
      '/next': list('Zoe', 'Ben', 'Ben', 'Cleo'),
    });
    const pin = await pinTo(page, 'li:nth-child(2) button', 1);
    await sendToAgent(page, { type: 'show', route: '/next', page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/next');
    await showPins(page, [{ ...pin, locator: { ...pin.locator, route: '/next' } }]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['doubtful']);
    const isDashed = async () =>
      (await drawnIn(page)).map(({ kind, attributes }) => [kind, attributes.includes('data-doubtful')]);
    await expect.poll(isDashed).toEqual([['mark', true]]);
  });

  test('leave a page alone that has none, or has not loaded', async ({ page }) => {
    await openPreview(page, { '/': document('<p>Text</p>') });
    const isHostThere = async () => (await preview(page).locator('stagelink-pins').count()) > 0;
    await showPins(page, []);
    await expect.poll(() => last(page, 'pins')).toEqual({ type: 'pins', findings: [] });
    expect(await isHostThere()).toBe(false);
    const pin = await pinTo(page, 'p', 1);

    const image = Promise.withResolvers<void>();
    await page.route('http://elsewhere.test/slow.svg', async (route) => {
      await image.promise;
      await route.abort();
    });
    await serve(page, CONTENT, { '/': document('<p>Text</p><img src="http://elsewhere.test/slow.svg">') });
    await page.evaluate(() => (window.received = []));
    await sendToAgent(page, { type: 'reload' });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/');
    await showPins(page, [pin]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
    expect(await isHostThere()).toBe(false);
    image.resolve();
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
  });

  test('change nothing about the page: layout, names, its own styles and events', async ({ page }) => {
    const look = `${WITNESS}<style>div { padding: 9px !important; display: flex !important } html > * { margin: 7px; border: 3px solid red }</style>
      <button>Save</button><p id="p">Paragraph</p>`;
    await openPreview(page, { '/': document(look) });
    const read = () =>
      preview(page)
        .locator('html')
        .evaluate(() => ({
          names: Object.getOwnPropertyNames(window).toSorted(),
          boxes: [...window.document.querySelectorAll('body,body *')].map((one) =>
            JSON.stringify(one.getBoundingClientRect()),
          ),
          page: [
            window.document.documentElement.scrollHeight,
            window.document.documentElement.scrollWidth,
            window.document.styleSheets.length,
          ],
          sheets: window.document.adoptedStyleSheets.length,
        }));
    const before = await read();
    const pin = await pinTo(page, '#p', 1);
    await forget(page);
    await showPins(page, [pin]);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
    expect(await read()).toEqual(before);
    const mark = (await drawnIn(page))[0];
    expect([mark?.width, mark?.height]).toEqual([28, 28]);
    expect(await seenIn(page)).toEqual([]);
    const { x, y } = await middleOf(page, '#p');
    await page.mouse.click(x + 6, y - 8);
    await expect.poll(() => last(page, 'pinPressed')).toBeTruthy();
    expect((await seenIn(page)).filter((type) => /click|down|up/.test(type))).toEqual([]);
    const button = await middleOf(page, 'button');
    await page.mouse.click(button.x, button.y);
    expect(await seenIn(page)).toContain('click');
  });
});

test.describe('a pin that is asked for', () => {
  test('comes into sight, in its container too, and is marked for two seconds', async ({ page }) => {
    await openPreview(page, {
      '/': document(`<div style="height:900px"></div><div id="box" style="height:150px;overflow:auto"><div style="height:500px"></div>
        <p id="deep">Deep inside</p><div style="height:500px"></div></div><div style="height:900px"></div>`),
    });
    const box = preview(page).locator('#deep');
    await box.evaluate((one) => one.scrollIntoView());
    const pin = await pinTo(page, '#deep', 1);
    await preview(page)
      .locator('#box')
      .evaluate((one) => {
        one.scrollTop = 0;
        scrollTo(0, 0);
      });
    await showPins(page, [pin]);
    await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
    expect(await marksIn(page)).toEqual({});
    await sendToAgent(page, { type: 'reveal', id: pin.id });
    await expect.poll(async () => (await drawnIn(page)).filter(({ kind }) => kind === 'box').length).toBe(1);
    const shown = Date.now();
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['1']);
    await expect
      .poll(async () => {
        const outline = (await drawnIn(page)).find(({ kind }) => kind === 'box');
        const target = await box.boundingBox();
        return outline === undefined || Math.abs(outline.top - (target?.y ?? -99)) < 3;
      })
      .toBe(true);
    await expect
      .poll(async () => (await drawnIn(page)).filter(({ kind }) => kind === 'box').length, {
        intervals: [50],
      })
      .toBe(0);
    expect(Date.now() - shown).toBeLessThan(3500);
  });

  test('on another page is shown there, in the state that page had', async ({ page }) => {
    const second = document(`<details><summary>More</summary><p>Detail</p></details>
      <div role="tablist"><button role="tab" aria-selected="true">One</button><button role="tab" aria-selected="false" id="two">Two</button></div>
      <section></section><div style="height:1200px"></div><p id="end">The end</p><dialog><p>Inside</p></dialog>
      <script>document.getElementById('two').onclick = (event) => {
        event.target.ariaSelected = 'true'; event.target.previousElementSibling.ariaSelected = 'false';
        document.querySelector('section').innerHTML = '<h3>Second tab</h3>'; };
        window.kept = sessionStorage.length;</script>`);
    await openPreview(page, { '/': document('<h1>Home</h1>'), '/second': second });
    await sendToAgent(page, { type: 'show', route: '/second', page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/second');
    await preview(page).locator('summary').click();
    await preview(page).getByRole('tab', { name: 'Two' }).click();
    await preview(page)
      .locator('html')
      .evaluate(() => scrollTo(0, 400));
    await preview(page)
      .locator('dialog')
      .evaluate((dialog: HTMLDialogElement) => dialog.showModal());
    await pickAt(page, 300, 200);
    const state = (await last(page, 'picked'))?.picked.page ?? null;
    expect(state?.opened.map(({ kind, name }) => [kind, name])).toEqual([
      ['dialog', 'Inside, dialog'],
      ['tab', 'Two'],
      ['details', 'More'],
    ]);
    await sendToAgent(page, { type: 'show', route: '/', page: null });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/');

    await sendToAgent(page, { type: 'show', route: '/second', page: state });
    await expect.poll(async () => (await last(page, 'state'))?.route).toBe('/second');
    // The viewer sends its pins to every new page.
    await showPins(page, []);
    await expect(preview(page).locator('dialog')).toBeVisible();
    await expect(preview(page).getByText('Detail')).toBeVisible();
    await expect(preview(page).getByText('Second tab')).toBeVisible();
    await expect
      .poll(() =>
        preview(page)
          .locator('html')
          .evaluate(() => scrollY),
      )
      .toBe(400);
    const kept = await preview(page)
      .locator('html')
      .evaluate(() => [(window as unknown as { kept: number }).kept, sessionStorage.length]);
    expect(kept).toEqual([0, 0]);
  });

  test('can lead nowhere but within the prototype', async ({ page }) => {
    await openPreview(page, { '/': document('<h1>Home</h1>') });
    for (const route of [
      '//elsewhere.test/',
      '/\\elsewhere.test/',
      'http://elsewhere.test/',
      'javascript:alert(1)',
    ])
      await sendToAgent(page, { type: 'show', route, page: null });
    await pickMode(page);
    expect((await last(page, 'state'))?.route).toBe('/');
    expect(page.frames()[1]?.url()).toBe('http://label.content.test/');
  });
});

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
