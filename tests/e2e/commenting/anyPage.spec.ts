import type { Page } from '@playwright/test';
import { anyPage } from '../../support/anyPage.ts';
import { drawnIn } from '../../support/drawnMarks.ts';
import { commentsPanel, composer, openThread } from '../../support/pages/comments.ts';
import { clickIn, commentButton } from '../../support/pages/viewer.ts';
import { stageHtml, stagePage as stagePrototypePage } from '../../support/stagedPage.ts';
import { expect, openLink, type Owner, previewOf, test } from '../../support/story.ts';

/** Commenting in the viewer on pages of every kind. */

/** Stages a page as the start page of a prototype. */
const stagePage = (owner: Owner, folder: string, name: string) =>
  stagePrototypePage(owner, folder, `commenting/${name}`, '--no-password');

/** Pins a comment to an element, without a key: the page may have the keyboard. */
async function commentOn(page: Page, selector: string, text: string): Promise<void> {
  await commentButton(page).click();
  await expect(page.getByText('Click an element or drag an area to comment on it')).toBeVisible();
  await clickIn(page, selector);
  const form = composer(page);
  await form.getByRole('textbox', { name: 'Comment' }).fill(text);
  await form.getByRole('button', { name: 'Comment' }).click();
  await expect(commentsPanel(page).getByText(text)).toBeVisible();
}

const numberOfMarks = async (page: Page) =>
  (await drawnIn(page)).filter(({ kind }) => kind === 'mark').length;

for (const [name, selector] of [
  ['csp-nonce', '#pay'],
  ['csp-none', 'h1'],
] as const)
  test(`a page whose own policy admits few scripts can be commented on: ${name}`, async ({ visitor, owner }, {
    outputDir,
  }) => {
    const staged = await stagePage(owner, outputDir, name);
    await openLink(visitor, staged);
    await expect(previewOf(visitor).locator('h1')).toBeVisible();
    await commentOn(visitor, selector, 'Too long');
    await expect.poll(() => numberOfMarks(visitor)).toBe(1);
    // The rest of the policy stays in force.
    const isRun = await previewOf(visitor)
      .locator('body')
      .evaluate((body) => {
        const script = document.createElement('script');
        script.textContent = 'document.title = "run"';
        body.append(script);
        return document.title === 'run';
      });
    expect(isRun).toBe(false);
  });

test('a page that sets a policy by script says that it cannot be commented on', async ({ visitor, owner }, {
  outputDir,
}) => {
  const html = (await anyPage('badge')).replace(
    '</head>',
    `<script>document.head.insertAdjacentHTML('beforeend', '<meta http-equiv="Content-Security-Policy" content="script-src \\'nonce-x\\'">')</script></head>`,
  );
  await openLink(visitor, await stageHtml(owner, outputDir, html, '--no-password'));
  await commentButton(visitor).click();
  await expect(
    visitor.getByText('This page blocks our script, so you cannot pin a comment to it.'),
  ).toBeVisible();
  await visitor.getByRole('button', { name: 'Comment on the page' }).click();
  await expect(commentsPanel(visitor)).toBeVisible();
});

test('what is typed into a comment never arrives in a page that holds its focus', async ({ visitor, owner }, {
  outputDir,
}) => {
  const staged = await stagePage(owner, outputDir, 'focus-holder');
  await openLink(visitor, staged);
  await expect(previewOf(visitor).locator('h1')).toBeVisible();
  await commentButton(visitor).click();
  await expect(visitor.getByText('Click an element or drag an area to comment on it')).toBeVisible();
  await clickIn(visitor, 'h1');
  const field = visitor
    .getByRole('region', { name: 'Write a comment' })
    .getByRole('textbox', { name: 'Comment' });
  await expect(field).toBeFocused();
  const text = 'The console should say what it waits for';
  // Slower than the page takes its focus.
  await visitor.keyboard.type(text, { delay: 30 });
  await expect(field).toHaveValue(text);
  await expect(previewOf(visitor).locator('#out')).toHaveText('');
  await visitor
    .getByRole('region', { name: 'Write a comment' })
    .getByRole('button', { name: 'Comment' })
    .click();
  await expect(commentsPanel(visitor).getByText(text)).toBeVisible();

  // A press in the page gives it the keyboard again.
  await clickIn(visitor, '#line');
  await visitor.keyboard.type('help', { delay: 30 });
  await expect(previewOf(visitor).locator('#out')).toHaveText('help');
});

