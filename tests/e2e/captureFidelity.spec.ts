import { PNG } from 'pngjs';
import { expect, test } from '../support/browserExtension.ts';
import { openCapture, readCapture } from '../support/capturedFiles.ts';
import { capturePublicly, untilRead } from '../support/pages/capturePopup.ts';
import { difference, pictureOf } from '../support/pictures.ts';

const STYLES = `<style>body{margin:0;font:16px sans-serif;background:#e0e7ff} main{height:600px;padding:24px}
  nav{position:relative;z-index:50;background:#fde68a;padding:24px}</style>`;

/** Pages with something in the top layer, by name. */
const TOP_LAYERS: Record<string, string> = {
  'a modal dialog with styles of its own': `<style>dialog:modal{border:4px solid #b91c1c;padding:40px;box-shadow:0 0 8px #000}
    dialog::backdrop{background:rgb(0 0 0 / .5)}</style><nav>Menu</nav><main>Page</main>
    <dialog id="one"><h2>Really delete?</h2></dialog><script>one.showModal()</script>`,
  'a drawer, and a dialog in a shadow root': `<style>#drawer{margin:0 0 0 auto;height:100dvh;max-height:none;border:0}</style>
    <nav>Menu</nav><main>Page</main><dialog id="drawer">Drawer</dialog><div id="host"></div><script>
    drawer.showModal();
    host.attachShadow({ mode: 'open' }).innerHTML = '<style>dialog::backdrop{background:rgb(29 78 216 / .3)}</style><dialog>In the shadow</dialog>';
    host.shadowRoot.querySelector('dialog').showModal();</script>`,
  'an open popover beside a closed one': `<style>#menu:popover-open{display:grid;gap:8px;margin:0;inset:80px auto auto 60px}
    [popover]:not(:popover-open){background:red}</style><nav>Menu</nav><main>Page</main>
    <div popover="manual" id="menu"><b>One</b><b>Two</b></div><div popover id="closed">Closed</div>
    <dialog id="inline" open style="top:300px">Not modal</dialog><script>menu.showPopover()</script>`,
};

test('modal dialogs and open popovers are above the page, with their backdrop', async ({
  capture,
  site,
  server,
}) => {
  await capture.signIn();
  for (const [name, body] of Object.entries(TOP_LAYERS)) {
    site.pages['/'] = `<!doctype html><html lang="en"><title>${name}</title>${STYLES}${body}`;
    const page = await capture.visit(site.url);
    // The ring of the focus is of the browser.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    const live = await pictureOf(page);
    const popup = await capture.popup(page);
    const captured = await openCapture(page, server.url, await capturePublicly(popup));
    expect(difference(live, await pictureOf(captured)), name).toBeLessThan(0.01);
    for (const tab of [popup, captured, page]) await tab.close();
  }
});

test('what loads late within a part of a busy page that scrolls is captured too, and scrolled back', async ({
  capture,
  site,
  server,
}) => {
  const dot = PNG.sync.write(new PNG({ width: 8, height: 8 }));
  site.pages['/late.png'] = (_request, response) =>
    void response.setHeader('Content-Type', 'image/png').end(dot);
  const scroller = (id: string) =>
    `<div style="height:3000px"></div><img id="${id}" alt="Late ${id}" width="80" height="80">`;
  site.pages['/'] = `<!doctype html><title>Dashboard</title><style>body{margin:0;height:100vh;display:flex}
    main,#host{flex:1;height:100vh;overflow:auto}</style><main>${scroller('first')}</main><div id="host"></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<div style="height:100vh;overflow:auto">${scroller('second')}</div>';
    host.style.overflow = 'visible';
    const seen = new IntersectionObserver((all) => {
      for (const { isIntersecting, target } of all) if (isIntersecting) target.src = '/late.png';
    });
    for (const image of [first, host.shadowRoot.querySelector('img')]) seen.observe(image);
    document.querySelector('main').scrollTop = 40;
    const draw = () => {
      for (const start = performance.now(); performance.now() - start < 120; );
      requestAnimationFrame(draw);
    };
    draw();
    </script>`;
  await capture.signIn();
  const page = await capture.visit(site.url);
  const popup = await capture.popup(page);
  const captured = await openCapture(page, server.url, await capturePublicly(popup));
  for (const id of ['first', 'second'])
    await expect(captured.getByAltText(`Late ${id}`)).toHaveAttribute('src', /^\/assets\/\w+\.png$/);
  expect(await page.locator('main').evaluate((main) => main.scrollTop)).toBe(40);
});

test('a picture in an object is a picture, and other objects are listed', async ({
  capture,
  site,
  server,
}) => {
  site.pages['/logo.svg'] = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="40"/></svg>';
  site.pages['/'] = `<!doctype html><title>Objects</title>
    <object data="/logo.svg" type="image/svg+xml" width="90" height="40" class="logo" aria-label="Logo">No logo</object>
    <object data="/terms.pdf" type="application/pdf">Terms</object><embed src="/game.swf"><object>Instead</object>`;
  await capture.signIn();
  const page = await capture.visit(site.url);
  const popup = await capture.popup(page);
  await untilRead(popup);
  await expect(popup.getByText('Embedded terms.pdf')).toBeVisible();
  await expect(popup.getByText('Embedded game.swf')).toBeVisible();
  const captured = await openCapture(page, server.url, await capturePublicly(popup));
  await expect(captured.getByRole('img', { name: 'Logo' })).toHaveClass('logo');
  await expect(captured.getByRole('img', { name: 'Logo' })).toHaveAttribute('src', /^\/assets\/\w+\.svg$/);
  await expect(captured.locator('body')).toHaveText('Instead');
});

test('a picture of a website that is allowed is named as too large, or as one that did not load', async ({
  capture,
  site,
  server,
}) => {
  const bytes = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), Buffer.alloc(6 * 1024 * 1024, 1)]);
  site.pages['/poster.png'] = (_request, response) =>
    void response.writeHead(200, { 'Content-Type': 'image/png', 'Content-Length': bytes.length }).end(bytes);
  site.pages['/'] = `<!doctype html><title>Poster</title><img src="${site.outside}/poster.png" alt="Poster">
    <img src="${site.outside}/gone.png" alt="Gone">`;
  await capture.signIn();
  const page = await capture.visit(site.url);
  const popup = await capture.popup(page);
  await popup.getByRole('button', { name: 'Include poster.png, 6 MB' }).click();
  await expect(popup.getByRole('button', { name: /Include|Allow/ })).toHaveCount(0);
  await expect(popup.getByText('1 file that did not load')).toBeVisible();
  const files = await readCapture(page, server.url, await capturePublicly(popup));
  expect([...files.keys()].some((name) => name.endsWith('.png'))).toBe(true);
});
