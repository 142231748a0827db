import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '../story.ts';
import { Bidi } from './bidi.ts';
import { systemProgram } from '../systemProgram.ts';
import { BrowserWindow } from './browserWindow.ts';
import { FirefoxTab } from './tab.ts';

/** Removes the delay in which a prompt ignores clicks: a story cannot see when it ends. */
const PREFERENCES = 'user_pref("security.notification_enable_delay", 0);\n';

/** Returns the system's Firefox: `FIREFOX_PATH`, or the first one found. */
const firefoxPath = (): string =>
  systemProgram({
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    applications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
  });

interface Context {
  context: string;
  url: string;
}

/** A Firefox as its users have it, started with a new profile. */
export class Firefox {
  readonly #bidi: Bidi;
  readonly window: BrowserWindow;

  private constructor(bidi: Bidi, window: BrowserWindow) {
    this.#bidi = bidi;
    this.window = window;
  }

  static async connect(address: string): Promise<Firefox> {
    const bidi = await Bidi.connect(address);
    const { contexts } = await bidi.send<{ contexts: Context[] }>('browsingContext.getTree', {
      'moz:scope': 'chrome',
    });
    return new Firefox(bidi, new BrowserWindow(bidi, contexts[0]?.context ?? ''));
  }

  /** Installs a packed extension until the browser closes, as `about:debugging` does. */
  async install(zip: string): Promise<void> {
    const extensionData = { type: 'archivePath', path: zip };
    await this.#bidi.send('webExtension.install', { extensionData });
  }

  async newTab(): Promise<FirefoxTab> {
    const { context } = await this.#bidi.send<Context>('browsingContext.create', { type: 'tab' });
    return new FirefoxTab(this.#bidi, context);
  }

  async #find(address: RegExp): Promise<string | undefined> {
    const { contexts } = await this.#bidi.send<{ contexts: Context[] }>('browsingContext.getTree', {});
    return contexts.find(({ url }) => address.test(url))?.context;
  }

  /** Waits for a tab that has loaded such an address. */
  async tabAt(address: RegExp): Promise<FirefoxTab> {
    let context: string | undefined;
    await expect.poll(async () => (context = await this.#find(address))).toBeDefined();
    const tab = new FirefoxTab(this.#bidi, context ?? '');
    await expect.poll(() => tab.evaluate(() => document.readyState)).toBe('complete');
    return tab;
  }

  close = (): Promise<unknown> => this.#bidi.send('browser.close', {});
}

/** Resolves with the address at which a new browser takes commands. */
function addressOf(browser: ChildProcess): Promise<string> {
  let output = '';
  return new Promise((resolve, reject) => {
    browser.stderr?.on('data', (chunk: Buffer) => {
      output += String(chunk);
      const address = /^WebDriver BiDi listening on (ws:\S+)$/m.exec(output)?.[1];
      if (address !== undefined) resolve(address);
    });
    browser.on('error', reject);
    browser.on('exit', () => reject(new Error(`Firefox did not start:\n${output}`)));
  });
}

/** Starts Firefox while a function uses it. */
export async function withFirefox(use: (firefox: Firefox) => Promise<void>): Promise<void> {
  const program = firefoxPath();
  const profile = await mkdtemp(path.join(tmpdir(), 'stagelink-firefox-'));
  await writeFile(path.join(profile, 'user.js'), PREFERENCES);
  // The second switch opens the toolbar and the prompts to commands.
  const protocol = ['--remote-debugging-port=0', '--remote-allow-system-access'];
  const browser = spawn(program, ['--headless', '--no-remote', '--profile', profile, ...protocol], {
    env: { ...process.env, HOME: profile },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = once(browser, 'exit');
  try {
    const firefox = await Firefox.connect(await addressOf(browser));
    await use(firefox);
    await firefox.close();
  } finally {
    if (browser.exitCode === null) browser.kill();
    await ended;
    await rm(profile, { recursive: true, force: true });
  }
}
