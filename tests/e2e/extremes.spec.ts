import type { Locator, Page } from '@playwright/test';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { copyThread } from '../support/database.ts';
import { marksIn } from '../support/drawnMarks.ts';
import { commentsPanel, composer, pageCommentField, threads } from '../support/pages/comments.ts';
import { clickIn } from '../support/pages/viewer.ts';
import { middleOf } from '../support/pages/boxes.ts';
import { expect, openLink, type Owner, previewOf, startPicking, test } from '../support/story.ts';
import { savedComments } from '../support/threads.ts';

/** What people and programs can enter, taken to its limits. */

const SIZES = { wide: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } };
const LONG = 'NameWithoutASpaceAnywhere'.repeat(10).slice(0, NAME_MAX);
const HEBREW = 'עיצוב מחדש של עמוד התשלום';
const PROJECTS = 40;

/** Returns the parts of a page or a dialog that extend beyond the window on either side. */
const outside = (box: Locator) =>
  box.evaluate((root) =>
    [...root.querySelectorAll('*')].flatMap((each) => {
      const { left, right, width } = each.getBoundingClientRect();
      const isClipped = (at: Element | null): boolean =>
        at !== null &&
        (/hidden|clip|auto/.test(getComputedStyle(at).overflowX) || isClipped(at.parentElement));
      const isOutside = width > 1 && (left < -0.5 || right > innerWidth + 0.5);
      return isOutside && !isClipped(each.parentElement) ? [each.outerHTML.slice(0, 90)] : [];
    }),
  );

async function expectFits(page: Page, name: string): Promise<void> {
  expect(await outside(page.locator('body')), name).toEqual([]);
  const sideways = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await sideways(), name).toBeLessThanOrEqual(0);
  await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
}

async function createProjects({ account }: Owner, server: string): Promise<void> {
  for (let at = 1; at <= PROJECTS; at += 1) {
    const name = at === 1 ? LONG : at === 2 ? HEBREW : `Project ${at}`;
    const response = await fetch(`${server}/api/projects`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
      body: JSON.stringify({ name, color: '#4F46E5' }),
    });
    expect(response.status).toBe(201);
  }
}

test('forty projects, the longest names and names from right to left fit the dashboard and its dialogs', async ({
  owner,
  signedIn,
  prototype,
  server,
}) => {
  test.slow(); // two sizes of every view
  await createProjects(owner, server.url);
  const folder = await prototype('multi-page');
  for (const name of [LONG, HEBREW, 'Shop'])
    await owner.stage(folder, '--new', '--name', name, '--tag', name.slice(0, 30));
  const page = await signedIn(owner.account);

  for (const [size, viewport] of Object.entries(SIZES)) {
    await page.setViewportSize(viewport);
    await page.goto('/dashboard');
    await expect(page.getByRole('link', { name: LONG, exact: true })).toBeVisible();
    await expectFits(page, `list-${size}`);
    await page.getByRole('button', { name: 'Grid view' }).click();
    await expectFits(page, `grid-${size}`);
    await page.getByRole('button', { name: 'Grid view' }).click();

    await page
      .getByRole('table')
      .getByRole('button', { name: `More actions for ${LONG}` })
      .click();
    await page.getByRole('menuitem', { name: 'Move to project' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText(HEBREW)).toBeVisible();
    await expectFits(page, `move-${size}`);
    // Nothing is to be scrolled sideways.
    expect(await dialog.getByRole('radiogroup').evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(
      0,
    );
    await dialog.getByText(`Project ${PROJECTS}`).click();
    await expect(dialog.getByRole('button', { name: 'Move' })).toBeEnabled();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toHaveCount(0);
  }

  await page.setViewportSize(SIZES.wide);
  const last = page
    .getByRole('region', { name: 'Projects' })
    .getByRole('link', { name: `Project ${PROJECTS}` });
  await last.click();
  await expect(page.getByRole('heading', { level: 1, name: `Project ${PROJECTS}` })).toBeVisible();
  await expectFits(page, 'last-project');
  await page
    .getByRole('link', { name: LONG.slice(0, 60) })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: LONG })).toBeVisible();
  await expectFits(page, 'long-project');
  // The end of a name that is read from right to left is on its left.
  await page.goto('/dashboard');
  await expect(page.getByRole('link', { name: HEBREW, exact: true })).toHaveCSS('direction', 'rtl');
});

