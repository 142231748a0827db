import type { Browser, Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { marksIn } from '../support/drawnMarks.ts';
import { logIn } from '../support/pages/account.ts';
import { middleOf } from '../support/pages/boxes.ts';
import {
  commentField,
  commentReply,
  commentsPanel,
  composer,
  openThread,
  pageCommentField,
  pickForComment,
  threadBy,
} from '../support/pages/comments.ts';
import { commentButton, middleIn } from '../support/pages/viewer.ts';
import { expect, keepCommentsOpen, openLink, previewOf, test } from '../support/story.ts';
import { savedComments } from '../support/threads.ts';

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

async function phone(browser: Browser, baseURL: string): Promise<Page> {
  const context = await browser.newContext({ ...PHONE, baseURL });
  return context.newPage();
}

test('a visitor on a phone comments in two taps and fifteen seconds, and its owner answers and resolves it', async ({
  browser,
  server,
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  await expect(ada.getByText('No comments yet.')).toBeVisible();

  const grace = await phone(browser, server.url);
  let taps = 0;
  const opened = Date.now();
  await openLink(grace, staged);
  await expect(previewOf(grace).locator('h1')).toBeVisible();
  await grace.getByRole('button', { name: 'Comment', exact: true }).tap();
  taps += 1;
  await expect(grace.getByText('Tap an element to comment on it')).toBeVisible();
  const { x, y } = await middleIn(grace, 'h1');
  await grace.touchscreen.tap(x, y);
  taps += 1;
  await expect(commentField(grace)).toBeVisible();
  expect(taps).toBeLessThanOrEqual(2);

  await commentField(grace).fill('Too long on **my** phone');
  await grace.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  const answered = commentReply(grace);
  await composer(grace).getByRole('button', { name: 'Comment' }).tap();
  expect((await answered).status()).toBe(201);
  // The pin is posted within 15 s of opening the link.
  expect(Date.now() - opened).toBeLessThanOrEqual(15_000);

  // Every viewer sees it within a second.
  await expect(threadBy(ada, 'Grace')).toBeVisible();
  await expect(threadBy(ada, 'Grace').getByRole('button', { name: 'Show pin 1' })).toBeVisible();
  await expect(threadBy(ada, 'Grace').locator('strong')).toHaveText('my');
  await openThread(ada, 'Grace');
  await expect(threadBy(ada, 'Grace').getByRole('button', { name: /^Enlarge/ })).toBeVisible();

  // Comments of others do not disturb a draft.
  await threadBy(ada, 'Grace').getByRole('button', { name: 'Reply' }).click();
  const reply = threadBy(ada, 'Grace').getByRole('textbox', { name: 'Reply to Grace' });
  await reply.fill('Two lines then');
  await grace.getByRole('button', { name: 'Show 1 unresolved thread' }).tap();
  const general = pageCommentField(grace);
  await general.tap();
  await general.fill('Lovely otherwise');
  await grace.getByRole('complementary').getByRole('button', { name: 'Comment', exact: true }).tap();
  await expect(threadBy(ada, 'Grace')).toHaveCount(2);
  await expect(reply).toHaveValue('Two lines then');
  await reply.press('Control+Enter');

  await openThread(grace, 'Grace');
  await expect(grace.getByText('Two lines then')).toBeVisible();
  await expect(grace.getByText('Owner', { exact: true })).toBeVisible();
  await ada.locator('article', { hasText: 'phone' }).getByRole('button', { name: 'Resolve' }).click();
  await expect(threadBy(grace, 'Grace')).toHaveCount(1);
  await grace.getByRole('button', { name: 'All Comments' }).tap();
  await expect(threadBy(grace, 'Grace')).toHaveCount(2);
  await expect(grace.getByText('Resolved in v1 by Ada')).toBeVisible();
  expect(await accessibilityViolations(ada)).toEqual([]);
  expect(await accessibilityViolations(grace)).toEqual([]);
  await grace.context().close();
});

test('a client at a desk opens the link and comments in two clicks and fifteen seconds', async ({
  browser,
  server,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 1440, height: 900 },
  });
  const client = await context.newPage();
  const opened = Date.now();
  await openLink(client, staged);
  await commentButton(client).click();
  const picked = client.getByText('Click an element or drag an area to comment on it', { exact: true });
  await expect(picked).toBeVisible();
  const { x, y } = await middleOf(previewOf(client).locator('h1'));
  await client.mouse.click(x, y);
  await expect(commentField(client)).toBeFocused();
  const answered = commentReply(client);
  await client.keyboard.type('Shorter, please');
  await client.keyboard.press('Control+Enter');
  expect((await answered).status()).toBe(201);
  expect(Date.now() - opened).toBeLessThanOrEqual(15_000);
  await expect.poll(async () => Object.keys(await marksIn(client))).toEqual(['1']);
  await context.close();
});

