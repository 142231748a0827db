import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator } from '@playwright/test';
import { axeViolations } from './accessibility.ts';
import type { Companion } from './companionProgram.ts';
import { type Account, PASSWORD } from './stagelink.ts';

export async function signInAs({ window }: Companion, server: string, { email }: Account): Promise<void> {
  await window.getByRole('textbox', { name: 'Server address' }).fill(server);
  await window.getByRole('textbox', { name: 'Email' }).fill(email);
  await window.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await window.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(window.getByRole('heading', { name: 'Folders' })).toBeVisible();
}

/** Answers the system's dialog, which no driver can operate, with this folder or file. */
export async function chooseInDialog({ app }: Companion, folder: string): Promise<void> {
  await app.evaluate(
    ({ dialog }, chosen) => {
      dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [chosen] });
    },
    await realpath(folder),
  );
}

/** Answers the system's dialogs of consent; the returned function lists what they showed. */
export async function answerQuestions(
  { app }: Companion,
  { agrees }: { agrees: boolean },
): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, isAgreed) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shown });
    dialog.showMessageBox = async (...given: unknown[]) => {
      const options = given.at(-1) as Electron.MessageBoxOptions;
      shown.push(`${options.message}\n${options.detail}`);
      return { response: isAgreed ? 1 : (options.cancelId ?? 0), checkboxChecked: false };
    };
  }, agrees);
  return () => app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown);
}

export async function addFolder(companion: Companion, folder: string): Promise<void> {
  await chooseInDialog(companion, folder);
  await companion.window.getByRole('button', { name: /^(Choose a|Add) folder$/ }).click();
  await expect(rowOf(companion, folder)).toBeVisible();
}

export const rowOf = ({ window }: Companion, folder: string): Locator =>
  window.getByRole('row', { name: path.basename(folder), exact: true });

/** Intercepts what the companion asks the system to open; the returned function lists it. */
export async function catchOpened({ app }: Companion): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const caught: string[] = [];
    Object.assign(globalThis, { caught });
    shell.openExternal = async (address) => void caught.push(address);
  });
  return () => app.evaluate(() => (globalThis as unknown as { caught: string[] }).caught);
}

/** Returns the clipboard of the user's desktop. */
export const clipboardText = ({ app }: Companion): Promise<string> =>
  app.evaluate(({ clipboard }) => clipboard.readText());

/** Stages a folder with its button and waits until its link shows this version. */
export async function stageNow(companion: Companion, folder: string, version: number): Promise<void> {
  const row = rowOf(companion, folder);
  await row.getByRole('button', { name: 'Stage now' }).click();
  await expect(row).toContainText(`v${version} `);
}

/** Returns the folder's link, as its owner copies it. */
export async function linkOf(
  companion: Companion,
  folder: string,
): Promise<{ url: string; password: string }> {
  const { window } = companion;
  await window
    .getByRole('button', { name: `More actions for ${path.basename(folder)}`, exact: true })
    .click();
  await window.getByRole('menuitem', { name: 'Copy link and password' }).click();
  await expect(window.getByText('Link and password copied')).toBeVisible();
  const [url = '', password = ''] = (await clipboardText(companion)).split('\nPassword: ');
  return { url, password };
}

export async function openFolderPage(companion: Companion, folder: string): Promise<void> {
  const name = path.basename(folder);
  await companion.window.getByRole('link', { name, exact: true }).click();
  await expect(companion.window.getByRole('heading', { name, exact: true })).toBeVisible();
}

interface MenuEntry {
  label?: string;
  click?: () => void;
  submenu?: MenuEntry[];
}

/**
 * Records every menu the companion creates; the returned functions read and use the latest one of its tray.
 */
export async function watchTray({ app }: Companion): Promise<{
  labels: () => Promise<string[]>;
  choose: (item: string, entry: string) => Promise<void>;
}> {
  await app.evaluate(({ Menu }) => {
    const build = Menu.buildFromTemplate.bind(Menu);
    Menu.buildFromTemplate = (template) => {
      if (template.some(({ label }) => label === 'Show Stagelink'))
        Object.assign(globalThis, { tray: template });
      return build(template);
    };
  });
  return {
    labels: () =>
      app.evaluate(() =>
        ((globalThis as unknown as { tray?: MenuEntry[] }).tray ?? []).map(({ label = '—' }) => label),
      ),
    choose: (item, entry) =>
      app.evaluate(
        (_electron, chosen) => {
          const { tray = [] } = globalThis as unknown as { tray?: MenuEntry[] };
          const found = tray.find(({ label }) => label === chosen.item);
          found?.submenu?.find(({ label }) => label === chosen.entry)?.click?.();
        },
        { item, entry },
      ),
  };
}

/** Ends every session of an account except the one this creates. */
export async function endOtherSessions(server: string, { email }: Account): Promise<void> {
  const post = (route: string, body: unknown, token?: string) =>
    fetch(server + route, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      body: JSON.stringify(body),
    });
  const login = await post('/auth/login', { email, password: PASSWORD });
  const { sessionToken } = (await login.json()) as { sessionToken: string };
  const ended = await post('/auth/sessions/revoke-others', {}, sessionToken);
  expect(ended.status).toBe(200);
}

/** Returns axe's violations on the window's current page. */
export async function objections({ window }: Companion): Promise<unknown[]> {
  return (await axeViolations(window)).map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, failureSummary }) => [html, failureSummary]),
  }));
}

/** A notification of the system. */
interface SystemNotification {
  title: string;
  body: string;
}

/** Notes the notifications that the companion shows; the returned functions list and click them. */
export async function catchNotifications({ app }: Companion): Promise<{
  shown: () => Promise<SystemNotification[]>;
  clickLast: () => Promise<void>;
}> {
  await app.evaluate(({ Notification }) => {
    const notified: Electron.Notification[] = [];
    Object.assign(globalThis, { notified });
    Notification.isSupported = () => true;
    Notification.prototype.show = function show(this: Electron.Notification) {
      notified.push(this);
    };
  });
  return {
    shown: () =>
      app.evaluate(() =>
        (globalThis as unknown as { notified: Electron.Notification[] }).notified.map(({ title, body }) => ({
          title,
          body,
        })),
      ),
    clickLast: () =>
      app.evaluate(() => {
        const last = (globalThis as unknown as { notified: Electron.Notification[] }).notified.at(-1);
        last?.emit('click');
      }),
  };
}
