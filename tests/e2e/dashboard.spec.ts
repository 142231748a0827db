import type { Locator, Page } from '@playwright/test';
import { dragFolder } from '../support/dropFolder.ts';
import { pastExpiry } from '../support/database.ts';
import { signUp } from '../support/pages/account.ts';
import { chooseAction, snapshotNames, snapshotRow } from '../support/pages/snapshots.ts';
import { toast } from '../support/pages/toast.ts';
import { versionsOf } from '../support/stagelink.ts';
import { expect, previewOf, skipWelcome, test } from '../support/story.ts';
import { zipOf } from '../support/zipOf.ts';

/** Returns the clipboard, which only a focused page may read. */
async function clipboard(page: Page): Promise<string> {
  await page.bringToFront();
  return page.evaluate(() => navigator.clipboard.readText());
}
const allowClipboard = (page: Page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']);

test('a newcomer signs up, drops a folder, and has a link to send', async ({ visitor: page, prototype }) => {
  await allowClipboard(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up' }).click();
  await signUp(page, { name: ' Ada Lovelace ' });
  await skipWelcome(page);
  await expect(page.getByText('Get started by creating a new snapshot')).toBeVisible();

  // The upload is paused, so that its progress is visible.
  const held = Promise.withResolvers<void>();
  await page.route('**/api/snapshots/upload?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const letGo = await dragFolder(page, await prototype('multi-page'));
  await expect(page.getByText('Drop to stage')).toBeVisible();
  await letGo();
  await expect(page.getByText('Staging multi-page')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Staging multi-page' })).toHaveCount(1);
  held.resolve();

  await expect(page.getByRole('heading', { name: 'multi-page is staged' })).toBeFocused();
  await expect(snapshotRow(page, 'multi-page')).toBeVisible();
  await page.getByRole('button', { name: 'Copy link and password' }).click();
  await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible();
  const [, url, password] = /^(\S+)\nPassword: (.+)$/.exec(await clipboard(page)) ?? [];

  const opened = page.context().waitForEvent('page');
  await snapshotRow(page, 'multi-page').getByRole('link').click();
  const viewer = await opened;
  expect(viewer.url()).toBe(url);
  expect(password).not.toBe('');
  await expect(previewOf(viewer).getByRole('heading', { level: 1 })).toBeVisible();
});

test('what is being staged goes on while another page is shown, and is not left without a question', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const page = await enterAs(owner.account);
  const held = Promise.withResolvers<void>();
  await page.route('**/api/snapshots/upload?*', async (route) => {
    await held.promise;
    await route.continue();
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New snapshot' }).click();
  await page.getByRole('menuitem', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(await prototype('multi-page'));
  await expect(page.getByText('Staging multi-page')).toBeVisible();

  await page.getByRole('link', { name: 'Settings', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Account Information' })).toBeVisible();
  const dialogShown = page.waitForEvent('dialog');
  await page.close({ runBeforeUnload: true });
  const question = await dialogShown;
  expect(question.type()).toBe('beforeunload');
  await question.dismiss();

  held.resolve();
  await expect(toast(page, 'multi-page is staged').getByRole('button', { name: 'Open' })).toBeVisible();
  await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'multi-page is staged' })).toBeFocused();
  await expect(snapshotRow(page, 'multi-page')).toBeVisible();
});

test('a folder chosen with the button is staged as it is when dropped', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const page = await enterAs(owner.account);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New snapshot' }).click();
  await page.getByRole('menuitem', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(await prototype('multi-page'));
  await expect(page.getByRole('heading', { name: 'multi-page is staged' })).toBeVisible();
});

test('an upload that loses its connection says that its end is not known, and makes one link when it is tried again', async ({
  enterAs,
  owner,
  prototype,
  server,
}) => {
  const page = await enterAs(owner.account);
  const upload = '**/api/snapshots/upload?*';
  await page.route(upload, async (route) => {
    await page.context().setOffline(true);
    await route.abort();
  });
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New snapshot' }).click();
  await page.getByRole('menuitem', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(await prototype('multi-page'));
  await expect(page.getByText(/it is not known whether multi-page was staged/)).toBeVisible();

  await page.unroute(upload);
  await page.context().setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'multi-page is staged' })).toBeVisible();
  expect(await versionsOf(server.url, owner.account)).toEqual([1]);
});

test('a zip is staged by its name', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  const zip = await zipOf('index.html', '<h1>From a zip</h1>');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'New snapshot' }).click();
  await page.getByRole('menuitem', { name: 'Choose zip' }).click();
  await (await chooser).setFiles({ name: 'checkout.zip', mimeType: 'application/zip', buffer: zip });
  await expect(page.getByRole('heading', { name: 'checkout is staged' })).toBeVisible();
});

