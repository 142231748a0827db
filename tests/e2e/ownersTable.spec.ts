import type { Page } from '@playwright/test';
import { confirmAddress } from '../support/mail.ts';
import { pastExpiry } from '../support/database.ts';
import {
  chooseAction,
  createProject,
  projectLink,
  selectionBar,
  snapshotNames,
  snapshotRow,
} from '../support/pages/snapshots.ts';
import { expect, test } from '../support/story.ts';

const check = (page: Page, name: string) =>
  page.getByRole('checkbox', { name: `Select ${name}`, exact: true });

test('many are moved, tagged, extended and deleted together, and both browsers agree', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  for (const name of ['Alpha', 'Beta', 'Gamma', 'Delta']) {
    await owner.stage(folder, '--new', '--name', name, '--expires', '2');
  }
  const [here, there] = [await enterAs(owner.account), await enterAs(owner.account)];
  await createProject(here, 'Shop');
  await there.goto('/dashboard?sort=name');
  await expect.poll(() => snapshotNames(there)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);

  await here.getByRole('button', { name: 'Name', exact: true }).click();
  await expect.poll(() => snapshotNames(here)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);
  await check(here, 'Alpha').click();
  await check(here, 'Delta').click({ modifiers: ['Shift'] });
  await expect(selectionBar(here)).toContainText('3 selected');
  await selectionBar(here).getByRole('button', { name: 'Move' }).click();
  await expect(here.getByRole('dialog').getByRole('button', { name: 'Move' })).toBeDisabled();
  await here.getByRole('dialog').getByText('Shop').click();
  await here.getByRole('dialog').getByRole('button', { name: 'Move' }).click();
  await expect(here.getByText('3 snapshots moved to Shop')).toBeVisible();
  await expect(projectLink(there, 'Shop')).toContainText('3 snapshots');
  await here.getByRole('button', { name: 'Undo' }).click();
  await expect(projectLink(there, 'Shop')).toContainText('0 snapshots');

  await check(here, 'Alpha').click();
  await check(here, 'Beta').click();
  await selectionBar(here).getByRole('button', { name: 'Tags' }).click();
  await here.getByRole('combobox', { name: 'Add tags' }).fill('launch,');
  await here.getByRole('button', { name: 'Apply' }).click();
  await expect(snapshotRow(there, 'Beta')).toContainText('launch');
  await there.goto('/dashboard?sort=name&tags=launch');
  await expect.poll(() => snapshotNames(there)).toEqual(['Alpha', 'Beta']);
  await there.getByRole('button', { name: 'Remove filter Tag: launch' }).click();
  await expect.poll(() => snapshotNames(there)).toEqual(['Alpha', 'Beta', 'Delta', 'Gamma']);

  await here.getByRole('checkbox', { name: 'Select all snapshots that match' }).click();
  await expect(selectionBar(here)).toContainText('All 4 that match');
  await selectionBar(here).getByRole('button', { name: 'Extend' }).click();
  await expect(here.getByText('4 snapshots extended successfully')).toBeVisible();
  await expect(snapshotRow(there, 'Gamma')).toContainText('9 days left');

  await here.getByRole('checkbox', { name: 'Select all snapshots that match' }).click();
  await check(here, 'Alpha').click();
  await selectionBar(here).getByRole('button', { name: 'Delete' }).click();
  await expect(here.getByRole('dialog', { name: 'Delete 3 snapshots?' })).toBeVisible();
  await here.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect.poll(() => snapshotNames(there)).toEqual(['Alpha']);
});

test('a review is requested once, and the list shows its progress', async ({
  owner,
  enterAs,
  prototype,
  mailbox,
}) => {
  const folder = await prototype('multi-page');
  await owner.stage(folder, '--name', 'Checkout');
  const [here, there] = [await enterAs(owner.account), await enterAs(owner.account)];
  await confirmAddress(here, mailbox, owner.account);
  await here.goto('/dashboard');
  await expect(snapshotRow(there, 'Checkout')).toBeVisible();
  await chooseAction(here, 'Checkout', 'Request review');
  const dialog = here.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please add at least one reviewer');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Bob');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Please enter both name and email');
  await dialog.getByRole('textbox', { name: 'Email' }).fill('bob@example.com');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await dialog.getByLabel('Deadline').fill('2099-12-31');
  await dialog.getByRole('textbox', { name: 'Notes' }).fill('Mostly the basket');
  await dialog.getByRole('button', { name: 'Send request' }).click();
  await expect(here.getByText('Review Requested')).toBeVisible();
  await expect(snapshotRow(there, 'Checkout')).toContainText('Pending');
  await expect(snapshotRow(there, 'Checkout')).toContainText('0/1');
  await here.getByRole('button', { name: 'More actions for Checkout' }).click();
  await expect(here.getByRole('menuitem', { name: 'Edit details' })).toBeVisible();
  await expect(here.getByRole('menuitem', { name: 'Request review' })).toHaveCount(0);

  await there.setViewportSize({ width: 390, height: 844 });
  await there.getByRole('button', { name: 'Grid view' }).click();
  const progress = snapshotRow(there, 'Checkout').getByRole('cell').filter({ hasText: '0/1' });
  await expect(progress).toBeVisible();
  expect(await progress.evaluate((cell) => cell.scrollWidth - cell.clientWidth)).toBe(0);
});

