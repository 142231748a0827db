import { once } from 'node:events';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from '../support/companion.ts';
import { engineOf, userData } from '../support/companionProgram.ts';
import {
  addFolder,
  answerQuestions,
  catchOpened,
  chooseInDialog,
  clipboardText,
  endOtherSessions,
  linkOf,
  objections,
  openFolderPage,
  rowOf,
  signInAs,
  stageNow,
  watchTray,
} from '../support/companionSteps.ts';
import { dragFolder } from '../support/dropFolder.ts';
import { startServer } from '../support/server.ts';
import { expect, openLink, ownerOn } from '../support/story.ts';

// A desktop, a server, a build and two browsers, on any busy machine.

test('a user who signed in is signed in at the next start, and no file contains the token', async ({
  openCompanion,
  home,
  owner,
  server,
}) => {
  const first = await openCompanion();
  await signInAs(first, server.url, owner.account);
  await first.quit();

  const kept = JSON.parse(await readFile(path.join(userData(home), 'accounts.json'), 'utf8')) as {
    accounts: { email: string; token: string }[];
  };
  expect(kept.accounts.map(({ email }) => email)).toEqual([owner.account.email]);
  const [{ token: sealed } = { token: '' }] = kept.accounts;
  // Chromium's prefix for a key of the keyring; `v10` means a fixed password.
  expect(Buffer.from(sealed, 'base64').subarray(0, 3).toString()).toBe('v11');

  const { app, window } = await openCompanion();
  await expect(window.getByRole('heading', { name: 'Drop a folder here' })).toBeVisible();
  const token = await app.evaluate(
    ({ safeStorage }, given) => safeStorage.decryptString(Buffer.from(given, 'base64')),
    sealed,
  );
  const answer = await fetch(`${server.url}/me`, { headers: { Authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  for (const entry of await readdir(userData(home), { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const bytes = await readFile(path.join(entry.parentPath, entry.name));
    expect(bytes.includes(token), entry.name).toBe(false);
  }
});

test('a user signs in through the browser they are signed in to already', async ({
  openCompanion,
  signedIn,
  owner,
  server,
}) => {
  const companion = await openCompanion();
  const { window } = companion;
  const opened = await catchOpened(companion);
  await window.getByRole('textbox', { name: 'Server address' }).fill(server.url);
  await window.getByRole('button', { name: 'Sign in with the browser' }).click();
  await expect(window.getByRole('heading', { name: 'Finish in your browser' })).toBeVisible();
  await expect.poll(opened).toHaveLength(1);
  const [address = ''] = await opened();
  expect(new URL(address).origin).toBe(server.url);

  const browser = await signedIn(owner.account);
  await browser.goto(address);
  await expect(browser.getByText(owner.account.email)).toBeVisible();
  await browser.getByRole('button', { name: 'Allow' }).click();
  await expect(window.getByRole('heading', { name: 'Drop a folder here' })).toBeVisible();
});

test('a folder that was dropped is staged, and its link opens', async ({
  openCompanion,
  owner,
  prototype,
  server,
  visitor,
}) => {
  const companion = await openCompanion();
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  const drop = await dragFolder(companion.window, folder);
  await expect(companion.window.getByText('Drop to add')).toBeVisible();
  await drop();
  await stageNow(companion, folder, 1);
  const preview = await openLink(visitor, await linkOf(companion, folder));
  await expect(preview.getByRole('link', { name: 'Work' }).first()).toBeVisible();
});

test('a page that was dropped is staged alone, and a text is chosen as a file', async ({
  openCompanion,
  owner,
  prototype,
  server,
  visitor,
}) => {
  const companion = await openCompanion();
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  const page = path.join(folder, 'about.html');
  await (
    await dragFolder(companion.window, page)
  )();
  await stageNow(companion, 'about', 1);
  const preview = await openLink(visitor, await linkOf(companion, 'about'));
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible();

  await writeFile(path.join(folder, 'notes.md'), '# Notes');
  await chooseInDialog(companion, path.join(folder, 'notes.md'));
  await companion.window.getByRole('button', { name: 'Add file' }).click();
  await stageNow(companion, 'notes', 1);
});

test('a Vite project is built after consent, and a saved file reaches the open viewer automatically', async ({
  openCompanion,
  owner,
  prototype,
  server,
  visitor,
}) => {
  const companion = await openCompanion();
  const { window } = companion;
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('vite-react');
  await addFolder(companion, folder);
  await expect(rowOf(companion, folder)).toContainText('Vite');
  await rowOf(companion, folder).getByRole('button', { name: 'Stage now' }).click();
  await rowOf(companion, folder).getByRole('button', { name: 'Review' }).click();
  await expect(window.getByRole('listitem').filter({ hasText: 'npm run build' })).toBeVisible();
  expect(await readdir(folder)).not.toContain('node_modules');

  const questions = await answerQuestions(companion, { agrees: true });
  await window.getByRole('button', { name: 'Allow…' }).click();
  await expect.poll(async () => (await questions()).join()).toContain('npm run build');
  await expect(window.getByRole('cell', { name: 'Version 1', exact: true })).toBeVisible({
    timeout: 120_000,
  });
  await window.getByRole('radiogroup', { name: 'Stage on change' }).getByText('Sources').click();
  await expect(window.getByRole('radio', { name: 'Sources' })).toBeChecked();
  await window.getByRole('link', { name: 'Folders' }).first().click();
  const preview = await openLink(visitor, await linkOf(companion, folder));
  await expect(preview.getByRole('heading', { name: 'This morning' })).toBeVisible();

  const source = path.join(folder, 'src/App.jsx');
  await writeFile(source, (await readFile(source, 'utf8')).replaceAll('This morning', 'This evening'));
  await expect(preview.getByRole('heading', { name: 'This evening' })).toBeVisible();
  await expect(rowOf(companion, folder)).toContainText('v2 ');
});

test('what is staged while the server is away goes out when it is back', async ({
  openCompanion,
  home,
  prototype,
  visitor,
}) => {
  const first = await startServer();
  const port = new URL(first.url).port;
  const { account } = await ownerOn(first, home);
  const companion = await openCompanion();
  const { window } = companion;
  await signInAs(companion, first.url, account);
  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  await stageNow(companion, folder, 1);
  const link = await linkOf(companion, folder);
  await openLink(visitor, link);

  const exited = once(first.process, 'exit');
  first.process.kill('SIGTERM');
  await exited;
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><h1>Made on a train</h1>');
  await rowOf(companion, folder).getByRole('button', { name: 'Stage now' }).click();
  await expect(rowOf(companion, folder)).toContainText('Waiting for the server');
  await expect(window.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();

  const second = await startServer({ dataDir: first.dataDir, env: { PORT: port } });
  await expect(rowOf(companion, folder)).toContainText('v2 ');
  await visitor.reload();
  await expect(visitor.frameLocator('#preview').getByRole('heading')).toHaveText('Made on a train');
  await companion.quit();
  await second.stop();
  await first.stop();
});

test('a killed engine is reported and restarted, and folders go on', async ({
  openCompanion,
  home,
  owner,
  prototype,
  server,
}) => {
  const companion = await openCompanion();
  const { window } = companion;
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  await stageNow(companion, folder, 1);

  const killed = engineOf(home);
  const restartAlert = window.getByRole('alert').filter({ hasText: 'is being restarted' }).waitFor();
  process.kill(killed, 'SIGKILL');
  await restartAlert;
  await expect(window.getByRole('alert').filter({ hasText: 'is being restarted' })).toBeHidden();
  expect(engineOf(home)).not.toBe(killed);
  await writeFile(path.join(folder, 'index.html'), '<!doctype html><h1>After the crash</h1>');
  await stageNow(companion, folder, 2);
});

test('a damaged store is set aside and reported, and staging works', async ({
  openCompanion,
  home,
  owner,
  prototype,
  server,
}) => {
  const folder = await prototype('multi-page');
  const first = await openCompanion();
  await signInAs(first, server.url, owner.account);
  await addFolder(first, folder);
  await first.quit();

  const store = path.join(userData(home), 'store');
  for (const name of await readdir(store)) await writeFile(path.join(store, name), 'x'.repeat(20_000));
  const unseen = await openCompanion();
  await expect(unseen.window.getByText(/damaged/)).toBeVisible();
  await unseen.quit();
  const second = await openCompanion();
  const notice = second.window.getByRole('alert').filter({ hasText: /damaged/ });
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await expect(notice).toHaveCount(0);
  await addFolder(second, folder);
  await stageNow(second, folder, 1);
});

test('a second start shows the window of the first', async ({ openCompanion }) => {
  const { app, startAgain } = await openCompanion();
  const isVisible = () =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().map((window) => window.isVisible()));
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  expect(await isVisible()).toEqual([false]);
  expect(await startAgain()).toBe(0);
  await expect.poll(isVisible).toEqual([true]);
});

test('a window whose page crashed shows it again', async ({ openCompanion }) => {
  const { app, window } = await openCompanion();
  await expect(window.getByRole('textbox', { name: 'Server address' })).toBeVisible();
  // The driver gives up a page that crashed, so the program itself is asked.
  await app.evaluate(async ({ BrowserWindow }) => {
    const [shown] = BrowserWindow.getAllWindows();
    const isLoaded = new Promise<void>((resolve) => {
      shown?.webContents.once('did-finish-load', () => resolve());
    });
    shown?.webContents.forcefullyCrashRenderer();
    await isLoaded;
  });
  const labels = () =>
    app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.webContents.executeJavaScript(
        "Array.from(document.querySelectorAll('label'), (label) => label.textContent)",
      ),
    );
  await expect.poll(labels).toContain('Server address');
});

test('a window closed while it loads stays closed', async ({ openCompanion }) => {
  const { app } = await openCompanion();
  const isVisible = await app.evaluate(async ({ app: program, BrowserWindow }) => {
    BrowserWindow.getAllWindows()[0]?.destroy();
    const created = new Promise((resolve) => program.once('browser-window-created', resolve));
    program.emit('activate');
    await created;
    const [window] = BrowserWindow.getAllWindows();
    if (!window) throw new Error('There is no window');
    const loaded = new Promise<void>((resolve) => window.once('ready-to-show', resolve));
    window.close();
    await loaded;
    return window.isVisible();
  });
  expect(isVisible).toBe(false);
});

test('a link from elsewhere shows a page, and stages and builds nothing', async ({
  openCompanion,
  owner,
  prototype,
  server,
}) => {
  const companion = await openCompanion();
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  const build = 'touch built && mkdir -p dist && cp index.html dist/';
  await writeFile(path.join(folder, 'package.json'), JSON.stringify({ scripts: { build } }));
  await addFolder(companion, folder);
  await rowOf(companion, folder).getByRole('button', { name: 'Stage now' }).click();
  await expect(rowOf(companion, folder)).toContainText('Needs your consent');

  const [{ id } = { id: '' }] = await companion.window.evaluate(() =>
    (
      window as unknown as { stagelink: { invoke: (command: string) => Promise<{ id: string }[]> } }
    ).stagelink.invoke('folders.list'),
  );
  const commands = ['stage', 'agree', 'folders', 'folders/stage', 'open'];
  for (const command of commands) {
    await companion.startAgain(`stagelink://${command}/${id}?path=${encodeURIComponent(folder)}&yes=1`);
  }
  await expect(rowOf(companion, folder)).toContainText('Needs your consent');
  expect(await readdir(folder)).not.toContain('built');
});

test('a missing folder is reported, and goes on once it is back', async ({
  openCompanion,
  owner,
  prototype,
  server,
}) => {
  const companion = await openCompanion();
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  await rename(folder, `${folder}-away`);
  await expect(rowOf(companion, folder)).toContainText('Not found');
  await rename(`${folder}-away`, folder);
  // The companion may notice that it is back before it is asked to retry.
  await rowOf(companion, folder)
    .getByRole('button', { name: /^(Retry|Stage now)$/ })
    .click();
  await expect(rowOf(companion, folder)).toContainText('v1 ');
});

test('the window opens with what it showed last while the server is away', async ({
  openCompanion,
  home,
}) => {
  const server = await startServer();
  const { account, stage } = await ownerOn(server, home);
  await stage(path.resolve('tests/prototypes/multi-page'));
  const first = await openCompanion();
  await signInAs(first, server.url, account);
  await first.window.getByRole('link', { name: 'Dashboard' }).click();
  await expect(first.window.getByRole('row', { name: /multi-page/ })).toBeVisible();
  await first.quit();
  await server.stop();

  const { window } = await openCompanion();
  await window.getByRole('link', { name: 'Dashboard' }).click();
  await expect(window.getByRole('row', { name: /multi-page/ })).toBeVisible();
  await expect(window.getByRole('alert').filter({ hasText: 'cannot be reached' })).toBeVisible();
});

test('whose session was ended elsewhere signs in again, and what waited goes out', async ({
  openCompanion,
  owner,
  prototype,
  server,
}) => {
  const companion = await openCompanion();
  const { window } = companion;
  await signInAs(companion, server.url, owner.account);
  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  await endOtherSessions(server.url, owner.account);

  await rowOf(companion, folder).getByRole('button', { name: 'Stage now' }).click();
  await expect(rowOf(companion, folder)).toContainText('Waiting for sign-in');
  await rowOf(companion, folder).getByRole('button', { name: 'Sign in' }).click();
  await expect(window.getByRole('heading', { name: 'Sign in again' })).toBeVisible();
  await expect(window.getByRole('textbox', { name: 'Email' })).toHaveValue(owner.account.email);
  await signInAs(companion, server.url, owner.account);
  await expect(rowOf(companion, folder)).toContainText('v1 ');
});

test('the tray shows the latest snapshots, copies their links, and leads to what can be done', async ({
  openCompanion,
  owner,
  prototype,
  server,
}) => {
  const companion = await openCompanion();
  const { labels, choose } = await watchTray(companion);
  await signInAs(companion, server.url, owner.account);
  const acts = ['—', 'Stage a Folder…', 'Pause Auto-Restage', '—', 'Show Stagelink', 'Quit'];
  await expect.poll(labels).toEqual(['No snapshots yet', ...acts]);

  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  await stageNow(companion, folder, 1);
  await expect.poll(labels).toEqual(['multi-page', ...acts]);
  const { url } = await linkOf(companion, folder);
  await companion.app.evaluate(({ clipboard }) => clipboard.clear());
  await choose('multi-page', 'Copy Link');
  expect(await clipboardText(companion)).toBe(url);

  const pause = companion.window.getByRole('switch', { name: 'Pause all' });
  // Turns on once the preference is saved, which `check()` does not wait for.
  await pause.click({ force: true });
  await expect(pause).toBeChecked();
});

test('axe finds nothing to object to on its pages', async ({ openCompanion, owner, prototype, server }) => {
  const companion = await openCompanion();
  const { window } = companion;
  await expect(window.getByRole('heading', { name: 'Sign in to Stagelink' })).toBeVisible();
  expect(await objections(companion)).toEqual([]);
  await signInAs(companion, server.url, owner.account);
  await expect(window.getByRole('heading', { name: 'Drop a folder here' })).toBeVisible();
  expect(await objections(companion)).toEqual([]);
  const folder = await prototype('multi-page');
  await addFolder(companion, folder);
  expect(await objections(companion)).toEqual([]);
  await openFolderPage(companion, folder);
  expect(await objections(companion)).toEqual([]);
  await window.getByRole('link', { name: 'Preferences' }).click();
  await expect(window.getByRole('heading', { name: 'Preferences', level: 1 })).toBeVisible();
  expect(await objections(companion)).toEqual([]);
});
