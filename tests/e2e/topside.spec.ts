import { devices, type Locator, type Page } from '@playwright/test';
import type { Server } from '../support/server.ts';
import type { Account } from '../support/stagelink.ts';
import { confirmAddress } from '../support/mail.ts';
import { commentButton } from '../support/pages/viewer.ts';
import { expect, ownerOn, previewOf, test } from '../support/story.ts';

const widget = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });
const bell = (page: Page, unread: string): Locator =>
  page.getByRole('button', { name: `Notifications, ${unread}` });

async function ask(server: Server, token: string, method: string, route: string, body?: unknown) {
  const answer = await fetch(server.url + route, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as unknown };
}

const requestReview = (server: Server, token: string, snapshotId: string, { name, email }: Account) =>
  ask(server, token, 'POST', `/api/snapshots/${snapshotId}/reviews`, {
    reviewers: [{ userName: name, userEmail: email }],
  });

test('what happens rings in every tab, and what is read in one is read in all', async ({
  owner: ada,
  enterAs,
  visitor,
  prototype,
  server,
  mailbox,
}, { outputDir }) => {
  const tab = await enterAs(ada.account);
  const otherTab = await tab.context().newPage();
  // Only a confirmed address receives notifications.
  await confirmAddress(tab, mailbox, ada.account);
  await tab.goto('/dashboard');
  await otherTab.goto('/dashboard');
  await expect(bell(tab, 'none unread')).toBeVisible();
  await expect(bell(otherTab, 'none unread')).toBeVisible();

  const grace = await ownerOn(server, `${outputDir}-grace`, 'Grace');
  await confirmAddress(visitor, mailbox, grace.account);
  const folder = await prototype('multi-page');
  for (const name of ['Checkout', 'Landing']) {
    const { snapshotId } = await grace.stage(folder, '--new', '--no-password', '--name', name);
    expect((await requestReview(server, grace.account.token, snapshotId, ada.account)).status).toBe(201);
  }
  await expect(bell(tab, '2 unread')).toBeVisible();
  await expect(bell(otherTab, '2 unread')).toBeVisible();

  await bell(tab, '2 unread').click();
  const inbox = tab.getByRole('region', { name: 'Notifications' });
  const opened = tab.context().waitForEvent('page');
  await inbox.getByRole('link', { name: /Checkout/ }).click();
  const viewer = await opened;
  await expect(previewOf(viewer).getByRole('heading', { level: 1 })).toBeVisible();
  await viewer.close();
  await expect(bell(otherTab, '1 unread')).toBeVisible();

  await bell(otherTab, '1 unread').click();
  await otherTab.getByRole('button', { name: 'Mark all read' }).click();
  await expect(bell(otherTab, 'none unread')).toBeVisible();
  await expect(bell(tab, 'none unread')).toBeVisible();
});

test('a token is made, does what it may and no more, and is refused once it is deleted', async ({
  owner,
  enterAs,
  prototype,
  server,
}) => {
  const { snapshotId } = await owner.stage(await prototype('multi-page'), '--expires', '3');
  const page = await enterAs(owner.account);
  await page.getByRole('button', { name: 'Tokens' }).click();
  const dialog = page.getByRole('dialog', { name: 'Personal Access Tokens' });
  await dialog.getByRole('textbox', { name: 'Description' }).fill('Dashboard on the wall');
  await dialog.getByRole('checkbox', { name: 'Stage and change snapshots' }).uncheck();
  await dialog.getByRole('button', { name: 'Generate token' }).click();
  const token = (await dialog.getByText(/^stl_pat_/).textContent()) ?? '';
  await expect(dialog.getByText('Copy it now.')).toBeVisible();

  expect((await ask(server, token, 'GET', '/api/snapshots/list')).status).toBe(200);
  expect((await ask(server, token, 'POST', `/api/snapshots/${snapshotId}/extend`, {})).status).toBe(403);

  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog.getByText(token)).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Delete Dashboard on the wall' }).click();
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(dialog.getByText('Dashboard on the wall')).toHaveCount(0);
  expect((await ask(server, token, 'GET', '/api/snapshots/list')).status).toBe(401);
});

