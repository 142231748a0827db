import type { Page } from '@playwright/test';
import { signUp } from '../support/stagelink.ts';
import { expect } from '../support/story.ts';
import { openAdmin, test } from '../support/superadmin.ts';

/** The card of a figure in one of the groups, and its number. */
const figure = (page: Page, group: string, label: string) =>
  page
    .getByRole('region', { name: group })
    .getByRole('link')
    .filter({ has: page.getByText(label, { exact: true }) });
const numberOf = async (card: ReturnType<typeof figure>) => Number(await card.getAttribute('title'));

test('the totals lead to the lists that they count', async ({ superadmin, owner, prototype, enterAs }) => {
  await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await enterAs(await superadmin('Totals Root'));
  await openAdmin(page, '?tab=analytics');
  for (const [group, label] of [
    ['System', 'Users'],
    ['System', 'Snapshots'],
    ['Subscriptions', 'Free'],
    ['Subscriptions', 'Free Trial'],
    ['Subscriptions', 'Superadmin'],
  ] as const) {
    const card = figure(page, group, label);
    const number = await numberOf(card);
    await card.click();
    await expect(page.getByText(new RegExp(`^${number} entr(y|ies)$`))).toBeVisible();
    await page.goBack();
  }

  const sessions = figure(page, 'System', 'Active sessions');
  const active = await numberOf(sessions);
  await sessions.click();
  await expect(page.getByRole('table', { name: 'Active sessions' }).getByRole('row')).toHaveCount(active + 1);
  await page.getByRole('link', { name: 'Back to Analytics' }).click();
  await expect(page.getByRole('heading', { name: 'Activity' })).toBeVisible();
});

