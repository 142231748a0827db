import { expect, test } from '@playwright/test';
import { REOPEN_PATH } from '@stagelink/shared/preview/handshake';
import { nameOfAction, wayOf } from '@stagelink/shared/preview/wayOf';
import {
  closedPart,
  openPart,
  pinInside,
  reopenPage,
  showClosed,
  withAgent,
} from '../../support/closedParts.ts';
import { pinTo, sendToAgent, statusOf } from '../../support/pinSteps.ts';
import { CONTENT, preview, serve } from '../../support/previewStage.ts';

test('a pin in a menu at the end of the body is in a closed part after a reload, and opens the menu', async ({
  page,
}) => {
  await openPart(page, await closedPart('portal-menu'));
  await preview(page).getByRole('button', { name: 'Actions' }).click();
  const pin = await pinInside(page, '[role=menuitem]:last-child', 1);
  expect(pin.actions?.map(nameOfAction)).toEqual(['Actions']);
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).getByText('Delete')).toBeVisible();
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
});

test('a pin in a panel that exists only while it is open opens that panel', async ({ page }) => {
  await openPart(page, await closedPart('accordion'));
  for (const question of ['Can I cancel?', 'Is there a trial?', 'Is there a trial?', 'Who owns my data?'])
    await preview(page).getByRole('button', { name: question }).click();
  const pin = await pinInside(page, '.panel p', 1);
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).getByText('You.')).toBeVisible();
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
});

test('a pin on the third step of a wizard goes there by two presses and sends nothing', async ({ page }) => {
  await openPart(page, await closedPart('wizard'));
  const next = preview(page).getByRole('button', { name: 'Next' });
  await next.click();
  await next.click();
  const pin = await pinInside(page, '.sum', 1);
  expect(pin.actions?.map(nameOfAction)).toEqual(['Next', 'Next']);
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).getByText('Check and send')).toBeVisible();
  expect(
    await preview(page)
      .locator('html')
      .evaluate(() => (window as unknown as { sent: number }).sent),
  ).toBe(0);
});

test('a pin on row 4,000 of a list that draws few rows scrolls there', async ({ page }) => {
  await openPart(page, await closedPart('virtual-list'));
  await preview(page)
    .locator('#list')
    .evaluate((list) => list.scrollTo(0, 4000 * 40));
  await expect(preview(page).getByText('Order 14000')).toBeVisible();
  const pin = await pinInside(page, '#rows > :nth-child(3) button', 1);
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).getByText('Order 14002')).toBeVisible();
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
});

test('a pin in a menu that the page shows by :hover shows it, until the person does something', async ({
  page,
}) => {
  await openPart(page, await closedPart('index'));
  await preview(page).getByText('Products').hover();
  const pin = await pinInside(page, '.product', 1);
  await page.mouse.move(400, 300);
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).locator('.product')).toBeVisible();
  await expect.poll(() => statusOf(page, pin)).toEqual(['found']);
  await page.mouse.click(400, 300);
  await expect(preview(page).locator('.product')).toBeHidden();
  await expect.poll(() => statusOf(page, pin)).toEqual(['closed']);
  expect(await preview(page).locator('[data-stagelink-pointed]').count()).toBe(0);
});

test('a press before the page rests ends what looks as if it were pointed at', async ({ page }) => {
  const html = await closedPart('index');
  await openPart(page, html);
  await preview(page).getByText('Products').hover();
  const pin = await pinInside(page, '.product', 1);
  await page.mouse.move(400, 300);
  await reopenPage(page, [pin]);
  await expect.poll(() => statusOf(page, pin)).toEqual(['closed']);
  await preview(page)
    .locator('h1')
    .evaluate((heading) => setInterval(() => heading.toggleAttribute('data-tick'), 20));
  await sendToAgent(page, { type: 'reopen', id: pin.id, page: null });
  await expect(preview(page).locator('.product')).toBeVisible();
  await page.mouse.click(400, 300);
  await expect(preview(page).locator('.product')).toBeHidden();
  await expect(preview(page).locator('[data-stagelink-pointed]')).toHaveCount(0);
});