test('what is written and not sent outlives a reload, and a lost connection doubles nothing', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  await pickForComment(visitor, 'h1');
  await visitor.keyboard.type('Half a thought');
  await visitor.reload();
  await expect(commentField(visitor)).toHaveValue('Half a thought');

  await commentField(visitor).fill('A whole thought');
  await visitor.context().setOffline(true);
  await commentField(visitor).press('Control+Enter');
  const failure = visitor.getByRole('alert').filter({ hasText: 'Failed to add comment. Please try again.' });
  await expect(failure).toBeVisible();
  await expect(failure.getByRole('button', { name: 'Retry' })).toBeVisible();
  // It is sent as soon as the browser is online.
  await visitor.context().setOffline(false);
  await expect(threadBy(visitor, 'Anonymous').getByRole('button', { name: 'Show pin 1' })).toBeVisible();
  await expect(failure).toHaveCount(0);

  await visitor.reload();
  await expect(threadBy(visitor, 'Anonymous')).toHaveCount(1);
  await expect(commentField(visitor)).toHaveCount(0);

  // The request arrives, but its response is lost.
  const comments = `**/api/snapshots/${staged.snapshotId}/comments`;
  await visitor.route(comments, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await pageCommentField(visitor).fill('Another thought');
  await visitor.keyboard.press('Control+Enter');
  await expect(visitor.getByText('Another thought')).toBeVisible();
  await expect(visitor.getByText('Sending…')).toHaveCount(0);
  await expect(failure).toHaveCount(0);
  await visitor.unroute(comments);
  await visitor.reload();
  await expect(threadBy(visitor, 'Anonymous')).toHaveCount(2);
  await threadBy(visitor, 'Anonymous')
    .filter({ hasText: 'Another' })
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await visitor.getByRole('menuitem', { name: 'Delete' }).click();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(threadBy(visitor, 'Anonymous')).toHaveCount(1);

  // Recognized as their own by the browser.
  await threadBy(visitor, 'Anonymous')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await visitor.getByRole('menuitem', { name: 'Edit' }).click();
  await visitor.getByRole('textbox', { name: 'Edit' }).fill('A better thought');
  await visitor.getByRole('button', { name: 'Save' }).click();
  await expect(visitor.getByText('A better thought')).toBeVisible();
  await threadBy(visitor, 'Anonymous')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await visitor.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(visitor.getByText('This cannot be undone.', { exact: false })).toBeVisible();
  await visitor.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await expect(visitor.getByText('No comments yet.')).toBeVisible();
});

