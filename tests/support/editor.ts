import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type BrowserContext, expect, type Locator, type Page } from '@playwright/test';
import { freePort, untilHealthy } from './server.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const ENTRY = path.join(ROOT, '.editor/node_modules/code-server/out/node/entry.js');
const VSIX = path.join(ROOT, 'extension/dist/stagelink.vsix');

/** Nothing that is not about the story: no tips, no assistants, no look for updates. */
const QUIET = {
  'workbench.startupEditor': 'none',
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'telemetry.telemetryLevel': 'off',
  'remote.autoForwardPorts': false,
  // A page that opens late and takes the focus would close what a story is about to type into.
  'workbench.quickOpen.closeOnFocusLost': false,
  // Its rows are then text that can be read.
  'terminal.integrated.gpuAcceleration': 'off',
};

export interface Editor {
  /** Where a folder is opened. */
  urlOf: (folder: string) => string;
  /** What the editor wrote, for a failing story to show. */
  output: () => string;
  stop: () => Promise<void>;
}

/** A real VS Code, served for a browser, with our package installed from its file as a person would. */
export async function startEditor(server: string, settings: Record<string, unknown>): Promise<Editor> {
  if (!existsSync(ENTRY)) throw new Error('There is no editor for this story: “npm test -- story” gets it.');
  const home = await mkdtemp(path.join(tmpdir(), 'stagelink-editor-'));
  const data = path.join(home, 'data');
  await mkdir(path.join(data, 'Machine'), { recursive: true });
  await mkdir(path.join(data, 'User'), { recursive: true });
  await writeFile(path.join(data, 'User/settings.json'), JSON.stringify({ ...QUIET, ...settings }));
  await writeFile(path.join(data, 'Machine/settings.json'), JSON.stringify({ 'stagelink.server': server }));
  const env = { ...process.env, XDG_CONFIG_HOME: path.join(home, 'config') };
  const folders = ['--user-data-dir', data, '--extensions-dir', path.join(home, 'extensions')];
  await promisify(execFile)(process.execPath, [ENTRY, ...folders, '--install-extension', VSIX], { env });

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
    async stop() {
      const exited = once(child, 'exit');
      child.kill('SIGTERM');
      await exited;
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Our item in the status bar: there once the extension runs, and with it its commands. */
export const stageButton = (page: Page): Locator =>
  page.getByRole('button', { name: /Stage this folder with Stagelink/ });

/** Served for a browser, the editor opens addresses of this machine through itself; on a desktop it does not. */
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

/** Runs a command from the palette. */
export async function runCommand(page: Page, title: string): Promise<void> {
  await page.keyboard.press('F1');
  await page.locator('.quick-input-widget input[type=text]').fill(`>${title}`);
  await page.getByRole('option', { name: title, exact: true }).click();
}

/** A notification that says this. */
export const notification = (page: Page, text: string | RegExp): Locator =>
  page.locator('.notification-toast', { hasText: text });