test('a key that follows a comment is the viewer’s, however late the page learns that the field has closed', async ({
  visitor,
  owner,
}, { outputDir }) => {
  await visitor.addInitScript(() => {
    if (window !== window.top) return;
    const post = MessagePort.prototype.postMessage as (this: MessagePort, message: unknown) => void;
    MessagePort.prototype.postMessage = function (message: { type?: string; isOn?: boolean } | null) {
      const isLate = message?.type === 'holdFocus' && message.isOn === false;
      if (!isLate) post.call(this, message);
    };
  });
  await openLink(visitor, await stagePage(owner, outputDir, 'badge'));
  await commentOn(visitor, '.badge', 'Is this the number?');
  await previewOf(visitor).locator('body').focus();
  await visitor.keyboard.press('c');
  await expect(visitor.getByText('Click an element or drag an area to comment on it')).toBeVisible();
});

test('a pin on a page that a plain hash shows leads to that page', async ({ visitor, owner }, {
  outputDir,
}) => {
  const staged = await stagePage(owner, outputDir, 'hash-pages');
  const preview = await openLink(visitor, staged);
  await expect(preview.locator('h1')).toHaveText('Home');
  await clickIn(visitor, 'a[href="#about"]');
  await expect(preview.locator('h1')).toHaveText('About');
  await commentOn(visitor, 'main p', 'Who are the three?');

  await visitor.goto(staged.url);
  await expect(preview.locator('h1')).toHaveText('Home');
  await expect(commentsPanel(visitor).getByText('On /#about')).toBeVisible();
  await expect(commentsPanel(visitor).getByText('Not found on this page')).toHaveCount(0);
  await commentsPanel(visitor).getByText('On /#about').click();
  await expect(preview.locator('h1')).toHaveText('About');
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);
});

test('a query that differs at each load is no part of the route', async ({ visitor, owner }, {
  outputDir,
}) => {
  const staged = await stagePage(owner, outputDir, 'session-query');
  const preview = await openLink(visitor, staged);
  await expect(preview.locator('h1')).toBeVisible();
  await commentOn(visitor, 'p', 'Say what to do');
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);

  await visitor.goto(staged.url);
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);
  // A reload of the page keeps the query in the address of the page.
  await visitor.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);
  await expect(visitor).toHaveURL(/\/s\/\w+$/);
});

test('a comment on one of 8,000 rows is added and found', async ({ visitor, owner }, { outputDir }) => {
  const staged = await stagePage(owner, outputDir, 'many-rows');
  const preview = await openLink(visitor, staged);
  await preview.locator('tr:nth-child(6000) button').scrollIntoViewIfNeeded();
  await commentOn(visitor, 'tr:nth-child(6000) button', 'Opens the wrong event');
  await expect(visitor.getByText('Failed to add comment')).toHaveCount(0);
  await visitor.reload();
  await openThread(visitor, 'Anonymous');
  await expect(preview.locator('tr:nth-child(6000) button')).toBeInViewport();
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);
});

test('a page that writes itself anew can be commented on', async ({ visitor, owner }, { outputDir }) => {
  const staged = await stagePage(owner, outputDir, 'document-open');
  const preview = await openLink(visitor, staged);
  await expect(preview.locator('h1')).toHaveText('Written anew');
  await commentOn(visitor, 'button', 'Buy what?');
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);
});

test('a page that refuses frames is named, with a way to open it in a tab', async ({ visitor, owner }, {
  outputDir,
}) => {
  const staged = await stagePage(owner, outputDir, 'frame-buster');
  await openLink(visitor, staged);
  await expect(visitor.getByText('This page hides itself inside other pages.')).toBeVisible();
  const opened = visitor.context().waitForEvent('page');
  await visitor.getByRole('button', { name: 'Open in a tab' }).click();
  await expect((await opened).getByText('Welcome back.')).toBeVisible();
});

test('a pin of content that comes late is still loading meanwhile', async ({ visitor, owner }, {
  outputDir,
}) => {
  const staged = await stagePage(owner, outputDir, 'late');
  const preview = await openLink(visitor, staged);
  await expect(preview.locator('h2')).toBeVisible();
  await commentOn(visitor, 'h2', 'In which currency?');
  await visitor.reload();
  await expect(commentsPanel(visitor).getByText('Still loading')).toBeVisible();
  await expect(commentsPanel(visitor).getByText('Not found on this page')).toHaveCount(0);
  await expect.poll(() => numberOfMarks(visitor)).toBe(1);
  await expect(commentsPanel(visitor).getByText('Still loading')).toHaveCount(0);
});
