import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { PASSWORD } from '../support/stagelink.ts';
import { mailAbout } from '../support/mail.ts';
import { logIn, signUp } from '../support/pages/account.ts';
import { chooseAction } from '../support/pages/snapshots.ts';
import { toast } from '../support/pages/toast.ts';
import { expect, skipWelcome, test } from '../support/story.ts';

const NEW_PASSWORD = 'battery horse correct';

const thrownOut = (page: Page) => page.getByRole('heading', { name: 'Authentication Required' });

async function openSettings(page: Page): Promise<void> {
  await page.goto('/settings');
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
}

test('a name is edited in place, for every page', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  await openSettings(page);
  await expect(page.getByText(owner.account.uid)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Plan Management' })).toContainText(
    'Pro is included on this server',
  );

  await page.getByRole('button', { name: 'Edit name' }).click();
  await page.keyboard.type('Ada King');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Name updated')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Edit name' })).toBeFocused();

  await page.reload();
  await expect(page.getByRole('button', { name: 'Account of Ada King' })).toBeVisible();
});

test('a new password throws every other browser out, and opens the door from then on', async ({
  owner,
  enterAs,
}) => {
  const [here, elsewhere] = [await enterAs(owner.account), await enterAs(owner.account)];
  for (const page of [here, elsewhere]) await openSettings(page);

  await here.getByRole('button', { name: 'Change password' }).click();
  await here.getByLabel('Current password').fill('not it');
  await here.getByLabel('New password').fill(NEW_PASSWORD);
  await here.keyboard.press('Enter');
  await expect(here.getByText('Your current password is incorrect.')).toBeVisible();
  await expect(here.getByLabel('Current password')).toBeFocused();
  await here.getByLabel('Current password').fill(PASSWORD);
  await here.keyboard.press('Enter');
  await expect(toast(here, 'Your password has been changed.')).toBeVisible();

  await expect(thrownOut(elsewhere)).toBeVisible();
  await elsewhere.getByRole('link', { name: 'Go to Login' }).click();
  await logIn(elsewhere, owner.account.email, PASSWORD);
  await expect(elsewhere.getByRole('alert')).toHaveText('The email or password is incorrect.');
  await logIn(elsewhere, owner.account.email, NEW_PASSWORD);
  await elsewhere.waitForURL('**/dashboard');
  await here.reload();
  await expect(here.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('a session that is ended is over at once, and the one that ended it is not', async ({
  owner,
  enterAs,
}) => {
  const [here, elsewhere, third] = [
    await enterAs(owner.account),
    await enterAs(owner.account),
    await enterAs(owner.account),
  ];
  for (const page of [here, elsewhere, third]) await openSettings(page);
  await here.reload();

  const sessions = here.getByRole('list', { name: 'Active sessions' }).getByRole('listitem');
  // The three browsers, and the client that created this account.
  await expect(sessions).toHaveCount(4);
  await expect(sessions.filter({ hasText: 'This browser' })).toHaveCount(1);
  const others = sessions.filter({ hasText: 'on Linux' }).filter({ hasNotText: 'This browser' });
  await others.first().getByRole('button').click();
  await expect(sessions).toHaveCount(3);
  const out = () => Promise.all([elsewhere, third].map((page) => thrownOut(page).count()));
  await expect.poll(async () => (await out()).toSorted()).toEqual([0, 1]);

  await here.getByRole('button', { name: 'End all other sessions' }).click();
  await expect(toast(here, '2 sessions ended')).toBeVisible();
  await expect.poll(out).toEqual([1, 1]);
  await expect(sessions).toHaveCount(1);
  await here.reload();
  await expect(here.getByRole('heading', { name: 'Settings' })).toBeVisible();
});

test('an account is deleted with everything in it, once the word was typed', async ({
  owner,
  enterAs,
  prototype,
  visitor,
}) => {
  const { url } = await owner.stage(await prototype('multi-page'), '--no-password');
  const opens = async () => (await visitor.goto(url))?.status();
  const page = await enterAs(owner.account);
  await openSettings(page);
  const dialog = page.getByRole('dialog');
  const word = dialog.getByRole('textbox', { name: 'Type DELETE to delete your account' });

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await word.fill('delete');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Deletion cancelled. Your data is safe.')).toBeVisible();
  expect(await opens()).toBe(200);

  await page.getByRole('button', { name: 'Delete Account' }).click();
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await dialog.getByRole('textbox', { name: 'Current password' }).fill(PASSWORD);
  await word.fill('DELETE');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Your account has been deleted' })).toBeVisible();
  expect(await opens()).toBe(404);

  await page.waitForURL('**/login');
  await logIn(page, owner.account.email, PASSWORD);
  await expect(page.getByRole('alert')).toHaveText('The email or password is incorrect.');
  expect((await owner.run('list', '--json')).code).toBe(3);
});

test('comments are followed, paused and let go of, and mail comes as chosen', async ({
  owner,
  enterAs,
  prototype,
}) => {
  const { snapshotId } = await owner.stage(await prototype('multi-page'), '--name', 'Boat shed');
  const page = await enterAs(owner.account);
  await chooseAction(page, 'Boat shed', 'Follow comments');
  await expect(toast(page, 'Followed')).toBeVisible();
  await page.getByRole('link', { name: 'Settings' }).click();

  const link = page.getByRole('link', { name: 'Boat shed' });
  await expect(link).toHaveAttribute('href', `/s/${snapshotId}`);

  await page.getByRole('switch', { name: 'Active: Boat shed' }).press('Space');
  await expect(page.getByText('Paused')).toBeVisible();
  await page.getByRole('radio', { name: 'Daily digest' }).click();
  await expect(toast(page, 'Email preferences saved')).toBeVisible();

  await page.reload();
  await expect(page.getByText('Paused')).toBeVisible();
  await expect(page.getByRole('radio', { name: 'Daily digest' })).toBeChecked();
  // The list shows it at once; leaving the page would cancel the request.
  const unfollowed = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Unsubscribe: Boat shed' }).click();
  await expect(page.getByText('You do not follow any comments')).toBeVisible();
  await unfollowed;

  await page.goto('/dashboard');
  await chooseAction(page, 'Boat shed', 'Follow comments');
  await expect(toast(page, 'Followed')).toBeVisible();
});

test('an address is proven by its link, which does nothing by being opened', async ({
  visitor: page,
  browser,
  server,
  mailbox,
}) => {
  const email = `${randomUUID()}@example.com`;
  await page.goto('/login?mode=signup');
  await signUp(page, { email });
  await page.waitForURL('**/dashboard');
  await skipWelcome(page);
  await openSettings(page);
  const account = page.getByRole('region', { name: 'Account Information' });
  await expect(account).toContainText('Not verified');
  await account.getByRole('button', { name: 'Resend' }).click();
  await expect(toast(page, 'We emailed you a link')).toBeVisible();

  // The phone's browser is signed out.
  const { link } = await mailAbout(mailbox, email, 'Confirm your email address');
  const phone = await (await browser.newContext({ baseURL: server.url })).newPage();
  await phone.goto(link);
  await expect(phone).toHaveURL('/verify-email');
  await expect(phone.getByRole('button', { name: 'Confirm' })).toBeVisible();
  await page.reload();
  await expect(account).toContainText('Not verified');

  // The link alone is no proof: another person may have received it.
  await phone.getByRole('button', { name: 'Confirm' }).click();
  const password = phone.getByLabel('Password of the account', { exact: true });
  await expect(password).toBeFocused();
  await page.reload();
  await expect(account).toContainText('Not verified');
  await password.fill(PASSWORD);
  await phone.getByRole('button', { name: 'Confirm' }).click();
  await expect(phone.getByText('Your email address is confirmed.')).toBeVisible();
  await phone.context().close();
  await page.reload();
  await expect(account).toContainText('Verified');
});

test('an address changes when the link mailed to it is followed', async ({ owner, enterAs, mailbox }) => {
  const page = await enterAs(owner.account);
  await openSettings(page);
  const email = `${randomUUID()}@example.com`;

  await page.getByRole('button', { name: 'Change email address' }).click();
  await page.getByLabel('New email address').fill(email);
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Send link' }).click();
  const account = page.getByRole('region', { name: 'Account Information' });
  await expect(account).toContainText(`Open the link we emailed to ${email}.`);
  await expect(account).toContainText(owner.account.email);

  const { link } = await mailAbout(mailbox, email, 'Confirm your new email address');
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Confirm' }).click();
  await expect(tab.getByText(`Your email address is now ${email}.`)).toBeVisible();
  await tab.close();
  await page.reload();
  await expect(account).toContainText(email);
  await expect(account).not.toContainText(owner.account.email);
});

test('a forgotten password is replaced through an email, once, without revealing who has an account', async ({
  owner,
  enterAs,
  visitor: page,
  mailbox,
}) => {
  const elsewhere = await enterAs(owner.account);
  await openSettings(elsewhere);
  const ask = async (email: string): Promise<string> => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Forgot password?' }).click();
    await page.getByRole('textbox', { name: 'Email' }).fill(email);
    await page.getByRole('button', { name: 'Send link' }).click();
    await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible();
    return page.getByRole('status').innerText();
  };
  expect(await ask(owner.account.email)).toBe(await ask(`${randomUUID()}@example.com`));

  const { link } = await mailAbout(mailbox, owner.account.email, 'Choose a new password');
  await page.goto(link);
  await expect(page).toHaveURL('/reset-password');
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('heading', { name: 'Password changed' })).toBeVisible();
  await expect(thrownOut(elsewhere)).toBeVisible();

  await page.getByRole('link', { name: 'Log in' }).click();
  await logIn(page, owner.account.email, NEW_PASSWORD);
  await page.waitForURL('**/dashboard');

  await page.goto(link);
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByRole('alert')).toContainText('This link has expired or was already used.');
});
