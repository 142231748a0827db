import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { killIfRunning, type Process, processesWith } from './processes.ts';
import { freePort, untilHealthy } from './server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ENTRY = path.join(ROOT, '.editor/node_modules/code-server/out/node/entry.js');
const VSIX = path.join(ROOT, 'extension/dist/stagelink.vsix');

/** Settings without tips, assistants and update checks. */
const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'remote.autoForwardPorts': false,
  // A page that opens late and takes the focus would close the input of a story.
  'workbench.quickOpen.closeOnFocusLost': false,
  // Makes rows readable as text.
  'terminal.integrated.gpuAcceleration': 'off',
};

export interface Editor {
  /** Returns the URL that opens a folder. */
  urlOf: (folder: string) => string;
  /** Its output, printed by a failing story. */
  output: () => string;
  /** Kills the process in which extensions run. */
  killExtensionHost: () => void;
  stop: () => Promise<void>;
}

function extensionHostOf(home: string): Process {
  const host = processesWith(home).find(({ command }) => command.includes('--type=extensionHost'));
  if (host === undefined) throw new Error('The editor runs no extensions');
  return host;
}

const foldersIn = (home: string, extensions: string): string[] => [
  '--user-data-dir',
  path.join(home, 'data'),
  '--extensions-dir',
  extensions,
];

/** Installs our package from its file into a new folder, and returns the folder. */
export async function installExtension(): Promise<string> {
  if (!existsSync(ENTRY)) throw new Error('There is no editor for this story: “npm test -- story” gets it.');
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-editor-extensions-'));
  const args = [ENTRY, ...foldersIn(home, home), '--install-extension', VSIX];
  await promisify(execFile)(process.execPath, args, { env: { ...process.env, XDG_CONFIG_HOME: home } });
  return home;
}

/** Starts a real VS Code, served to a browser, with installed extensions. */
export async function startEditor(
  server: string,
  extensions: string,
  settings: Record<string, unknown>,
): Promise<Editor> {
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-editor-'));
  const data = path.join(home, 'data');
  await mkdir(path.join(data, 'Machine'), { recursive: true });
  await mkdir(path.join(data, 'User'), { recursive: true });
  await writeFile(path.join(data, 'User/settings.json'), JSON.stringify({ ...QUIET, ...settings }));
  await writeFile(path.join(data, 'Machine/settings.json'), JSON.stringify({ 'stagelink.server': server }));
  const env = { ...process.env, XDG_CONFIG_HOME: path.join(home, 'config') };
  const folders = foldersIn(home, extensions);

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const flags = ['--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry'];
  const child = spawn(process.execPath, [ENTRY, ...folders, ...flags, '--disable-update-check'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
  const output = () => text;
  await untilHealthy(url, child, output);
  return {
    urlOf: (folder) => `${url}/?folder=${encodeURIComponent(folder)}`,
    output,
    killExtensionHost: () => killIfRunning(extensionHostOf(home)),
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      // Processes of extensions outlive it, and would write into the folder while it is removed.
      await expect.poll(() => processesWith(home).map(killIfRunning)).toEqual([]);
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** The status bar item; visible once the extension and its commands are ready. */
export const stageButton = (page: Page): Locator =>
  page.getByRole('button', { name: /Stage this folder with Stagelink/ });

/** A served editor opens local URLs through itself; a desktop editor does not. */
export async function openAsOnDesktop(context: BrowserContext): Promise<void> {
  await context.route(/^http:\/\/127\.0\.0\.1:\d+\/proxy\/\d+\//, (route) => {
    const location = route
      .request()
      .url()
      .replace(/^.*?\/proxy\/(\d+)/, 'http://localhost:$1');
    return route.fulfill({ status: 302, headers: { location } });
  });
}

export async function openFolder(page: Page, editor: Editor, folder: string): Promise<void> {
  await page.goto(editor.urlOf(folder));
  await expect(stageButton(page)).toBeVisible({ timeout: 90_000 });
}

/** Runs a command of the palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input[type=text]').fill(`>${title}`);
  await page.getByRole('option', { name: title, exact: true }).click();
}

/** A notification with this text. */
export const notification = (page: Page, text: string | RegExp): Locator =>
  page.locator('.notification-toast', { hasText: text });