test('a pin two menus deep goes the whole way; one behind an element without a role stops there', async ({
  page,
}) => {
  await openPart(page, await closedPart('index'));
  await preview(page).getByRole('button', { name: 'Menu' }).click();
  await preview(page).getByText('Settings').click();
  const deep = await pinInside(page, '[data-item=Billing]', 1);
  expect(wayOf(deep.actions ?? [])).toBe('Menu → Settings');
  await preview(page).locator('h1').click();
  await preview(page).locator('.card').click();
  const behind = await pinInside(page, '[data-item=Share]', 2);
  expect(wayOf(behind.actions ?? [])).toBe('Report');
  await reopenPage(page, [deep, behind]);
  expect(await showClosed(page, behind)).toBe(false);
  await expect.poll(() => statusOf(page, behind)).toEqual(['closed']);
  await expect(preview(page).locator('.menu')).toHaveCount(0);
  expect(await showClosed(page, deep)).toBe(true);
  await expect(preview(page).getByText('Billing')).toBeVisible();
});

test('a pin whose element is gone from the part is lost once the part was open', async ({ page }) => {
  const html = await closedPart('index');
  await openPart(page, html);
  await preview(page).getByRole('button', { name: 'Menu' }).click();
  const pin = await pinInside(page, '[data-item=Profile]', 1);
  await serve(page, CONTENT, { '/': html.replace("'Profile', ", '') });
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(false);
  await expect.poll(() => statusOf(page, pin)).toEqual(['lost']);
});

test('pins from before actions were recorded open what names their part', async ({ page }) => {
  const html = withAgent(`<!doctype html><html><head></head><body><h1>Help</h1>
    <button type="button" aria-expanded="false" aria-controls="more">More</button>
    <div id="more" hidden><p>Call us</p><details><summary>Hours</summary><p id="hours">Nine to five</p></details></div>
    <script>document.querySelector('button').onclick = ({ target }) => {
      const more = document.getElementById('more');
      more.hidden = !more.hidden; target.ariaExpanded = String(!more.hidden); }</script></body></html>`);
  await openPart(page, html);
  await preview(page).getByRole('button', { name: 'More' }).click();
  await preview(page).getByText('Hours').click();
  const pin = { ...(await pinInside(page, '#hours', 1)), actions: null };
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).getByText('Nine to five')).toBeVisible();
});

test('a tap opens on a phone, and its pin opens it again', async ({ browser }) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const page = await context.newPage();
  await openPart(page, await closedPart('portal-menu'));
  await preview(page).getByRole('button', { name: 'Actions' }).tap();
  const pin = await pinInside(page, '[role=menuitem]:last-child', 1);
  expect(wayOf(pin.actions ?? [])).toBe('Actions');
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
  await expect(preview(page).getByText('Delete')).toBeVisible();
  await context.close();
});

test('a key opens as a press does', async ({ page }) => {
  await openPart(page, await closedPart('accordion'));
  await preview(page).getByRole('button', { name: 'Who owns my data?' }).focus();
  await page.keyboard.press('Enter');
  const pin = await pinInside(page, '.panel p', 1);
  expect(wayOf(pin.actions ?? [])).toBe('Who owns my data?');
  await reopenPage(page, [pin]);
  expect(await showClosed(page, pin)).toBe(true);
});

test('while the code that opens parts is on its way, a pin in one is not said to be lost', async ({
  page,
}) => {
  const html = await closedPart('index');
  await openPart(page, html);
  const gone = await pinTo(page, 'h1', 1);
  await preview(page).getByRole('button', { name: 'Menu' }).click();
  const inMenu = await pinInside(page, '[data-item=Profile]', 2);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await serve(page, CONTENT, { '/': html.replace(/<h1.*?<\/h1>/s, '') });
  await page.route(`${CONTENT}${REOPEN_PATH}`, async (route) => {
    await released;
    await route.fallback();
  });
  await reopenPage(page, [gone, inMenu]);
  await expect.poll(() => statusOf(page, gone)).toEqual(['lost']);
  expect(await statusOf(page, inMenu)).toEqual([undefined]);
  release();
  await expect.poll(() => statusOf(page, inMenu)).toEqual(['closed']);
});