test('the palette leads anywhere without a mouse', async ({ owner, enterAs, prototype }) => {
  await owner.stage(await prototype('multi-page'), '--name', 'Checkout', '--no-password');
  const page = await enterAs(owner.account);
  await expect(page.getByRole('link', { name: 'Checkout', exact: true }).first()).toBeVisible();
  const field = page.getByRole('combobox', { name: 'Search snapshots and commands' });

  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('checkout');
  await expect(page.getByRole('option', { name: /^Checkout/ })).toBeVisible();
  await page.keyboard.press('ArrowUp');
  const opened = page.context().waitForEvent('page');
  await page.keyboard.press('Enter');
  const viewer = await opened;
  await expect(previewOf(viewer).getByRole('heading', { level: 1 })).toBeVisible();
  await viewer.close();

  await page.keyboard.press('ControlOrMeta+k');
  await page.keyboard.type('settings');
  await expect(page.getByRole('option', { name: 'Settings', selected: true })).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();

  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await sheet.getByRole('checkbox', { name: 'Single-key shortcuts' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('?');
  await page.keyboard.press('ControlOrMeta+k');
  await expect(field).toBeFocused();
  await expect(sheet).toHaveCount(0);
});

test('a popover stays at its button, keeps the focus, and is below the palette', async ({
  owner,
  enterAs,
}) => {
  const page = await enterAs(owner.account);
  await page.setViewportSize({ width: 390, height: 600 });
  const door = bell(page, 'none unread');
  const inbox = page.getByRole('region', { name: 'Notifications', exact: true });

  await door.click();
  await expect(inbox.getByText('No notifications yet')).toBeVisible();
  await page.mouse.move(195, 500);
  await page.mouse.wheel(0, 500);
  await expect(inbox).toBeInViewport();
  await page.keyboard.press('Escape');
  await expect(inbox).toHaveCount(0);
  await expect(door).toBeFocused();

  await page.keyboard.press('Enter');
  await expect(inbox).toBeVisible();
  await page.keyboard.press('ControlOrMeta+k');
  const field = page.getByRole('combobox', { name: 'Search snapshots and commands' });
  await field.click({ trial: true });
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(inbox).toHaveCount(0);
  await expect(door).toBeFocused();
});

test('the overview shows what was opened, what expires and what awaits a decision', async ({
  owner,
  enterAs,
  prototype,
  server,
  browser,
  mailbox,
}) => {
  const page = await enterAs(owner.account);
  await confirmAddress(page, mailbox, owner.account);
  const folder = await prototype('multi-page');
  const seen = await owner.stage(folder, '--name', 'Seen', '--expires', '2', '--no-password');
  await owner.stage(folder, '--new', '--name', 'Unseen', '--expires', '3');
  await requestReview(server, owner.account.token, seen.snapshotId, {
    ...owner.account,
    name: 'Grace',
    email: 'grace@example.com',
  });
  // Browsers that report automation are not counted as page views.
  const { userAgent } = devices['Desktop Chrome'];
  const visitor = await browser.newPage({ userAgent });
  await visitor.goto(seen.url);
  // The app counts the view; the preview is there before it.
  await expect(commentButton(visitor)).toBeVisible();
  await visitor.close();

  await page.goto('/dashboard');
  const line = page.getByRole('button', { name: /^Overview/ });
  await expect(line).toContainText('1 review pending');
  await expect(line).toContainText('2 expire soon');
  await line.click();
  await expect(widget(page, 'Quick Stats').getByRole('definition')).toHaveText(['2', '1', '0', '1']);
  await expect(widget(page, 'Review Status')).toContainText('1 pending');
  await expect(widget(page, 'Review Status').getByRole('listitem')).toHaveText(['Seen0 of 1']);
  await expect(widget(page, 'Most Viewed').getByRole('listitem')).toHaveText(['Seen1 view']);
  await expect(widget(page, 'Recent Activity').getByRole('listitem')).toHaveText(['SeenA visitorJust now']);
  const ending = widget(page, 'Expiring Soon').getByRole('listitem');
  await expect(ending).toHaveText(['Seen2 daysExtend', 'Unseen3 days']);

  await page.getByRole('button', { name: 'Extend Seen by 7 days' }).click();
  await expect(page.getByText('Snapshot extended successfully')).toBeVisible();
  await expect(ending).toHaveText(['Unseen3 days']);
});

test('a visit is counted, unless the browser asks not to', async ({ owner, enterAs }) => {
  const page = await enterAs(owner.account);
  const counted = await page.waitForRequest('**/analytics/track/batch');
  const { events } = counted.postDataJSON() as { events: { eventType: string }[] };
  expect(events.map(({ eventType }) => eventType)).toContain('dashboard_visit');
  expect((await counted.response())?.status()).toBe(200);
});