test('a pending comment is shown to the owner at once, and to all visitors once it is approved', async ({
  browser,
  server,
  visitor,
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  await ada.getByRole('button', { name: 'Comment options' }).click();
  await ada.getByRole('menuitemradio', { name: 'Anyone, after your approval' }).click();
  await expect(ada.getByText('No comments yet.')).toBeVisible();

  const context = await browser.newContext({ baseURL: server.url });
  await keepCommentsOpen(context);
  const bystander = await context.newPage();
  await openLink(bystander, staged);
  await expect(bystander.getByText('No comments yet.')).toBeVisible();
  await openLink(visitor, staged);
  const field = pageCommentField(visitor);
  await field.fill('May I?');
  await field.press('Control+Enter');
  await expect(threadBy(visitor, 'Anonymous')).toContainText('Pending approval');

  const approve = threadBy(ada, 'Anonymous').getByRole('button', { name: 'Approve' });
  await expect(approve).toBeVisible();
  await expect(bystander.getByText('No comments yet.')).toBeVisible();
  expect(await accessibilityViolations(ada)).toEqual([]);
  await approve.click();
  await expect(threadBy(bystander, 'Anonymous')).toContainText('May I?');
  await expect(threadBy(visitor, 'Anonymous').getByRole('button', { name: 'Reply' })).toBeVisible();
  await expect(threadBy(visitor, 'Anonymous')).not.toContainText('Pending approval');
  await expect(approve).toHaveCount(0);
  await context.close();
});

test('a link to a thread opens it on its own page, as it was seen', async ({
  visitor,
  browser,
  server,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await visitor.goto(`/viewer/${staged.snapshotId}/about.html`);
  await expect(previewOf(visitor).locator('h1')).toHaveText('Five people and a long table.');
  await pickForComment(visitor, 'h1');
  await visitor.keyboard.type('Six by now');
  await visitor.keyboard.press('Control+Enter');
  await expect(threadBy(visitor, 'Anonymous').getByRole('button', { name: 'Show pin 1' })).toBeVisible();
  const comments = await savedComments(visitor, staged.snapshotId);

  const other = await (await browser.newContext({ baseURL: server.url })).newPage();
  await other.goto(`${staged.url}#thread=${comments[0]?.id}`);
  await expect(previewOf(other).locator('h1')).toHaveText('Five people and a long table.');
  const atPin = other.getByRole('region', { name: 'Thread at pin 1' });
  await expect(atPin.getByText('Six by now')).toBeVisible();

  await other.getByRole('button', { name: 'Size of the preview' }).click();
  await other.getByRole('menuitemradio', { name: 'Phone, 390 × 844' }).click();
  await expect(other.getByRole('menu')).toHaveCount(0);
  await expect
    .poll(() =>
      previewOf(other)
        .locator('html')
        .evaluate(() => innerWidth),
    )
    .not.toBe(390);
  await atPin.getByRole('button', { name: 'Close thread' }).click();
  await expect(atPin).toBeHidden();
  await expect
    .poll(() =>
      previewOf(other)
        .locator('html')
        .evaluate(() => innerWidth),
    )
    .toBe(390);
  await other.context().close();
});

const FIRE = 'window.fire()';
const TEXTS = [
  `<script>${FIRE}</script>`,
  `<img src=x onerror="${FIRE}">`,
  `<svg onload="${FIRE}"><animate onbegin="${FIRE}" attributeName=x dur=1s>`,
  `<iframe srcdoc="<script>parent.fire()</script>"></iframe>`,
  `[press](javascript:${FIRE})`,
  `[press](JaVaScRiPt&colon;${FIRE})`,
  `[press](data:text/html,<script>${FIRE}</script>)`,
  `[press](vbscript:fire)`,
  `![look](https://evil.example/x.png)`,
  `![look](x" onerror="${FIRE})`,
  `<a href="javascript:${FIRE}">press</a>`,
  `<details open ontoggle="${FIRE}">`,
  `<math><mtext><table><mglyph><style><img src=x onerror="${FIRE}">`,
  `| a |\n| - |\n| <img src=x onerror="${FIRE}"> |`,
  `\`\`\`html\n<script>${FIRE}</script>\n\`\`\``,
  `[^1]\n\n[^1]: <img src=x onerror="${FIRE}">`,
  `<form action="javascript:${FIRE}"><button>press</button></form>`,
  `http://evil.example/"onmouseover="${FIRE}`,
];

test('the text of a comment is never run', async ({ page, owner, prototype }) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const outside: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('evil.example')) outside.push(request.url());
  });
  await keepCommentsOpen(page.context());
  await page.addInitScript(() => {
    Object.assign(window, { fired: 0, fire: () => Object.assign(window, { fired: 1 }) });
  });
  const anonymousUserId = crypto.randomUUID();
  for (const text of TEXTS) {
    const form = new FormData();
    form.append('text', text);
    form.append('authorName', text.slice(0, 100).replace(/\p{Cc}/gu, ' '));
    form.append('anonymousUserId', anonymousUserId);
    form.append('attachments', new Blob(['hello']), `"><img src=x onerror=${FIRE}>.txt`);
    const answer = await fetch(new URL(`/api/snapshots/${staged.snapshotId}/comments`, staged.url), {
      method: 'POST',
      body: form,
    });
    expect(answer.status, text).toBe(201);
  }

  await openLink(page, staged);
  await expect(page.getByRole('article')).toHaveCount(TEXTS.length);
  await expect(page.getByRole('article').locator('td')).toHaveCount(1);
  const links = await page
    .getByRole('article')
    .getByRole('link', { name: /^(press|look)/ })
    .evaluateAll((all) =>
      all.map((link) => [(link as HTMLAnchorElement).protocol, link.getAttribute('rel')]),
    );
  for (const link of links) expect(link).toEqual(['https:', 'noopener noreferrer nofollow']);
  await expect(
    page
      .getByRole('article')
      .locator('img, script, iframe, svg:not(.lucide), form:has(button:text("press"))'),
  ).toHaveCount(0);
  // Open, each shows its file, too.
  for (const card of await page.getByRole('article').all()) {
    await card.getByRole('button', { name: /^Open the thread by/ }).click({ position: { x: 4, y: 4 } });
    await expect(card.getByRole('link', { name: /^Download .*\.txt/ })).toBeVisible();
    await expect(card.locator('img, script, iframe, svg:not(.lucide)')).toHaveCount(0);
  }
  expect(await page.evaluate(() => (window as unknown as { fired: number }).fired)).toBe(0);
  expect(outside).toEqual([]);
});

