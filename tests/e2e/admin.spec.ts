import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { damageRole } from '../support/database.ts';
import { toast } from '../support/pages/toast.ts';
import { PASSWORD, signUp } from '../support/stagelink.ts';
import { expect } from '../support/story.ts';
import { openAdmin, test } from '../support/superadmin.ts';
import { LONG } from '../support/longForm.ts';

const row = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search name, email or ID' });

async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

test('a user without the role reads that access is denied, and has no way in', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  await expect(page.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin' })).toHaveCount(0);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Access Denied' })).toBeVisible();
  await expect(page.getByText("You don't have permission to access this page.")).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
});

test('two superadmins side by side: each change of one is seen by the other without a reload', async ({
  superadmin,
  enterAs,
}) => {
  const [first, second] = [await superadmin('First Root'), await superadmin('Second Root')];
  const [one, two] = [await enterAs(first), await enterAs(second)];
  await one.getByRole('link', { name: 'Admin' }).click();
  await expect(one).toHaveURL('/admin');
  await openAdmin(two);

  const email = `${randomUUID()}@example.com`;
  await one.getByRole('button', { name: 'Create user' }).click();
  const dialog = one.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(dialog.getByText('Please fill in all fields')).toBeVisible();
  await dialog.getByLabel('Name or Username').fill('Bea');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await dialog.getByLabel('Role').selectOption('admin');
  await dialog.getByRole('button', { name: 'Create user' }).click();
  await expect(toast(one, 'User created successfully!')).toBeVisible();
  await expect(row(two, email)).toContainText('Admin');

  for (const page of [one, two]) await search(page).fill(email);
  await choose(one, 'Bea', 'Deactivate');
  await one.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(toast(one, 'User deactivated successfully!')).toBeVisible();
  await expect(row(two, email)).toContainText('Deactivated');

  await choose(one, 'Bea', 'Activate');
  await expect(toast(one, 'User activated successfully!')).toBeVisible();
  await expect(row(two, email)).not.toContainText('Deactivated');

  await choose(one, 'Bea', 'Delete');
  await one.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await one.getByRole('textbox', { name: `Type DELETE to delete ${email}` }).fill('delete');
  await one.keyboard.press('Enter');
  await expect(toast(one, 'Deletion cancelled. User data is safe.')).toBeVisible();
  await expect(row(one, email)).toBeVisible();

  await choose(one, 'Bea', 'Delete');
  await one.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await one.getByRole('textbox', { name: `Type DELETE to delete ${email}` }).fill('DELETE');
  await one.keyboard.press('Enter');
  await expect(toast(one, 'User deleted successfully!')).toBeVisible();
  await expect(two.getByText('No users match these filters.')).toBeVisible();
});

test('a deactivated user is signed out at once, reads why, and their link no longer opens', async ({
  superadmin,
  owner,
  enterAs,
  prototype,
  visitor,
}) => {
  const { url } = await owner.stage(await prototype('multi-page'), '--no-password');
  const opens = async () => (await visitor.goto(url))?.status();
  expect(await opens()).toBe(200);
  const [root, page] = [await enterAs(await superadmin('Root')), await enterAs(owner.account)];
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
  await openAdmin(root, `?q=${owner.account.email}`);
  await choose(root, 'Ada', 'Deactivate');
  await root.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();

  await expect(page.getByText('Your account has been deactivated.')).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
  expect(await opens()).toBe(404);
});

test('filters and order of the users survive a reload', async ({ superadmin, server, enterAs }) => {
  const page = await enterAs(await superadmin('Root'));
  const tag = `Zoe ${randomUUID().slice(0, 8)}`;
  for (const name of [`${tag} A`, `${tag} B`]) await signUp(server.url, name);
  await openAdmin(page);
  await search(page).fill(tag);
  await page.getByRole('combobox', { name: 'Subscription' }).selectOption('None');
  await page.getByRole('combobox', { name: 'Status' }).selectOption('Active');
  await page.getByRole('button', { name: 'User', exact: true }).click();
  const names = page.getByRole('row').filter({ hasText: tag });
  await expect(names).toHaveText([new RegExp(`${tag} A`), new RegExp(`${tag} B`)]);
  await page.getByRole('button', { name: 'User', exact: true }).click();
  await expect(names).toHaveText([new RegExp(`${tag} B`), new RegExp(`${tag} A`)]);

  await page.reload();
  await expect(search(page)).toHaveValue(tag);
  await expect(page.getByRole('combobox', { name: 'Subscription' })).toHaveValue('free');
  await expect(names).toHaveText([new RegExp(`${tag} B`), new RegExp(`${tag} A`)]);
  await expect(page.getByText('2 entries')).toBeVisible();
});

