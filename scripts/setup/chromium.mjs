import { aptInstall, findProgram, mayInstall } from './apt.mjs';
import { findBrowser } from './browser.mjs';
import { Refusal, say } from './say.mjs';

/** A program of Debian, and the name of its package. */
const HEADLESS_SHELL = 'chromium-headless-shell';

/** @type {Promise<string> | undefined} */
let finding;

/** Returns the browser of the stories; installs a missing one if permitted, once for all that ask at the same time. */
export const findChromium = () =>
  (finding ??= findBrowser({
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    debianPackage: 'chromium',
  }));

async function installHeadlessShell() {
  try {
    await aptInstall('Installing the headless shell of Chromium', [HEADLESS_SHELL]);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    say(`${cause.message}\nStories run in Chromium instead, which takes longer.`);
  }
}

/**
 * Returns Chromium's headless shell, which takes the stories a seventh less processor time; installs a missing one if
 * permitted. Returns the given Chromium if the shell is not available, or if the user chose that one.
 * @param {string} chromium
 */
export async function findHeadlessShell(chromium) {
  const { HEADLESS_SHELL_PATH, CHROMIUM_PATH } = process.env;
  if (HEADLESS_SHELL_PATH ?? CHROMIUM_PATH) return HEADLESS_SHELL_PATH ?? chromium;
  if (!findProgram(HEADLESS_SHELL) && mayInstall()) await installHeadlessShell();
  return findProgram(HEADLESS_SHELL) ?? chromium;
}
