import type { Page, Request } from '@playwright/test';
import { pageCommentField, threadBy } from '../support/pages/comments.ts';
import { signUp } from '../support/stagelink.ts';
import { authenticate, expect, openLink, previewOf, test } from '../support/story.ts';
import { savedComments } from '../support/threads.ts';

const strip = (page: Page) => page.getByRole('complementary', { name: 'Your account' });

async function write(page: Page, text: string): Promise<void> {
  await pageCommentField(page).fill(text);
  await pageCommentField(page).press('ControlOrMeta+Enter');
}

/** Ends the session in another tab, as the dashboard does; the tab stays open behind this page. */
async function signOutElsewhere(page: Page): Promise<void> {
  const tab = await page.context().newPage();
  await tab.goto('/dashboard');
  await tab.getByRole('button', { name: 'Sign out' }).click();
  await expect(tab).toHaveURL('/');
  await page.bringToFront();
}

test('two people who share a browser see nothing of each other’s drafts and unsent comments', async ({
  owner,
  server,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  await openLink(page, staged);
  await expect(pageCommentField(page)).toBeVisible();
  await page.route('**/api/snapshots/*/comments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await write(page, 'Ada could not send this');
  await expect(page.getByText(/^Failed to add comment/)).toBeVisible();
  await pageCommentField(page).fill('Ada is still writing this');
  await page.unroute('**/api/snapshots/*/comments');

  await signOutElsewhere(page);
  await authenticate(page, server, (await signUp(server.url, 'Bob')).email);
  await page.goto(staged.url);
  await expect(pageCommentField(page)).toHaveValue('');
  await expect(page.getByText('No comments yet.')).toBeVisible();
  await write(page, 'Bob likes it');
  await savedComments(page, staged.snapshotId);
  await expect(page.getByText('Ada could not send this')).toHaveCount(0);

  await signOutElsewhere(page);
  await authenticate(page, server, owner.account.email);
  await page.goto(staged.url);
  await expect(pageCommentField(page)).toHaveValue('Ada is still writing this');
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(page.getByText(/^Failed to add comment/)).toHaveCount(0);
  await expect(threadBy(page, 'Ada')).toBeVisible();
});

test('an open page says at once that its session has ended, and goes on as a visitor’s', async ({
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  await openLink(page, staged);
  await pageCommentField(page).fill('Only Ada reads this');

  await signOutElsewhere(page);
  await expect(strip(page)).toContainText('You are signed out.');
  await expect(strip(page).getByRole('link', { name: 'Log in' })).toBeVisible();
  await expect(pageCommentField(page)).toHaveValue('');
  await pageCommentField(page).fill('A visitor asks');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeVisible();
  await expect(page.getByText('Failed to reconnect')).toHaveCount(0);
  await expect(previewOf(page).locator('h1')).toBeVisible();
});

test('a comment that is sent after the session has ended is kept, and not published without its author', async ({
  owner,
  server,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const page = await signedIn(owner.account);
  // The server that gets the comment is the first to know, because there is no live channel.
  await page.routeWebSocket('**/api/events**', () => undefined);
  await openLink(page, staged);
  await expect(pageCommentField(page)).toBeVisible();
  const isComment = (request: Request) => request.method() === 'POST' && request.url().endsWith('/comments');
  const refused = page.waitForResponse((response) => isComment(response.request()));
  await page.route('**/api/**', async (route) => {
    if (!isComment(route.request())) await refused;
    await route.continue();
  });
  await signOutElsewhere(page);

  await write(page, 'Larger, please');
  await expect(strip(page)).toContainText('Your unsent comments are kept. Log in to send them.');
  const listed = await page.request.get(`/api/snapshots/${staged.snapshotId}/comments`);
  expect(await listed.json()).toMatchObject({ comments: [] });

  await authenticate(page, server, owner.account.email);
  await page.goto(staged.url);
  await page.getByRole('button', { name: 'Retry' }).click();
  await expect(threadBy(page, 'Ada')).toContainText('Larger, please');
  await savedComments(page, staged.snapshotId);
});
