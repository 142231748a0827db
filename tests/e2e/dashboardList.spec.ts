import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { dragFolder } from '../support/dropFolder.ts';
import { selectionBar, snapshotRow } from '../support/pages/snapshots.ts';
import { expect, test } from '../support/story.ts';

const grid = (page: Page) => page.getByRole('button', { name: 'Grid view' });

test('the grid has the keys, the menus and the selection of the list, and stays', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  for (const name of ['Eve', 'Dan', 'Cyd', 'Bob', 'Abe']) await owner.stage(folder, '--new', '--name', name);
  const page = await enterAs(owner.account);
  await page.setViewportSize({ width: 1440, height: 900 });
  await grid(page).click();
  await page.reload();
  await expect(grid(page)).toHaveAttribute('aria-pressed', 'true');

  const [abe, eve] = [snapshotRow(page, 'Abe'), snapshotRow(page, 'Eve')];
  const [first, last] = [await abe.boundingBox(), await eve.boundingBox()];
  expect(last?.x).toBe(first?.x);
  expect(last?.y).toBeGreaterThan((first?.y ?? 0) + (first?.height ?? 0));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await accessibilityViolations(page)).toEqual([]);
  }

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(abe).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(snapshotRow(page, 'Bob')).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowDown');
  await expect(eve).toBeFocused();
  await page.keyboard.press('x');
  await page.keyboard.press('ArrowUp');
  await expect(abe).toBeFocused();
  await page.keyboard.press('x');
  await expect(selectionBar(page)).toContainText('2 selected');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'More actions for Bob' }).click();
  await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeVisible();
  await page.keyboard.press('Escape');

  const opened = page.context().waitForEvent('page');
  const card = await abe.boundingBox();
  await page.mouse.click((card?.x ?? 0) + 120, (card?.y ?? 0) + 80);
  await expect(await opened).toHaveURL(/\/s\//);
});

test('the kit’s styles override those of the component library', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  await expect(page.getByRole('button', { name: 'New snapshot' })).toHaveCSS('font-size', '13px');
});

test('files are dropped anywhere, or on a row to restage it, and the bar and the head stay in place', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  for (const name of ['Eve', 'Dan', 'Cyd', 'Bob', 'Abe']) await owner.stage(folder, '--new', '--name', name);
  const page = await enterAs(owner.account);
  await page.setViewportSize({ width: 1440, height: 400 });
  await expect(snapshotRow(page, 'Abe')).toBeVisible();
  await page.mouse.move(700, 300);
  await page.mouse.wheel(0, 2000);
  await expect(snapshotRow(page, 'Eve')).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole('banner')).toBeInViewport({ ratio: 1 });
  const name = page.getByRole('columnheader', { name: 'Name' });
  const line = await page.getByRole('banner').boundingBox();
  expect((await name.boundingBox())?.y).toBeLessThan((line?.height ?? 0) + 40);

  const eve = await snapshotRow(page, 'Eve').boundingBox();
  const letGo = await dragFolder(page, folder, { x: (eve?.x ?? 0) + 300, y: (eve?.y ?? 0) + 20 });
  await expect(page.getByText('On a row: restages that snapshot')).toBeVisible();
  // The upload is paused: the dialog closes when it is done.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/snapshots/upload?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  await letGo();
  await expect(page.getByRole('dialog')).toContainText('Eve');
  held.resolve();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
