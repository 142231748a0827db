import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { startCuttingProxy } from '@stagelink/shared/staging/node/testing/cuttingProxy';
import {
  type Editor,
  installExtension,
  notification,
  openAsOnDesktop,
  openFolder,
  runCommand,
  stageButton,
  startEditor,
} from '../support/editor.ts';
import { composer } from '../support/pages/comments.ts';
import { type Account, PASSWORD, versionsOf } from '../support/stagelink.ts';
import { expect, openLink, previewOf, startPicking, test as story } from '../support/story.ts';
import { LONG } from '../support/longForm.ts';

// An editor starts slowly.

interface EditorFixtures {
  editors: Editor[];
  /** Opens a folder in a separate, signed-out editor. */
  openFolder: (folder: string, more?: { isTrusted?: boolean; server?: string }) => Promise<Page>;
  /** Kills the process in which the extensions of the last opened editor run. */
  killExtensionHost: () => void;
}

const test = story.extend<EditorFixtures, { extensions: string }>({
  extensions: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const folder = await installExtension();
      await use(folder);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- as above
  editors: async ({}, use) => {
    const editors: Editor[] = [];
    await use(editors);
    for (const editor of editors) await editor.stop();
  },
  killExtensionHost: ({ editors }, use) => use(() => editors.at(-1)?.killExtensionHost()),
  openFolder: async ({ browser, server, editors, extensions }, use) => {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAsOnDesktop(context);
    await use(async (folder, { isTrusted = true, server: address = server.url } = {}) => {
      const editor = await startEditor(address, extensions, {
        'security.workspace.trust.enabled': !isTrusted,
      });
      editors.push(editor);
      const page = await context.newPage();
      await openFolder(page, editor, folder);
      return page;
    });
    await context.close();
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

test(
  'a folder whose project file names a snapshot is staged to it, also where it was never staged',
  LONG,
  async ({ openFolder, owner, prototype, server, visitor }) => {
    const folder = await prototype('multi-page');
    const link = await owner.stage(folder);
    await openLink(visitor, link);
    const { snapshotId } = link;
    await mkdir(path.join(folder, '.stagelink'));
    await writeFile(
      path.join(folder, '.stagelink/project.json'),
      JSON.stringify({ server: server.url, snapshotId }),
    );
    const page = await openFolder(folder);
    await setToken(page, owner.account);

    await stageButton(page).click();
    const question = page.getByRole('dialog', { name: /was not staged from .* before/ });
    await question.getByRole('button', { name: 'Same link' }).click();

    await expect(terminal(page)).toContainText('Staged as version 2');
    await expect(terminal(page)).toContainText(link.url);
    await expect(visitor.getByText('Version 2', { exact: true })).toBeVisible();
  },
);

test(
  'a folder has one link and one version for each stage, whichever reply of the publishing is lost',
  LONG,
  async ({ openFolder, owner, prototype, server }) => {
    const proxy = await startCuttingProxy(server.url);
    const folder = await prototype('multi-page');
    const page = await openFolder(folder, { server: proxy.url });
    await setToken(page, owner.account);
    const cuts = [
      { step: 'finalize', when: 'after' },
      { step: 'finalize', when: 'before' },
      { step: 'send', when: 'after' },
      { step: 'create', when: 'after' },
    ] as const;
    for (const [at, cut] of cuts.entries()) {
      await writeFile(path.join(folder, 'round.txt'), String(at));
      proxy.cut = { ...cut, lasts: 'once' };
      await stageButton(page).click();
      await expect(terminal(page)).toContainText(at === 0 ? 'Staged' : `Staged as version ${at + 1}`);
      expect(await versionsOf(server.url, owner.account)).toEqual([at + 1]);
    }
    expect(proxy.cuts).toBe(cuts.length);
    proxy.close();
  },
);

const isLast = (step: string, when: string): boolean => step === 'finalize' && when === 'after';

for (const step of ['create', 'send', 'finalize'] as const)
  for (const when of ['before', 'after'] as const)
    test(
      `extensions killed at “${step}”, ${when} the server has acted, and the folder staged again: one link, one version`,
      isLast(step, when) ? {} : LONG,
      async ({ openFolder, killExtensionHost, owner, prototype, server }) => {
        const proxy = await startCuttingProxy(server.url);
        const page = await openFolder(await prototype('multi-page'), { server: proxy.url });
        await setToken(page, owner.account);
        const killed = new Promise<void>((resolve) => {
          const onCut = () => {
            killExtensionHost();
            resolve();
          };
          proxy.cut = { step, when, lasts: 'and_rest', onCut };
        });
        await stageButton(page).click();
        await killed;
        proxy.cut = null;
        await page.reload();
        await expect(stageButton(page)).toBeVisible({ timeout: 90_000 });
        await stageButton(page).click();
        await expect(terminal(page)).toContainText('Staged as version 1');
        expect(await versionsOf(server.url, owner.account)).toEqual([1]);
        proxy.close();
      },
    );

/** Returns the page that the editor opens in the browser. */
async function opened(page: Page, act: () => Promise<void>): Promise<Page> {
  const tab = page.context().waitForEvent('page');
  await act();
  return tab;
}

/** Signs in in the tab that the editor opened, and allows access. */
async function allowEditor(tab: Page, { email }: Account): Promise<void> {
  await tab.getByRole('textbox', { name: 'Email' }).fill(email);
  await tab.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await tab.keyboard.press('Enter');
  await expect(tab.getByRole('heading', { name: /^Sign in to / })).toBeVisible();
  await expect(tab.getByText(email)).toBeVisible();
  await tab.getByRole('button', { name: 'Allow' }).click();
}

const sideBar = (page: Page) => page.getByRole('tree', { name: 'Comments' });
const row = (page: Page, name: string | RegExp) => sideBar(page).getByRole('treeitem', { name });

async function inRow(page: Page, name: string | RegExp, act: string): Promise<void> {
  await row(page, name).hover();
  await row(page, name).getByRole('button', { name: act }).click();
}

/** Pins a visitor's comment to the middle of an element. */
async function comment(visitor: Page, element: Locator, text: string): Promise<void> {
  await startPicking(visitor);
  await element.click({ force: true });
  const form = composer(visitor);
  await form.getByRole('textbox', { name: 'Comment' }).fill(text);
  await form.getByRole('textbox', { name: 'Your name' }).fill('Grace');
  await form.getByRole('button', { name: 'Comment' }).click();
  await expect(form).toBeHidden();
}

test('a user signs in through the browser and resolves comments in the editor', async ({
  openFolder,
  owner,
  prototype,
  visitor,
}) => {
  test.slow();
  const page = await openFolder(await prototype('multi-page'));
  await runCommand(page, 'Stagelink: Show Comments');
  await expect(page.getByText('Sign in to see comments')).toBeVisible();
  const tab = await opened(page, () => page.getByRole('button', { name: 'Sign In', exact: true }).click());
  await allowEditor(tab, owner.account);
  await expect(notification(page, `as ${owner.account.email}`)).toBeVisible();
  await expect(page.getByText('Nothing was staged from this workspace yet.')).toBeVisible();

  await runCommand(page, 'Stagelink: Stage');
  await expect(notification(page, 'Staged “multi-page”')).toBeVisible();
  await expect(page.getByText('No open threads.')).toBeVisible();
  await runCommand(page, 'Stagelink: Copy Link and Password');
  await expect(page.getByText('Link and password copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const [url = '', password = ''] = copied.split('\nPassword: ');
  await runCommand(page, 'Notifications: Clear All Notifications');

  await openLink(visitor, { url, password });
  await expect(previewOf(visitor).locator('h1')).toBeVisible();
  await comment(visitor, previewOf(visitor).locator('h1'), 'Too long for a headline');
  await expect(row(page, /^New. Pin 1: Too long for a headline/)).toBeVisible();
  await expect(notification(page, 'Grace commented on “multi-page”: Too long for a headline')).toHaveCount(1);

  // Text of a comment is never a link, a command or an image.
  await comment(visitor, previewOf(visitor).locator('h1'), '[Free](command:workbench.action.quit) $(zap)');
  const hostile = notification(page, 'Free');
  await expect(hostile).toContainText('[Free] (command:workbench.action.quit) $ (zap)');
  await expect(hostile.getByRole('link')).toHaveCount(0);
  await expect(row(page, /Free/)).toContainText('[Free] (command:workbench.action.quit) $ (zap)');

  await inRow(page, /Too long/, 'Reply...');
  await page.locator('.quick-input-widget input[type=text]').fill('Two lines then');
  await page.keyboard.press('Enter');
  await expect(row(page, /Too long/)).toContainText('1 reply');
  await expect(visitor.getByText('1 reply', { exact: true })).toBeVisible();
  const viewer = await opened(page, () => row(page, /Too long/).click());
  await expect(viewer).toHaveURL(/#thread=/);
  await expect(viewer.getByRole('region', { name: 'Thread at pin 1' })).toContainText('Two lines then');
  await viewer.close();

  await inRow(page, /Too long/, 'Resolve');
  await expect(row(page, /Too long/)).toBeHidden();
  await notification(page, 'Resolved: Too long').getByRole('button', { name: 'Reopen' }).click();
  await expect(row(page, /Too long/)).toBeVisible();
  await inRow(page, /Too long/, 'Resolve');
  await expect(row(page, /Too long/)).toBeHidden();
  await page.getByRole('button', { name: 'Show Resolved Threads' }).click();
  await expect(row(page, /Too long/)).toContainText('resolved');

  // Each comment is notified about once.
  await page.reload();
  await expect(row(page, /Free/)).toBeVisible({ timeout: 90_000 });
  await expect(page.locator('.notification-toast')).toHaveCount(0);
});

test('the walkthrough ticks off what was done, and the dashboard learns of the version', async ({
  openFolder,
  owner,
  prototype,
  server,
}) => {
  const page = await openFolder(await prototype('multi-page'));
  await runCommand(page, 'Welcome: Open Walkthrough...');
  await page.getByRole('option', { name: /Your first link with Stagelink/ }).click();
  const step = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect(step('Sign in: Not completed')).toBeVisible();

  await setToken(page, owner.account);
  await expect(step('Sign in: Completed')).toBeVisible();
  const headers = { Authorization: `Bearer ${owner.account.token}` };
  const versions = async () => {
    const response = await fetch(`${server.url}/api/extensions/version`, { headers });
    return (await response.json()) as { version: string; installed: string | null };
  };
  const { version } = await versions();
  await expect.poll(async () => (await versions()).installed).toBe(version);
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
  await expect(terminal(page)).toContainText('which was not allowed');
  await expect(terminal(page)).not.toContainText('It was built');

  await stageButton(page).click();
  await question.getByRole('button', { name: 'Run and Stage' }).click();
  await expect(terminal(page)).toContainText('Staged as version 1');
  await expect(terminal(page)).toContainText('It was built');

  await runCommand(page, 'Stagelink: Restage');
  await expect(terminal(page)).toContainText('Staged as version 2');
});
