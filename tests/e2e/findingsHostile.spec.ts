import { expect, type Frame, test } from '@playwright/test';
import { AUDIT_MAX, EVIDENCE_HTML_MAX } from '@stagelink/shared/preview/auditLimits';
import { auditAgain, auditAnswer, auditPage, resultOf } from '../support/auditStage.ts';
import { watchConsole } from '../support/previewStage.ts';

/** Pages that make an audit expensive or lie to it: the answer stays within its limits, or there is none. */

const page = (body: string, script = '') =>
  `<!doctype html><html lang="en"><head><title>Hostile</title><script>${script}</script></head><body>${body}</body></html>`;
const PALE = '<p style="color:#aaa">Delivered within three days.</p>';

// These pages are large.
test.setTimeout(900_000);

test('ten megabytes of text are cut', async ({ page: viewer }) => {
  const html = page(`<main><h1>Long</h1>${PALE}<p id="p" style="color:#bbb"></p></main>
    <script>document.getElementById('p').textContent = 'word '.repeat(2_000_000)</script>`);
  const answer = (await auditAnswer(viewer, html)) ?? '';
  expect(answer.length).toBeLessThan(AUDIT_MAX);
  const { findings, unseen } = resultOf(answer);
  expect(unseen.isCut).toBe(true);
  for (const { evidence } of findings) expect(evidence.html.length).toBeLessThanOrEqual(EVIDENCE_HTML_MAX);
});

test('of a hundred thousand elements the first are read, and the rest is named', async ({ page: viewer }) => {
  const html = page(`${PALE}<main id="m"></main>
    <script>document.getElementById('m').innerHTML = '<i>x</i>'.repeat(100_000)</script>`);
  const { unseen, findings } = await auditPage(viewer, html);
  expect(unseen.isCut).toBe(true);
  expect(findings.length).toBeLessThanOrEqual(200);
});

/** A thousand sections of a thousand elements, of which the last are not rendered, so that the story is short. */
const MILLION = `const section = document.createElement('section');
  for (let at = 1; at < 1000; at += 1) {
    const text = 'Word' + at + ' in a text of some length. ';
    section.append(Object.assign(document.createElement('i'), { title: 't' + at, textContent: text }));
  }
  for (let at = 0; at < 1000; at += 1) {
    const copy = section.cloneNode(true);
    copy.hidden = at > 20;
    document.body.append(copy);
  }
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) (window.tasks ??= []).push({ startTime, duration });
  }).observe({ type: 'longtask' });`;

test('of a million elements the first are read, without a long pause, within ten seconds and a hundred megabytes', async ({
  page: viewer,
}) => {
  const tiny = '<p style="font-size:9px">Delivered within three days, at no cost.</p>';
  const { unseen, findings } = await auditPage(viewer, page(`${tiny}<script>${MILLION}</script>`));
  expect(unseen.isCut).toBe(true);
  expect(findings.map(({ rule, locator }) => [rule, locator?.tag])).toContainEqual(['text-tiny', 'p']);
  const frame = viewer.frames()[1] as Frame;
  const { elements, seconds, longestSeconds } = await frame.evaluate(() => {
    const { tasks = [] } = window as { tasks?: { startTime: number; duration: number }[] };
    const loaded = performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/audit.js'));
    const start = loaded?.startTime ?? 0;
    const durations = tasks.filter((task) => task.startTime >= start).map(({ duration }) => duration);
    return {
      elements: document.querySelectorAll('*').length,
      seconds: (performance.now() - start) / 1000,
      longestSeconds: Math.max(0, ...durations) / 1000,
    };
  });
  expect(elements).toBeGreaterThan(1_000_000);
  expect(seconds).toBeLessThan(10);
  expect(longestSeconds).toBeLessThan(0.5);
  const session = await viewer.context().newCDPSession(frame);
  await session.send('Performance.enable');
  const { metrics } = await session.send('Performance.getMetrics');
  expect(metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value).toBeLessThan(100e6);
});

test('a page whose own functions lie is measured by the native ones, and keeps its global names', async ({
  page: viewer,
}) => {
  const complaints = watchConsole(viewer);
  const lies = `window.axe = 'mine';
    const none = () => { throw new Error('no') };
    Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 1000, 1000);
    Document.prototype.querySelectorAll = () => [];
    window.setTimeout = none; window.requestAnimationFrame = none;
    MessagePort.prototype.postMessage = none; window.MessageChannel = none;`;
  const small =
    '<button style="all:unset;display:inline-block;width:9px;height:9px" aria-label="a"></button>';
  const html = page(`<main><h1>Liar</h1>${small}${small}</main>`, lies);
  const { findings } = await auditPage(viewer, html, { size: 'phone' });
  expect(findings.map(({ rule }) => rule)).toContain('target-small');
  const frame = viewer.frames()[1];
  expect(await frame?.evaluate(() => (window as { axe?: unknown }).axe)).toBe('mine');
  expect(complaints).toEqual([]);
});

test('a page is audited once it rests, and one that never does after some seconds', async ({
  page: viewer,
}) => {
  // Each change follows the one before sooner than a page at rest would change.
  const changes = (count: number) => `let left = ${count};
    const change = () => {
      left -= 1;
      document.querySelector('i').textContent = String(left);
      if (left === 0) document.querySelector('main').insertAdjacentHTML('beforeend', '<img src="data:,">');
      else setTimeout(change, 50);
    };
    addEventListener('load', () => setTimeout(change, 50));`;
  const body = '<main><h1>Late</h1><i></i></main>';
  const rulesAfter = async (count: number) =>
    (await auditPage(viewer, page(body, changes(count)))).findings.map(({ rule }) => rule);
  expect(await rulesAfter(10)).toContain('image-alt');
  expect(await rulesAfter(Infinity)).not.toContain('image-alt');
});

test('repeated audits of a page leave nothing behind', async ({ page: viewer }) => {
  const counting = `window.observers = 0;
    window.MutationObserver = class extends MutationObserver {
      constructor(act) { super(act); window.observers += 1; }
    };`;
  await auditAnswer(viewer, page(PALE, counting));
  const observers = () =>
    viewer.frames()[1]?.evaluate(() => (window as { observers?: number }).observers ?? Number.NaN);
  const first = await observers();
  expect(first).toBeGreaterThan(0);
  await auditAgain(viewer);
  await auditAgain(viewer);
  expect(await observers()).toBe(first);
});

test('names of objects and markup are text', async ({ page: viewer }) => {
  const odd =
    '<button id="__proto__" name="constructor" title="&lt;script&gt;alert(1)&lt;/script&gt;"></button>';
  const { findings } = await auditPage(
    viewer,
    page(`<main><h1>Odd</h1>${odd}<img src="x" __proto__="1"></main>`),
  );
  expect(findings.map(({ rule }) => rule)).toContain('image-alt');
});

test('what cannot be seen is counted', async ({ page: viewer }) => {
  const html = page(
    `<main><h1>Parts</h1><canvas width="50" height="50"></canvas>
    <iframe title="Map" srcdoc="Map"></iframe><closed-part style="display:block;height:20px"></closed-part></main>`,
    `customElements.define('closed-part', class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'closed' }).innerHTML = 'x' } })`,
  );
  const { unseen } = await auditPage(viewer, html);
  expect(unseen).toEqual({ frames: 1, canvases: 1, shadows: 1, isCut: false });
});