test('with 500 threads on one page the list and the pins stay usable', async ({
  owner,
  signedIn,
  prototype,
  server,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  await page.setViewportSize(SIZES.wide);
  await openLink(page, staged);
  await startPicking(page);
  await clickIn(page, 'img');
  await composer(page).getByRole('textbox', { name: 'Comment' }).fill('Thread');
  await composer(page).getByRole('button', { name: 'Comment' }).click();
  await expect(threads(page)).toHaveCount(1);
  await savedComments(page, staged.snapshotId);
  await copyThread(server, staged.snapshotId, 499);

  await page.reload();
  await expect(threads(page)).toHaveCount(500);
  // Only what is in sight is laid out.
  const drawn = () =>
    threads(page).evaluateAll(
      (all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length,
    );
  expect(await drawn()).toBeLessThan(100);
  await expect.poll(async () => Object.keys(await marksIn(page)).length).toBeGreaterThan(10);
  await page.screenshot({ path: test.info().outputPath('threads.png') });

  const oldest = threads(page).last();
  await oldest.scrollIntoViewIfNeeded();
  await oldest.getByRole('button', { name: 'Show pin 1', exact: true }).click();
  await expect(oldest).toHaveAttribute('data-current', 'true');
  await expect(oldest).toBeInViewport();
  await page.getByRole('button', { name: 'Resolve' }).last().click();
  await expect(threads(page)).toHaveCount(499);
  await page.screenshot({ path: test.info().outputPath('threads-end.png') });
});

test('what is written from right to left is shown so, beside a page that is', async ({
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password', '--name', HEBREW);
  const page = await signedIn(owner.account);
  await page.setViewportSize(SIZES.wide);
  await openLink(page, staged);
  await previewOf(page)
    .locator('html')
    .evaluate((root) => root.setAttribute('dir', 'rtl'));
  await startPicking(page);
  await clickIn(page, 'h1');
  const area = composer(page).getByRole('textbox', { name: 'Comment' });
  await area.fill('קצר יותר, בבקשה');
  await expect(area).toHaveCSS('direction', 'rtl');
  await composer(page).getByRole('button', { name: 'Comment' }).click();
  const text = threads(page).locator('p').filter({ hasText: 'קצר יותר' });
  await expect(text).toBeVisible();
  await expect(text).toHaveCSS('unicode-bidi', 'plaintext');
  // The pin is where the element now is.
  const heading = await middleOf(previewOf(page).locator('h1'));
  const preview = await page.locator('#preview').boundingBox();
  await expect
    .poll(async () => Math.abs(((await marksIn(page))[1]?.x ?? 0) + (preview?.x ?? 0) - heading.x))
    .toBeLessThan(40);
  await page.screenshot({ path: test.info().outputPath('rtl.png') });
});

test('a picture whose content does not fit its name is offered as a file', async ({
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  await openLink(page, staged);
  // The signature and a header of 30,000 × 30,000 pixels, and no picture.
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200007530000075300802000000', 'hex');
  const panel = commentsPanel(page);
  await pageCommentField(panel).fill('See the picture');
  await panel
    .locator('input[type=file]')
    .setInputFiles([{ name: 'huge.png', mimeType: 'image/png', buffer: header }]);
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();
  await expect(threads(page)).toHaveCount(1);
  await expect(panel.getByRole('link', { name: /^Download huge\.png/ })).toBeVisible();
  await expect(panel.getByRole('button', { name: 'Enlarge huge.png' })).toHaveCount(0);
  await page.screenshot({ path: test.info().outputPath('lying.png') });
});