test('two superadmins see the snapshots of one owner; extending and taking one down is seen by both', async ({
  superadmin,
  owner,
  enterAs,
  prototype,
  visitor,
}) => {
  const { url, snapshotId } = await owner.stage(await prototype('multi-page'), '--no-password');
  const [one, two] = [
    await enterAs(await superadmin('First Root')),
    await enterAs(await superadmin('Second Root')),
  ];
  for (const page of [one, two]) await openAdmin(page, `?tab=snapshots&q=${snapshotId}`);
  const shown = (page: Page) => page.getByRole('row').filter({ hasText: owner.account.email });
  const expires = (page: Page) => shown(page).locator('time').last();
  await expect(shown(two)).toBeVisible();
  const name = (await shown(one).getByRole('link').textContent()) ?? '';
  const before = (await expires(two).getAttribute('datetime')) ?? '';

  await choose(one, name, 'Show only this owner');
  await expect(one.getByText('Owner: Ada')).toBeVisible();
  await one.reload();
  await one.getByRole('button', { name: 'Remove filter Owner: Ada' }).click();
  await expect(one).not.toHaveURL(/owner=/);
  await one.getByRole('searchbox', { name: 'Search name, owner or ID' }).fill(snapshotId);
  await expect(one.getByText('1 entry')).toBeVisible();

  await choose(one, name, 'Extend');
  await expect(toast(one, 'Snapshot extended successfully!')).toBeVisible();
  await expect(expires(two)).not.toHaveAttribute('datetime', before);

  await choose(one, name, 'Take down');
  const dialog = one.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: 'Take down' })).toBeDisabled();
  await dialog.getByLabel('Reason').fill('Phishing');
  await dialog.getByRole('button', { name: 'Take down' }).click();
  await expect(toast(one, 'Snapshot taken down successfully!')).toBeVisible();
  await expect(two.getByText('No snapshots match these filters.')).toBeVisible();
  expect((await visitor.goto(url))?.status()).toBe(404);
});

test('the audit log names every act, and is searched', async ({ superadmin, owner, enterAs }) => {
  const root = await superadmin('Log Root');
  const page = await enterAs(root);
  await openAdmin(page, `?q=${owner.account.email}`);
  await choose(page, owner.account.name, 'Deactivate');
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click();
  await expect(row(page, owner.account.email)).toContainText('Deactivated');

  await page.getByRole('link', { name: 'Audit log' }).click();
  const entry = page
    .getByRole('table', { name: 'Audit log' })
    .getByRole('row')
    .filter({ hasText: owner.account.email });
  await expect(entry).toContainText('Deactivated user');
  await expect(entry).toContainText(root.name);
  await page.getByLabel('Action', { exact: true }).selectOption('user_deleted');
  await expect(entry).toHaveCount(0);
  await page.getByLabel('Action', { exact: true }).selectOption('');
  await page.getByRole('searchbox').fill('no such entry');
  await expect(page.getByText('No entries match these filters.')).toBeVisible();
});