test('a project that has not been built shows a hint, and nothing is sent', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const page = await enterAs(owner.account);
  await expect(page.getByText('No snapshots found')).toBeVisible();
  const letGo = await dragFolder(page, await prototype('vite-react'));
  await letGo();
  await expect(page.getByRole('alert')).toContainText('This is a project that has not been built');
  await expect(page.getByText('No snapshots found')).toBeVisible();
});

test('a row is copied, opened, renamed, extended and deleted', async ({ owner, enterAs, prototype }) => {
  const { url } = await owner.stage(await prototype('multi-page'), '--name', 'Checkout', '--expires', '3');
  const page = await enterAs(owner.account);
  await allowClipboard(page);

  await chooseAction(page, 'Checkout', 'Copy link');
  await expect(toast(page, 'URL Copied')).toBeVisible();
  expect(await clipboard(page)).toBe(url);

  const opened = page.context().waitForEvent('page');
  await chooseAction(page, 'Checkout', 'Open in a new tab');
  await expect(previewOf(await opened).getByRole('heading', { level: 1 })).toBeVisible();

  await chooseAction(page, 'Checkout', 'Rename');
  await page.getByRole('textbox', { name: 'New name' }).fill('Checkout, second round');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Name updated')).toBeVisible();

  const renamed = snapshotRow(page, 'Checkout, second round');
  await expect(renamed).toContainText('3 days left');
  await chooseAction(page, 'Checkout, second round', 'Extend by 7 days');
  await expect(renamed).toContainText('10 days left');
  await page.getByRole('button', { name: 'More actions for Checkout, second round' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Extend/ })).toHaveCount(0);

  await page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Its link stops working immediately.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(renamed).toBeVisible();
  await chooseAction(page, 'Checkout, second round', 'Delete');
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No snapshots found')).toBeVisible();
  expect((await page.goto(url))?.status()).toBe(404);
  await expect(page.getByText('The requested snapshot could not be found.')).toBeVisible();
});

test('what the server refuses leaves the keyboard in the dialog', async ({ owner, enterAs, prototype }) => {
  await owner.stage(await prototype('multi-page'), '--name', 'Checkout');
  const page = await enterAs(owner.account);
  const refused = { error: { code: 'internal', message: 'Something went wrong on our side.' } };
  await page.route('**/api/snapshots/*', (route) =>
    ['PUT', 'DELETE'].includes(route.request().method())
      ? route.fulfill({ status: 500, json: refused })
      : route.continue(),
  );
  const dialog = page.getByRole('dialog');
  const press = async (name: string) => {
    const button = dialog.getByRole('button', { name, exact: true });
    const answered = page.waitForResponse((response) => response.status() === 500);
    await button.press('Enter');
    await answered;
    await expect(button).toBeEnabled();
    await expect(button).toBeFocused();
  };

  await chooseAction(page, 'Checkout', 'Change password');
  await dialog.getByLabel('New password').fill('sesame');
  await press('Save');
  // The first leads to Cancel, as a password is typed.
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await chooseAction(page, 'Checkout', 'Delete');
  await press('Delete');
});

