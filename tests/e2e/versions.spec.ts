import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { dragFolder } from '../support/dropFolder.ts';
import { commentOn, commentsPanel, composer, openThread, threadBy } from '../support/pages/comments.ts';
import { chooseAction } from '../support/pages/snapshots.ts';
import { clickIn, middleIn } from '../support/pages/viewer.ts';
import { middleOf } from '../support/pages/boxes.ts';
import { FIRST, openShop, SECOND } from '../support/shop.ts';
import { expect, openLink, previewOf, test } from '../support/story.ts';

const menu = (page: Page) => page.getByRole('button', { name: /see all versions/ });
const tray = (page: Page) => page.getByRole('group').filter({ hasText: /pins? to check on version/ });
const side = (page: Page, version: number) => page.frameLocator(`iframe[title="Version ${version}"]`);
const heading = (page: Page) => previewOf(page).getByRole('heading');

test('before a new version is shown its pins are looked for, and what is lost is put elsewhere', async ({
  owner,
  enterAs,
  visitor,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password', '--name', 'Shop');
  await openShop(visitor, staged);
  await commentOn(visitor, 'h1', 'Say how many');
  await commentOn(visitor, 'button', 'Larger, please');
  await commentOn(visitor, 'aside', 'Until when?');

  const ada = await enterAs(owner.account);
  await chooseAction(ada, 'Shop', 'Restage…');
  const dialog = ada.getByRole('dialog');
  await dialog.getByTestId('folder').setInputFiles(await writeFolder(SECOND));
  await expect(dialog.getByRole('heading', { name: 'Version 2 is ready' })).toBeVisible();
  await expect(dialog.getByText('2 found')).toBeVisible();
  await expect(dialog.getByText('1 lost')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveText('Pin 3Until when?lost');
  expect(await accessibilityViolations(ada)).toEqual([]);

  // Others cannot see any of it.
  const look = (await dialog.getByRole('link', { name: 'View' }).getAttribute('href')) ?? '';
  await menu(visitor).click();
  await expect(visitor.getByRole('dialog', { name: /see all versions/ }).getByRole('listitem')).toHaveCount(
    1,
  );
  const stranger = await visitor.context().newPage();
  await stranger.goto(look);
  await expect(stranger.getByText('Version 2 not found')).toBeVisible();
  await stranger.close();

  const preview = await ada.context().newPage();
  await preview.goto(look);
  await expect(preview.getByText('Version 2 is a draft. Only you can see it.')).toBeVisible();
  await expect(previewOf(preview).locator('.css-2c')).toHaveText('Your basket');
  await preview.close();

  await expect(previewOf(visitor).locator('aside')).toBeVisible();
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(ada.getByText('Version 2 is live')).toBeVisible();
  await expect(previewOf(visitor).locator('.css-2c')).toBeVisible();
  await expect(tray(visitor)).toContainText('1 pin to check on version 2');

  await openLink(ada, staged);
  await tray(ada).getByText('1 pin to check on version 2').click();
  await expect(tray(ada).getByRole('listitem')).toHaveCount(1);
  await expect(tray(ada).getByRole('listitem')).toContainText('Until when?');
  await expect(
    tray(ada)
      .getByRole('button', { name: /^Enlarge/ })
      .locator('img'),
  ).toHaveJSProperty('complete', true);
  expect(await accessibilityViolations(ada)).toEqual([]);
  const crop = commentsPanel(ada).getByRole('article').filter({ hasText: 'Until when?' }).locator('img');
  const fileOf = async () => {
    const [, id] = new URL((await crop.getAttribute('src')) ?? '').pathname.split('/');
    return id;
  };
  await openThread(ada, 'Anonymous');
  const ofOldPlace = await fileOf();
  await tray(ada).getByRole('button', { name: 'Re-attach pin 3' }).click();
  await expect(ada.getByText('Click the element this thread is about')).toBeVisible();
  await clickIn(ada, 'p');
  await expect(tray(ada)).toBeHidden();
  await expect(commentsPanel(ada).getByText('Not found on this page')).toBeHidden();
  await expect(crop).toHaveJSProperty('complete', true);
  await expect.poll(fileOf).not.toBe(ofOldPlace);
  await expect(tray(visitor)).toBeHidden();
});

test('a folder that is dropped on a row becomes that snapshot’s next version', async ({
  owner,
  enterAs,
  visitor,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password', '--name', 'Shop');
  await owner.stage(await writeFolder(FIRST), '--new', '--name', 'Another');
  await openLink(visitor, staged);
  await expect(previewOf(visitor).locator('.t1')).toBeVisible();

  const ada = await enterAs(owner.account);
  const row = ada.getByRole('row').filter({ has: ada.getByRole('link', { name: 'Shop', exact: true }) });
  await row.scrollIntoViewIfNeeded();
  const letGo = await dragFolder(ada, await writeFolder(SECOND), await middleOf(row));
  await expect(row).toHaveAttribute('data-over', 'true');
  await letGo();
  await expect(ada.getByText('Version 2 is live')).toBeVisible();
  await expect(previewOf(visitor).locator('.css-2c')).toHaveText('Your basket');
  await expect(ada.getByRole('row')).toHaveCount(3);
});

test('on a phone a finger that rests on an element pins a comment, and a lost pin is put elsewhere', async ({
  owner,
  browser,
  server,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password', '--name', 'Shop');
  const context = await browser.newContext({
    baseURL: server.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  });
  const phone = await context.newPage();
  await openLink(phone, staged);
  // Once it can pick, the page recognizes a long press, too.
  await phone.getByRole('button', { name: 'Comment', exact: true }).tap();
  await expect(phone.getByText('Tap an element to comment on it')).toBeVisible();
  await phone.getByRole('button', { name: 'Cancel' }).tap();
  await expect(phone.getByText('Tap an element to comment on it')).toBeHidden();

  const touch = await context.newCDPSession(phone);
  const finger = await middleIn(phone, 'aside');
  const form = composer(phone);
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [finger] });
  await expect(form).toContainText('Free delivery this week');
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await form.getByRole('textbox', { name: 'Comment' }).fill('Until when?');
  await form.getByRole('button', { name: 'Comment' }).tap();
  await expect(phone.getByRole('button', { name: 'Show 1 unresolved thread' })).toBeVisible();

  await owner.stage(await writeFolder(SECOND));
  await expect(previewOf(phone).locator('.css-2c')).toBeVisible();
  await phone.getByRole('button', { name: 'Show 1 unresolved thread' }).tap();
  const thread = threadBy(phone, 'Anonymous');
  await expect(thread).toContainText('Not found on this page');
  await thread.getByRole('button', { name: 'Re-attach' }).tap();
  await expect(phone.getByText('Tap the element this thread is about')).toBeVisible();
  const { x, y } = await middleIn(phone, 'p');
  await phone.touchscreen.tap(x, y);
  await expect(thread).not.toContainText('Not found on this page');
  await context.close();
});

test('on a phone the list of versions is inside the window', async ({ owner, visitor, writeFolder }) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password');
  await visitor.setViewportSize({ width: 390, height: 844 });
  await openLink(visitor, staged);
  await menu(visitor).click();
  const list = visitor.getByRole('dialog', { name: /see all versions/ });
  await expect(list.getByRole('listitem')).toHaveCount(1);
  await expect(list).toBeInViewport({ ratio: 1 });
});

test('versions are compared, gone back to and forth again, and an open viewer follows', async ({
  owner,
  signedIn,
  visitor,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password', '--name', 'Shop');
  await owner.stage(await writeFolder(SECOND));
  await openLink(visitor, staged);
  await expect(previewOf(visitor).locator('.css-2c')).toBeVisible();

  await menu(visitor).click();
  const list = visitor.getByRole('dialog', { name: /see all versions/ });
  await expect(list.getByRole('listitem').first()).toContainText('Live');
  await list.getByRole('button', { name: 'View version 1' }).click();
  await expect(visitor.getByText('Viewing version 1 of 2')).toBeVisible();
  await expect(previewOf(visitor).locator('aside')).toBeVisible();
  await visitor.getByRole('button', { name: 'Back to newest' }).click();
  await expect(previewOf(visitor).locator('.css-2c')).toBeVisible();

  await menu(visitor).click();
  await list.getByRole('button', { name: 'Compare with version 1' }).click();
  await expect(side(visitor, 1).locator('aside')).toBeVisible();
  await expect(side(visitor, 2).locator('.css-2c')).toBeVisible();
  expect(await accessibilityViolations(visitor)).toEqual([]);
  await side(visitor, 1).getByRole('link', { name: 'Help' }).click();
  await expect(side(visitor, 2).getByRole('heading', { name: 'Help' })).toBeVisible();
  await side(visitor, 2).getByRole('link', { name: 'Shop' }).click();
  await expect(side(visitor, 1).locator('aside')).toBeVisible();

  await visitor.getByRole('radio', { name: 'Slider' }).check();
  const slider = visitor.getByRole('slider', { name: 'Position of the divider over version 2' });
  await slider.focus();
  await visitor.keyboard.press('ArrowRight');
  await expect(slider).toHaveValue('51');
  for (const version of [1, 2]) {
    const name = await visitor
      .getByRole('figure')
      .filter({ hasText: `Version ${version}` })
      .locator('figcaption')
      .boundingBox();
    const frame = await visitor.getByTitle(`Version ${version}`).boundingBox();
    expect(frame?.y).toBeGreaterThanOrEqual((name?.y ?? 0) + (name?.height ?? 0));
  }
  await visitor.getByRole('radio', { name: 'Overlay' }).check();
  await expect(visitor.getByRole('slider', { name: 'Opacity of version 2' })).toBeVisible();
  await visitor.getByRole('radio', { name: 'Files' }).check();
  const files = visitor.getByRole('navigation', { name: 'Changed files' });
  await expect(files.getByRole('listitem')).toHaveCount(2);
  await expect(files.getByText('1 unchanged file')).toBeVisible();
  const lines = visitor.getByRole('table', { name: 'Changes in index.html' });
  await expect(lines.getByRole('row').filter({ hasText: 'Removed' }).last()).toContainText('Free delivery');
  await expect(lines.getByRole('row').filter({ hasText: 'Added' }).first()).toContainText('css-9a');
  expect(await accessibilityViolations(visitor)).toEqual([]);
  await visitor.keyboard.press('Escape');

  const ada = await signedIn(owner.account);
  await openLink(ada, staged);
  await menu(ada).click();
  await ada.getByRole('button', { name: 'Publish version 1' }).click();
  await expect(ada.getByText('Published version 1')).toBeVisible();
  await expect(previewOf(visitor).locator('aside')).toBeVisible();
  await ada.getByRole('button', { name: 'Undo' }).click();
  await expect(previewOf(visitor).locator('.css-2c')).toBeVisible();
});

test('beside an older version its own files are listed, and open as they were in it', async ({
  owner,
  visitor,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password', '--name', 'Shop');
  await owner.stage(await writeFolder(SECOND));
  const files = visitor.getByRole('complementary', { name: 'Files' });
  await openLink(visitor, staged);
  await visitor.getByRole('button', { name: 'Show pages and files' }).click();
  await visitor.getByRole('tab', { name: 'Files' }).click();
  await expect(files.getByRole('treeitem', { name: /^new\.html/ })).toBeVisible();

  await openLink(visitor, { ...staged, url: `${staged.url}?stagelink-version=1` });
  await visitor.getByRole('tab', { name: 'Files' }).click();
  await expect(files.getByRole('treeitem', { name: /^help\.html/ })).toBeVisible();
  await expect(files.getByRole('treeitem', { name: /^new\.html/ })).toHaveCount(0);
  // A page opens in the preview, and with a modifier in a tab of its own: both as they were in that version.
  await files.getByRole('treeitem', { name: /^help\.html/ }).click();
  await expect(previewOf(visitor).getByText('Free delivery this week')).toHaveCount(0);
  await files.getByRole('treeitem', { name: /^index\.html/ }).click();
  await expect(previewOf(visitor).getByText('Free delivery this week')).toBeVisible();
});

test('the files of an older version that could not be loaded are loaded again on request', async ({
  owner,
  visitor,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password');
  await owner.stage(await writeFolder(SECOND));
  await visitor.route('**/versions/1/files', (route) => route.abort());
  await openLink(visitor, { ...staged, url: `${staged.url}?stagelink-version=1` });
  await visitor.getByRole('button', { name: 'Show pages and files' }).click();
  const pages = visitor.getByRole('complementary', { name: 'Pages' });
  await expect(pages.getByRole('alert')).toContainText('Failed to reach the server.');

  await visitor.unroute('**/versions/1/files');
  await pages.getByRole('button', { name: 'Retry' }).click();
  await expect(pages.getByRole('listitem').first()).toBeVisible();
});

test('after a restage from a shell a visitor’s report of pins is a hint, and the owner’s own visit notifies the owner', async ({
  owner,
  enterAs,
  visitor,
  writeFolder,
}) => {
  const staged = await owner.stage(await writeFolder(FIRST), '--no-password', '--name', 'Shop');
  await openShop(visitor, staged);
  await commentOn(visitor, 'aside', 'Until when?');
  await commentOn(visitor, 'h1', 'Say how many');
  const box = commentsPanel(visitor).getByRole('textbox', { name: 'Write a comment' });
  await box.fill('I am still writing');

  const pinsReported = visitor.waitForResponse((answer) => answer.url().endsWith('/versions/2/pins'));
  await owner.stage(await writeFolder(SECOND));
  await expect(heading(visitor)).toHaveText('Your basket');
  expect((await pinsReported).status()).toBe(200);
  await expect(box).toHaveValue('I am still writing');

  const ada = await enterAs(owner.account);
  const bell = ada.getByRole('button', { name: /notification/i }).first();
  await bell.click();
  await expect(ada.getByText('Until when?')).toBeVisible();
  await expect(ada.getByText('1 of 2 pins lost on version 2.')).toBeHidden();

  const seen = ada.waitForResponse((answer) => answer.url().endsWith('/versions/2/pins'));
  await openShop(ada, staged);
  expect((await seen).status()).toBe(200);
  await ada.goto('/dashboard');
  await bell.click();
  await expect(ada.getByText('1 of 2 pins lost on version 2.')).toBeVisible();
});