test('corrupted accounts are shown first and repaired on request', async ({
  superadmin,
  owner,
  enterAs,
  server,
}) => {
  const page = await enterAs(await superadmin('Check Root'));
  await openAdmin(page);
  await page.getByRole('button', { name: 'Check accounts' }).click();
  const dialog = page.getByRole('dialog', { name: 'Check accounts' });
  await expect(dialog.getByText('No corrupted users were found.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();

  await damageRole(server, owner.account);
  await page.getByRole('button', { name: 'Check accounts' }).click();
  await expect(dialog.getByRole('listitem')).toHaveText(
    `${owner.account.email}Unknown role. Becomes an ordinary user.`,
  );
  expect(await accessibilityViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Repair' }).click();
  await expect(toast(page, '1 problem found, 1 repaired.')).toBeVisible();
});

test('the page of a user is found by ⌘K, and its sessions end on request', async ({
  superadmin,
  owner,
  prototype,
  enterAs,
}) => {
  const { snapshotId } = await owner.stage(await prototype('multi-page'), '--no-password');
  const { uid, name, email } = owner.account;
  const theirs = await enterAs(owner.account);
  await expect(theirs.getByText('Live', { exact: true })).toBeVisible();
  const page = await enterAs(await superadmin('Page Root'));
  await openAdmin(page);
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('combobox', { name: 'Search users, snapshots and commands' }).fill(email);
  await page.getByRole('option').filter({ hasText: email }).click();
  await expect(page).toHaveURL(`/admin/users/${uid}`);
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Billing' })).toContainText('No billing account.');
  await expect(page.getByRole('table', { name: 'Snapshots' }).getByRole('link')).toHaveAttribute(
    'href',
    `/s/${snapshotId}`,
  );
  const timeline = page.getByRole('list', { name: 'Timeline' });
  await expect(timeline).toContainText(`staged a snapshot ${snapshotId}`);

  const sessions = page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  const count = await sessions.count();
  await page
    .getByRole('button', { name: /Revoke the session of Mozilla/ })
    .first()
    .click();
  await expect(toast(page, 'Session revoked.')).toBeVisible();
  await expect(sessions).toHaveCount(count - 1);
  await expect(theirs).toHaveURL(/\/login/);

  await page.getByRole('button', { name: 'Resend verification' }).click();
  await expect(toast(page, `Verification sent to ${email}.`)).toBeVisible();
  await page.getByRole('link', { name: 'Show in Audit log' }).click();
  const log = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
  await expect(log.filter({ hasText: email })).toHaveText([/Resent verification to/, /Ended a session of/]);
});

test('a list is exported as a table with its filters', async ({ superadmin, owner, enterAs }) => {
  const page = await enterAs(await superadmin('Export Root'));
  await openAdmin(page, `?q=${owner.account.email}`);
  await expect(page.getByText('1 entry')).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Export CSV' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/);
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
  expect(lines).toHaveLength(2);
  expect(lines[1]).toContain(`"${owner.account.email}"`);
});

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
]) {
  test.describe(`${viewport.width} pixels wide`, () => {
    test.use({ viewport, reducedMotion: 'reduce', colorScheme: 'light' });

    test(
      'the back office is accessible in both themes and fits',
      viewport.width === 390 ? LONG : {},
      async ({ superadmin, owner, prototype, page }) => {
        const { email, name } = await superadmin('Root');
        await owner.stage(await prototype('multi-page'), '--no-password');
        await page.goto('/login');
        await page.getByRole('textbox', { name: 'Email' }).fill(email);
        await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
        await page.keyboard.press('Enter');
        await page.waitForURL('**/dashboard');
        await page.goto(`/admin?q=${email}`);
        await page.getByRole('button', { name: `Details of ${name}` }).click();
        await expect(page.getByText('Trial history')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect(await overflow()).toBeLessThanOrEqual(0);
        await page.getByRole('button', { name: 'Create user' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        await page.goto('/admin?tab=snapshots');
        await page.getByRole('button', { name: 'Details of' }).first().click();
        await expect(page.getByRole('definition').first()).toBeVisible();
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await overflow()).toBeLessThanOrEqual(0);
        await page.goto('/admin?tab=charts');
        await expect(page.locator('svg .recharts-bar-rectangle').first()).toBeAttached();
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await overflow()).toBeLessThanOrEqual(0);
        await page.goto('/admin?tab=log');
        await expect(page.getByRole('cell', { name: 'Made superadmin' }).first()).toBeVisible();
        await expect(page.getByRole('link', { name: 'Audit log' })).toBeInViewport({ ratio: 1 });
        expect(await accessibilityViolations(page)).toEqual([]);
        expect(await overflow()).toBeLessThanOrEqual(0);
        for (const view of ['', '&view=sessions']) {
          await page.goto(`/admin?tab=analytics${view}`);
          await expect(page.getByRole('heading', { level: 2 }).last()).toHaveText(/Activity|Active sessions/);
          await expect(page.getByRole('main').getByText(name).first()).toBeVisible();
          expect(await accessibilityViolations(page)).toEqual([]);
          expect(await overflow()).toBeLessThanOrEqual(0);
        }
      },
    );
  });
}
