import { expect, type Page, test } from '@playwright/test';
import { last, openPreview, sendToAgent } from '../../support/pinSteps.ts';
import { document, preview, watchConsole } from '../../support/previewStage.ts';

/** Freeze: what moves on a page by itself stops, and goes on where it was. */

const PAGE = document(`<style>@keyframes go{to{transform:translateX(300px)}}
  #css{animation:go 100s linear infinite}</style>
  <iframe srcdoc="<body><script>window.ticks = 0; setInterval(() => ticks++, 10)</script>"></iframe>
  <div id="css">CSS</div><div id="script">Script</div>
  <script>
    const counts = { interval: 0, frame: 0, chain: 0, cleared: 0, order: [] };
    window.counts = counts;
    document.getElementById('script').animate({ opacity: [0, 1] }, { duration: 100000 });
    setInterval(() => counts.interval++, 10);
    (function frame() { counts.frame++; requestAnimationFrame(frame); })();
    (function chain() { counts.chain++; setTimeout(chain, 10, 'a'); })();
    window.begin = () => {
      setTimeout((word) => { counts.order.push(word); clearTimeout(cleared); }, 10, 'first');
      const cleared = setTimeout(() => counts.cleared++, 20);
      setTimeout(() => counts.order.push('second'), 30);
      setTimeout("counts.order.push('text')", 0);
    };
  </script>`);

interface Counts {
  interval: number;
  frame: number;
  chain: number;
  cleared: number;
  order: string[];
}

const countsIn = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => ({ ...(window as unknown as { counts: Counts }).counts }));

const statesIn = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => window.document.getAnimations().map(({ playState }) => playState));

/** Waits for ticks of a frame in the page, whose timers are not held. */
async function pass(page: Page): Promise<void> {
  const ticks = () =>
    preview(page)
      .frameLocator('iframe')
      .locator('body')
      .evaluate(() => (window as unknown as { ticks: number }).ticks);
  const start = await ticks();
  await expect.poll(ticks).toBeGreaterThan(start + 20);
}

test('animations, timers and frames stop and go on, in their order', async ({ page }) => {
  const complaints = watchConsole(page);
  await openPreview(page, { '/': PAGE });
  await expect.poll(() => statesIn(page)).toEqual(['running', 'running']);
  await sendToAgent(page, { type: 'freeze', isOn: true });
  await expect.poll(() => last(page, 'frozen')).toEqual({ type: 'frozen', isOn: true, beyond: ['frames'] });
  expect(await statesIn(page)).toEqual(['paused', 'paused']);
  await preview(page)
    .locator('html')
    .evaluate(() => (window as unknown as { begin: () => void }).begin());
  const before = await countsIn(page);
  await pass(page);
  const { order, ...counts } = await countsIn(page);
  // A text instead of a function cannot be held.
  expect({ ...counts, order }).toEqual({ ...before, order: ['text'] });

  await sendToAgent(page, { type: 'freeze', isOn: false });
  await expect.poll(() => last(page, 'frozen')).toEqual({ type: 'frozen', isOn: false });
  await expect.poll(() => statesIn(page)).toEqual(['running', 'running']);
  await expect.poll(async () => (await countsIn(page)).interval).toBeGreaterThan(before.interval + 3);
  const after = await countsIn(page);
  expect(after).toMatchObject({ cleared: 0, order: ['text', 'first', 'second'] });
  expect(after.frame).toBeGreaterThan(before.frame);
  expect(after.chain).toBeGreaterThan(before.chain);
  expect(complaints).toEqual([]);
});

test('a frozen page says what goes on: canvases of workers and animated pictures; or nothing', async ({
  page,
}) => {
  const gif = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
  await openPreview(page, {
    '/': document('<h1>Still</h1>'),
  });
  await sendToAgent(page, { type: 'freeze', isOn: true });
  await expect.poll(() => last(page, 'frozen')).toEqual({ type: 'frozen', isOn: true, beyond: [] });
  await page.unrouteAll();
  await openPreview(page, {
    '/': document(`<img src="${gif}" alt=""><canvas></canvas>
      <script>document.querySelector('canvas').transferControlToOffscreen()</script>`),
  });
  await sendToAgent(page, { type: 'freeze', isOn: true });
  await expect
    .poll(() => last(page, 'frozen'))
    .toEqual({ type: 'frozen', isOn: true, beyond: ['workers', 'pictures'] });
});

test('a page finds its timers as they are', async ({ page }) => {
  await openPreview(page, {
    '/': document(`<script>
      const isNative = (one) => /native code/.test(Function.prototype.toString.call(one));
      const self = new Promise((tell) => setTimeout(function () { tell(this === window); }));
      self.then((isWindow) => { document.title = [isNative(setTimeout), setTimeout.name, setInterval.length,
        typeof setTimeout(() => {}, 0), isWindow].join(); });
    </script>`),
  });
  await expect.poll(async () => (await last(page, 'state'))?.title).toBe('true,setTimeout,1,number,true');
});