test('details, password, project and follow of one snapshot are changed from its row', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--name', 'Checkout', '--no-password');
  const [here, there] = [await enterAs(owner.account), await enterAs(owner.account)];
  await createProject(here, 'Shop');
  await chooseAction(here, 'Checkout', 'Add password');
  await here.getByRole('textbox', { name: 'New password' }).fill('lemon tree');
  await here.keyboard.press('Enter');
  await expect(snapshotRow(there, 'Checkout').getByRole('img', { name: 'Password protected' })).toBeVisible();
  await there.goto(staged.url);
  await expect(there.getByRole('heading', { name: 'multi-page' })).toHaveCount(0);
  await there.goto('/dashboard');

  await chooseAction(here, 'Checkout', 'Edit details');
  await here.getByRole('textbox', { name: 'Description' }).fill('The new basket');
  await here.getByRole('combobox', { name: 'Tags' }).fill('launch,');
  await here.getByRole('textbox', { name: 'Client' }).fill('Acme');
  await here.getByRole('button', { name: 'Save' }).click();
  await expect(snapshotRow(there, 'Checkout')).toContainText('launch');

  await chooseAction(here, 'Checkout', 'Move to project');
  await here.getByRole('dialog').getByText('Shop').click();
  await here.keyboard.press('Enter');
  await expect(here.getByText('Moved to Shop')).toBeVisible();
  await expect(projectLink(there, 'Shop')).toContainText('1 snapshot');

  await chooseAction(here, 'Checkout', 'Follow comments');
  await chooseAction(here, 'Checkout', 'Pause notifications');
  await expect(here.getByText('Paused', { exact: true })).toBeVisible();
  await chooseAction(there, 'Checkout', 'Resume notifications');
  await expect(there.getByText('Resumed', { exact: true })).toBeVisible();
});

test('filters and the keyboard', async ({ owner, enterAs, prototype, server }) => {
  const folder = await prototype('multi-page');
  const old = await owner.stage(folder, '--new', '--name', 'Old', '--expires', '2');
  await owner.stage(folder, '--new', '--name', 'New', '--expires', '2');
  await pastExpiry(server, old.snapshotId);
  const page = await enterAs(owner.account);
  await expect(page.getByText('1 of 2 snapshots')).toBeVisible();

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText('Expired', { exact: true }).click();
  await expect.poll(() => snapshotNames(page)).toEqual(['Old']);
  await expect(page.getByRole('checkbox', { name: 'Show expired' })).toBeChecked();
  await page.getByLabel('Created until').fill('2020-01-01');
  await expect(page.getByText('Try adjusting your search')).toBeVisible();
  expect(new URL(page.url()).search).toBe('?status=expired&createdTo=2020-01-01');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('Created until 1 Jan 2020')).toBeVisible();
  await page.getByRole('list', { name: 'Filters' }).getByRole('button', { name: 'Clear filters' }).click();
  await expect.poll(() => snapshotNames(page)).toEqual(['New']);
  expect(new URL(page.url()).search).toBe('');

  await page.getByRole('heading', { level: 1 }).click();
  await page.keyboard.press('j');
  await expect(snapshotRow(page, 'New')).toBeFocused();
  await page.keyboard.press('x');
  await expect(selectionBar(page)).toContainText('1 selected');
  await page.keyboard.press('Escape');
  await expect(selectionBar(page)).toHaveCount(0);
  await page.keyboard.press('e');
  await expect(page.getByText('Expiration Extended')).toBeVisible();
  await page.keyboard.press('n');
  await expect(page.getByRole('button', { name: 'New snapshot' })).toBeFocused();
});
