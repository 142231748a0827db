import { expect, test } from '@playwright/test';
import { drawnIn, marksIn } from '../support/drawnMarks.ts';
import {
  last,
  middleOf,
  openPreview,
  pickAt,
  pickMode,
  pinTo,
  showPins,
  statusOf,
  sendToAgent,
} from '../support/pinSteps.ts';
import { CONTENT, document, preview, serve } from '../support/previewStage.ts';
import { forget, seenIn, WITNESS } from '../support/witness.ts';

/** Pins follow their elements, and lead to them. */

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

  test('that overlap are one mark with the number of the first, and all of them are sent when it is pressed', async ({
    page,
  }) => {
    await openPreview(page, { '/': document(`<button>Save</button><p style="margin-top:80px">Far</p>`) });
    const picked = await pinTo(page, 'button', 1);
    const pins = [picked, { ...picked, id: crypto.randomUUID(), number: 2 }, await pinTo(page, 'p', 3)];
    await showPins(page, pins);
    await expect.poll(async () => Object.keys(await marksIn(page))).toEqual(['3', '1+']);
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