test('in a low window a menu and the filters scroll, and nothing of them is outside', async ({
  owner,
  enterAs,
  prototype,
}) => {
  await owner.stage(await prototype('multi-page'), '--name', 'Checkout');
  const page = await enterAs(owner.account);
  const height = 400;
  await page.setViewportSize({ width: 1280, height });
  const bottomOf = async (opened: Locator) => {
    const box = await opened.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? Infinity);
  };

  await page.getByRole('button', { name: 'More actions for Checkout' }).click();
  const menu = page.getByRole('menu');
  await expect.poll(() => bottomOf(menu)).toBeLessThanOrEqual(height);
  await page.keyboard.press('ArrowUp');
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeFocused();
  await expect(menu.getByRole('menuitem', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const filters = page.getByRole('dialog');
  await expect.poll(() => bottomOf(filters)).toBeLessThanOrEqual(height);
  await filters.hover();
  await page.mouse.wheel(0, 600);
  await expect(filters.getByRole('button', { name: 'Clear filters' })).toBeInViewport({ ratio: 1 });
});

test('the filters of the list are in the address, and a reload keeps them', async ({
  owner,
  enterAs,
  prototype,
  server,
}) => {
  const folder = await prototype('multi-page');
  for (const name of ['Alpha page', 'Beta page', 'Gamma']) await owner.stage(folder, '--new', '--name', name);
  const old = await owner.stage(folder, '--new', '--name', 'Old page');
  await pastExpiry(server, old.snapshotId);
  const page = await enterAs(owner.account);
  await expect(page.getByText('3 of 4 snapshots')).toBeVisible();
  await expect.poll(() => snapshotNames(page)).toEqual(['Gamma', 'Beta page', 'Alpha page']);

  await page.getByRole('button', { name: 'Name' }).click();
  await expect.poll(() => snapshotNames(page)).toEqual(['Alpha page', 'Beta page', 'Gamma']);
  await page.getByRole('searchbox', { name: 'Search snapshots' }).fill('page');
  await expect.poll(() => snapshotNames(page)).toEqual(['Alpha page', 'Beta page']);
  await page.getByRole('checkbox', { name: 'Show expired' }).check();
  await expect.poll(() => snapshotNames(page)).toEqual(['Alpha page', 'Beta page', 'Old page']);
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({
    sort: 'name',
    search: 'page',
    status: 'all',
  });

  await page.reload();
  await expect.poll(() => snapshotNames(page)).toEqual(['Alpha page', 'Beta page', 'Old page']);
  await expect(page.getByRole('searchbox', { name: 'Search snapshots' })).toHaveValue('page');
});

test('an expired snapshot is hidden, and dimmed where it is shown', async ({
  owner,
  enterAs,
  prototype,
  server,
}) => {
  const { snapshotId } = await owner.stage(await prototype('multi-page'), '--name', 'Checkout');
  await pastExpiry(server, snapshotId);
  const page = await enterAs(owner.account);
  await expect(page.getByText('1 snapshot has expired and is hidden')).toBeVisible();

  await page.getByRole('button', { name: 'Show expired' }).click();
  const expired = snapshotRow(page, 'Checkout');
  await expect(expired).toContainText('Expired');
  await page.getByRole('button', { name: 'More actions for Checkout' }).click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /Extend/ })).toHaveCount(0);
  await page.keyboard.press('Escape');

  await owner.stage(await prototype('multi-page'), '--new', '--name', 'Fresh');
  const colourOf = (name: string) =>
    snapshotRow(page, name)
      .getByRole('link')
      .evaluate((link) => getComputedStyle(link).color);
  expect(await colourOf('Checkout')).not.toBe(await colourOf('Fresh'));
});

test('two browsers of one person agree without a reload', async ({ owner, enterAs, prototype }) => {
  const [here, there] = [await enterAs(owner.account), await enterAs(owner.account)];
  for (const page of [here, there]) await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await owner.stage(await prototype('multi-page'), '--name', 'Checkout');
  for (const page of [here, there]) await expect(snapshotRow(page, 'Checkout')).toBeVisible();

  await chooseAction(here, 'Checkout', 'Rename');
  await here.getByRole('textbox', { name: 'New name' }).fill('Basket');
  await here.keyboard.press('Enter');
  await expect(snapshotRow(there, 'Basket')).toBeVisible();

  await chooseAction(there, 'Basket', 'Delete');
  await there.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  for (const page of [here, there]) await expect(page.getByText('No snapshots found')).toBeVisible();
});

test('signing out in one tab ends the others of that browser, and no other browser', async ({
  owner,
  enterAs,
}) => {
  const [here, elsewhere] = [await enterAs(owner.account), await enterAs(owner.account)];
  const tab = await here.context().newPage();
  await tab.goto('/dashboard');
  for (const page of [tab, elsewhere]) await expect(page.getByText('Live', { exact: true })).toBeVisible();

  await here.getByRole('button', { name: 'Sign out' }).click();
  await expect(here).toHaveURL('/');
  await expect(tab.getByRole('alert')).toHaveText('Authentication failed - please log in again');
  await expect(tab).toHaveURL('/login');
  await elsewhere.reload();
  await expect(elsewhere.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