test('files: pictures are shown, others are downloaded, and files that cannot be attached show why', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  const field = pageCommentField(visitor);
  await field.click();
  const panel = commentsPanel(visitor);
  const dot = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
    'base64',
  );
  await panel.locator('input[type=file]').setInputFiles([
    { name: 'dot.png', mimeType: 'image/png', buffer: dot },
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
    { name: 'run.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
    { name: 'huge.txt', mimeType: 'text/plain', buffer: Buffer.alloc(10 * 1024 * 1024 + 1) },
  ]);
  await expect(panel.getByRole('alert')).toContainText('run.exe has an unsupported file type.');
  await expect(panel.getByRole('alert')).toContainText('huge.txt is too large (max 10MB)');
  await field.fill('Two files');
  await panel.getByRole('button', { name: 'Comment', exact: true }).click();

  await expect(panel.getByRole('link', { name: 'Download notes.txt, 5 B' })).toBeVisible();
  await panel.getByRole('button', { name: 'Enlarge dot.png' }).click();
  const large = visitor.getByRole('dialog').getByRole('img', { name: 'dot.png' });
  await expect.poll(() => large.evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  await visitor.keyboard.press('Escape');
  await expect(visitor.getByRole('dialog')).toHaveCount(0);
});

test('an empty field that loses the focus folds once the press elsewhere is over, and moves nothing under it', async ({
  visitor,
  owner,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  const field = pageCommentField(visitor);
  await field.click();
  await field.fill('First');
  await field.press('Control+Enter');
  await expect(threadBy(visitor, 'Anonymous')).toBeVisible();
  // What is offered once the comment is saved moves the list.
  await expect(visitor.getByRole('button', { name: 'Email me replies' })).toBeVisible();

  await field.click();
  const name = visitor.getByRole('textbox', { name: 'Your name' });
  await expect(name).toBeVisible();
  const reply = threadBy(visitor, 'Anonymous').getByRole('button', { name: 'Reply' });
  const before = await middleOf(reply);
  await visitor.mouse.move(before.x, before.y);
  await visitor.mouse.down();
  await expect(field).not.toBeFocused();
  expect(await middleOf(reply)).toEqual(before);
  await visitor.mouse.up();
  await expect(visitor.getByRole('textbox', { name: 'Reply to Anonymous' })).toBeFocused();
  // The name field of the reply.
  await expect(name).toHaveCount(1);

  await field.focus();
  await expect(name).toHaveCount(2);
  await visitor.keyboard.press('Shift+Tab');
  await expect(name).toHaveCount(1);
});

test('presence is shown discreetly, and comments can be embedded in a page of ours', async ({
  visitor,
  owner,
  signedIn,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  await openLink(visitor, staged);
  await expect(previewOf(visitor).locator('h1')).toBeVisible();
  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  await expect(ada.getByRole('banner').getByText('1 visitor is viewing')).toBeAttached();

  await ada.goto('/docs');
  await ada.evaluate((id) => {
    const frame = document.createElement('iframe');
    frame.id = 'widget';
    frame.src = `/s/${id}#comments`;
    document.body.append(frame);
  }, staged.snapshotId);
  const widget = ada.frameLocator('#widget');
  await expect(widget.getByText('No comments yet.')).toBeVisible();
  await expect(widget.getByRole('banner')).toHaveCount(0);
  await pageCommentField(widget).fill('From a widget');
  await pageCommentField(widget).press('Control+Enter');
  await expect(threadBy(visitor, 'Ada')).toContainText('From a widget');
});

test('reviews, the assistant and the sign-in also work embedded in a page of ours', async ({
  visitor,
  owner,
  enterAs,
  prototype,
}) => {
  const staged = await owner.stage(await prototype('multi-page'), '--no-password');
  const frameIn = async (page: Page, section: string) => {
    await page.goto('/docs');
    await page.evaluate((address) => {
      Object.assign(window, { received: [] });
      addEventListener('message', ({ data }) =>
        (window as unknown as { received: unknown[] }).received.push(data),
      );
      const frame = document.createElement('iframe');
      frame.id = 'widget';
      frame.src = address;
      document.body.append(frame);
    }, `/s/${staged.snapshotId}#${section}`);
    return page.frameLocator('#widget');
  };
  const ada = await enterAs(owner.account);
  const reviews = await frameIn(ada, 'reviews');
  await expect(reviews.getByRole('button', { name: 'Request review' })).toBeVisible();
  await expect(reviews.getByRole('banner')).toHaveCount(0);
  const assistant = await frameIn(ada, 'ai');
  await expect(assistant.getByText('No AI model is set up on this server.')).toBeVisible();

  const guests = await frameIn(visitor, 'reviews');
  await expect(guests.getByText('Reviews are visible to the owner and the invited reviewers.')).toBeVisible();

  const signIn = await frameIn(visitor, 'login');
  await logIn(signIn, owner.account.email);
  await expect
    .poll(() =>
      visitor.evaluate(() => JSON.stringify((window as unknown as { received: unknown[] }).received)),
    )
    .toContain('LOGIN_SUCCESS');
});
