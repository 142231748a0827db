import { expect, type Page, test } from '@playwright/test';
import type { DrawnPin } from '@stagelink/shared/preview/messages';
import type { RecordedAction } from '@stagelink/shared/preview/recordedActions';
import { openPart, pinInside, reopenPage, showClosed, withAgent } from '../../support/closedParts.ts';
import { last, statusOf } from '../../support/pinSteps.ts';
import { CONTENT, preview, serve } from '../../support/previewStage.ts';

const PAGE = withAgent(`<!doctype html><html><head><title>Account</title></head><body><h1>Account</h1>
  <form id="form" action="/sent"><input name="email" value="a@b.c">
    <button id="submit">Save</button><button id="image" type="submit">Send all</button>
    <button id="inside" type="button">Fill in</button>
    <input id="box" type="checkbox" aria-label="I agree">
    <select id="plan" aria-label="Plan"><option>Free</option><option>Pro</option></select></form>
  <a id="away" href="/other">Other page</a><a id="tab" href="#x" target="_blank">New tab</a>
  <a id="file" href="#y" download>Download it</a>
  <button id="dead" type="button" disabled>Closed for now</button>
  <div id="plain">Remove everything</div><input id="typed" aria-label="Card number">
  <button id="leaves" type="button">Continue</button><button id="sends" type="button">Finish it</button>
  <button id="details" type="button">Details</button><div id="panel"></div>
  <script>
    window.pressed = [];
    addEventListener('click', ({ target }) => window.pressed.push(target.id), true);
    addEventListener('change', ({ target }) => window.pressed.push(target.id), true);
    addEventListener('submit', () => window.pressed.push('SENT'), true);
    leaves.onclick = () => { location.href = '/other'; location.assign('/other?2'); };
    sends.onclick = () => { form.requestSubmit(); form.submit(); };
    details.onclick = () => { panel.innerHTML = '<p id="secret">Only when it is open</p>'; };
  </script></body></html>`);

const pressedIn = (page: Page) =>
  preview(page)
    .locator('html')
    .evaluate(() => (window as unknown as { pressed: string[] }).pressed);

/** Opens the page and returns a pin that opens only by the button “Details”. */
async function openAccount(page: Page): Promise<DrawnPin> {
  await openPart(page, PAGE);
  await serve(page, CONTENT, { '/': PAGE, '/other': '<h1>Other</h1>', '/sent': '<h1>Sent</h1>' });
  await preview(page).locator('#details').click();
  return pinInside(page, '#secret', 1);
}

async function actionOn(page: Page, selector: string, more: Partial<RecordedAction> = {}) {
  const { locator } = await pinInside(page, selector, 2);
  return { kind: 'press' as const, adds: true, locator, ...more };
}

test('actions of a stranger press nothing that sends, leaves the document or takes what is typed', async ({
  page,
}) => {
  const pin = await openAccount(page);
  const selectors = '#submit,#image,#inside,#box,#away,#tab,#file,#plain,#typed'.split(',');
  const actions: RecordedAction[] = [];
  for (const selector of selectors) actions.push(await actionOn(page, selector));
  actions.push(await actionOn(page, '#plan', { kind: 'choose', option: 'Pro' }));
  for (const action of actions) {
    const crafted = { ...pin, id: crypto.randomUUID(), actions: [action] };
    await reopenPage(page, [crafted]);
    expect(await showClosed(page, crafted), action.locator.elementSelector).toBe(false);
    expect(await pressedIn(page)).toEqual([]);
    await expect.poll(() => statusOf(page, crafted)).toEqual(['closed']);
  }
  expect(page.frames()[1]?.url()).toBe(`${CONTENT}/`);
});

test('scripts of the page cannot leave or send while actions are repeated', async ({ page }) => {
  const pin = await openAccount(page);
  const open = pin.actions?.[0];
  for (const selector of ['#leaves', '#sends']) {
    const action = await actionOn(page, selector);
    const crafted = { ...pin, id: crypto.randomUUID(), actions: open ? [action, open] : [] };
    await reopenPage(page, [crafted]);
    await showClosed(page, crafted);
    expect(await pressedIn(page)).not.toContain('SENT');
    expect(page.frames()[1]?.url()).toBe(`${CONTENT}/`);
    expect((await last(page, 'state'))?.route).toBe('/');
  }
});

test('a press of the person ends it', async ({ page }) => {
  const pin = await openAccount(page);
  const open = pin.actions?.[0];
  if (!open) throw new Error('The press was not recorded');
  const missing = { ...open, locator: { ...open.locator, ...(await actionOn(page, 'h1')).locator } };
  const crafted = { ...pin, actions: [{ ...missing, kind: 'hover' as const }, open] };
  await reopenPage(page, [crafted]);
  const ended = showClosed(page, crafted);
  await page.mouse.click(300, 350);
  expect(await ended).toBe(false);
  expect(await pressedIn(page)).not.toContain('details');
});