test('the figures of a period are compared with the one before and lead to their events', async ({
  superadmin,
  owner,
  prototype,
  enterAs,
}) => {
  await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await enterAs(await superadmin('Figures Root'));
  await openAdmin(page, '?tab=analytics');
  await page.getByRole('button', { name: '7d', exact: true }).click();
  for (const label of ['Registrations', 'Snapshots staged', 'Comments']) {
    const card = figure(page, 'Last 7 days', label);
    await expect(card).toContainText('0 before');
    const number = await numberOf(card);
    await card.click();
    const events = number === 0 ? 'No events found matching your filters' : new RegExp(`^${number} events?$`);
    // An option of how many are shown may have the same words.
    const shown = page.getByRole('region', { name: 'Activity' }).getByText(events);
    await expect(shown.and(page.locator(':not(option)'))).toBeVisible();
    await expect(page.getByRole('button', { name: '7d', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.goBack();
  }
  await page.reload();
  await expect(page.getByRole('region', { name: 'Last 7 days' })).toBeVisible();
});

test('the activity is filtered by event type, user and page, and read again on request', async ({
  superadmin,
  owner,
  prototype,
  enterAs,
}) => {
  const idOf = ({ url }: { url: string }) => new URL(url).pathname.split('/').at(-1) ?? '';
  const id = idOf(await owner.stage(await prototype('multi-page'), '--no-password'));
  const page = await enterAs(await superadmin('Activity Root'));
  await openAdmin(page, '?tab=analytics');
  const activity = page.getByRole('region', { name: 'Activity' });
  const events = activity.getByRole('list').last().getByRole('listitem');
  await expect(events.filter({ hasText: `${owner.account.name} staged a snapshot ${id}` })).toBeVisible();

  await activity.getByLabel('Event type').selectOption('snapshot_created');
  await expect(events.filter({ hasNotText: 'staged a snapshot' })).toHaveCount(0);
  await page.reload();
  await expect(activity.getByRole('button', { name: 'Remove filter snapshot created' })).toBeVisible();
  await events.filter({ hasText: id }).getByRole('button', { name: owner.account.name, exact: true }).click();
  await expect(events).toHaveCount(1);
  await page.getByRole('button', { name: '24h', exact: true }).click();
  await expect(page.getByRole('button', { name: '24h', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(events).toHaveCount(1);

  const other = idOf(await owner.stage(await prototype('multi-page'), '--no-password'));
  await activity.getByRole('button', { name: 'Refresh Analytics' }).click();
  await expect(events).toHaveCount(2);
  await expect(events.first()).toContainText(other);
  await activity.getByLabel('Order').selectOption('oldest');
  await expect(events.first()).toContainText(id);
  await activity.getByLabel('Events shown').selectOption('1');
  await expect(events).toHaveCount(1);

  await activity.getByLabel('Page').fill('/nowhere');
  await expect(activity.getByText('No events found matching your filters')).toBeVisible();
  await activity.getByRole('button', { name: 'Clear filters' }).click();
  await expect(events.first()).toBeVisible();
});

test('new events appear by themselves, wait while the list is read, and stop on request', async ({
  superadmin,
  owner,
  prototype,
  enterAs,
}) => {
  // Each from a folder of its own: a second stage of one folder is a restage.
  const stageNew = async () => (await owner.stage(await prototype('multi-page'), '--no-password')).snapshotId;
  const page = await enterAs(await superadmin('Live Root'));
  await openAdmin(page, '?tab=analytics&type=snapshot_created');
  const activity = page.getByRole('region', { name: 'Activity' });
  await expect(activity.getByRole('button', { name: 'Pause' })).toBeVisible();
  await page.mouse.move(0, 0);
  const first = await stageNew();
  await expect(activity.getByText(first)).toBeVisible();

  await activity.getByText(first).hover();
  const second = await stageNew();
  await expect(activity.getByRole('button', { name: '1 new' })).toBeVisible();
  await expect(activity.getByText(second)).toHaveCount(0);
  await activity.getByRole('button', { name: '1 new' }).click();
  await expect(activity.getByText(second)).toBeVisible();

  await activity.getByRole('button', { name: 'Pause' }).click();
  await page.mouse.move(0, 0);
  const third = await stageNew();
  await activity.getByRole('button', { name: 'Resume' }).click();
  await page.mouse.move(0, 0);
  await expect(activity.getByText(third)).toBeVisible();
});

test('texts of users and pages never run in the back office', async ({ superadmin, server, enterAs }) => {
  const attack = `"><img src=x onerror="document.title='run'"><script>document.title='run'</script>{{7*7}}`;
  const account = await signUp(server.url, attack);
  await fetch(`${server.url}/analytics/track`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${account.token}` },
    body: JSON.stringify({
      eventType: 'page_view',
      eventData: { page: attack, action: attack.slice(0, 200), description: attack.slice(0, 200) },
    }),
  });
  const page = await enterAs(await superadmin('Calm Root'));
  const rejected: string[] = [];
  page.on('console', (message) => {
    if (/Content Security Policy/i.test(message.text())) rejected.push(message.text());
  });
  await openAdmin(page, `?q=${account.email}`);
  await page.getByRole('button', { name: /^Details of/ }).click();
  await expect(page.getByText('Trial history')).toBeVisible();
  await page.getByRole('link', { name: attack }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(attack);
  await expect(page.getByRole('list', { name: 'Timeline' })).toContainText('onerror');
  await page.goto(`/admin?tab=analytics&user=${account.uid}`);
  await expect(page.getByRole('region', { name: 'Activity' })).toContainText('onerror');
  await page.goto(`/admin?tab=analytics&view=sessions`);
  await expect(page.getByRole('table')).toContainText('onerror');
  await expect(page).not.toHaveTitle('run');
  expect(rejected).toEqual([]);
});

test('the charts are tables too, and each number leads to the list that it counts', async ({
  superadmin,
  enterAs,
}) => {
  const page = await enterAs(await superadmin('Charts Root'));
  await openAdmin(page, '?tab=charts');
  for (const [title, hasList] of [
    ['Registrations', false],
    ['Active users', true],
    ['Snapshot usage', true],
  ] as const) {
    const card = page.getByRole('region', { name: title });
    await expect(card.locator('svg .recharts-bar-rectangle').first()).toBeAttached();
    await card.getByText('Table', { exact: true }).click();
    const last = card
      .getByRole('table', { name: title })
      .getByRole('link')
      .nth(title === 'Snapshot usage' ? 0 : -1);
    const count = await last.innerText();
    expect(Number(count)).toBeGreaterThan(0);
    await last.click();
    const entries = new RegExp(hasList ? `^${count} entr(y|ies)$` : `^${count} events?$`);
    await expect(page.getByRole('paragraph').filter({ hasText: entries })).toBeVisible();
    await page.goBack();
  }
});
