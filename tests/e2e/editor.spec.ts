import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import {
  type Editor,
  notification,
  openFolder,
  runCommand,
  stageButton,
  startEditor,
} from '../support/editor.ts';
import type { Account } from '../support/stagelink.ts';
import { expect, openLink, test as story } from '../support/story.ts';

// An editor takes a while to start.
story.setTimeout(180_000);

interface EditorFixtures {
  /** A folder in an editor of its own, in which nobody is signed in. */
  openFolder: (folder: string, more?: { isTrusted: boolean }) => Promise<Page>;
}

const test = story.extend<EditorFixtures>({
  openFolder: async ({ browser, server }, use) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const editors: Editor[] = [];
    await use(async (folder, { isTrusted } = { isTrusted: true }) => {
      const editor = await startEditor(server.url, { 'security.workspace.trust.enabled': !isTrusted });
      editors.push(editor);
      const page = await context.newPage();
      await openFolder(page, editor, folder);
      return page;
    });
    await context.close();
    for (const editor of editors) await editor.stop();
  },
});

const terminal = (page: Page) => page.locator('.terminal-wrapper.active .xterm-rows');

async function setToken(page: Page, { token, email }: Account): Promise<void> {
  await runCommand(page, 'Stagelink: Set Token');
  await page.locator('.quick-input-widget input[type=password]').fill(token);
  await page.keyboard.press('Enter');
  await expect(notification(page, `as ${email}`)).toBeVisible();
}

test('a folder is staged from the palette, its link opens, and staging it again keeps the link', async ({
  openFolder,
  owner,
  prototype,
  visitor,
}) => {
  const folder = await prototype('multi-page');
  const page = await openFolder(folder);
  await setToken(page, owner.account);

  await runCommand(page, 'Stagelink: Stage');
  const done = notification(page, 'Staged “multi-page”');
  await done.getByRole('button', { name: 'Copy link and password' }).click();
  await expect(page.getByText('Link and password copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [url = '', password = ''] = copied.split('\nPassword: ');
  await expect(terminal(page)).toContainText(`Password: ${password}`);
  await expect(terminal(page)).toContainText(url);

  const preview = await openLink(visitor, { url, password });
  await expect(preview.getByRole('link', { name: 'Work' }).first()).toBeVisible();

  await stageButton(page).click();
  await expect(terminal(page)).toContainText('Staged as version 2');
  await expect(visitor.getByText('Version 2', { exact: true })).toBeVisible();

  await page.reload();
  await expect(stageButton(page)).toBeVisible({ timeout: 90_000 });
  await runCommand(page, 'Stagelink: Copy Link');
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
});

test('the walkthrough ticks off what was done', async ({ openFolder, owner, prototype }) => {
  const page = await openFolder(await prototype('multi-page'));
  await runCommand(page, 'Welcome: Open Walkthrough...');
  await page.getByRole('option', { name: /Your first link with Stagelink/ }).click();
  const step = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(step('Sign in: Not completed')).toBeVisible();

  await setToken(page, owner.account);
  await expect(step('Sign in: Completed')).toBeVisible();
  await stageButton(page).click();
  await expect(step('Stage a folder: Completed')).toBeVisible();
  await runCommand(page, 'Stagelink: Copy Link');
  await expect(step('Share the link: Completed')).toBeVisible();
});

test('a build runs only in a trusted workspace, and once its command was agreed to', async ({
  openFolder,
  owner,
  prototype,
}) => {
  const folder = await prototype('multi-page');
  const build = 'mkdir -p dist && cp index.html dist/ && echo It was built';
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { build } }));
  const page = await openFolder(folder, { isTrusted: false });
  await setToken(page, owner.account);

  await stageButton(page).click();
  await notification(page, 'this workspace is not trusted')
    .getByRole('button', { name: 'Manage Workspace Trust' })
    .click();
  await page.getByRole('button', { name: 'Trust', exact: true }).click();
  await page.getByRole('button', { name: /^Close Modal Editor/ }).click();

  await stageButton(page).click();
  const question = page.getByRole('dialog', { name: /Run “npm run build”/ });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(terminal(page)).toContainText('Nothing was staged');
  await expect(terminal(page)).not.toContainText('It was built');

  await stageButton(page).click();
  await question.getByRole('button', { name: 'Run and Stage' }).click();
  await expect(terminal(page)).toContainText('Staged as version 1');
  await expect(terminal(page)).toContainText('It was built');

  await runCommand(page, 'Stagelink: Restage');
  await expect(terminal(page)).toContainText('Staged as version 2');
});
