import { aptInstall, findProgram, mayInstall } from './apt.mjs';
import { findBrowser } from './browser.mjs';

/** A program of Debian, and the name of its package. */
const HEADLESS = 'chromium-headless-shell';

/** Returns the browser of the stories; installs a missing one if permitted. */
export const findChromium = () =>
  findBrowser({
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
    debianPackage: 'chromium',
  });

/**
 * Returns the Chromium without windows, which takes the stories a seventh less processor time; installs a missing one if
 * permitted. Returns the given Chromium if there is none, or if the user chose that one.
 * @param {string} chromium
 */
export async function findHeadlessChromium(chromium) {
  const { HEADLESS_CHROMIUM_PATH, CHROMIUM_PATH } = process.env;
  if (HEADLESS_CHROMIUM_PATH ?? CHROMIUM_PATH) return HEADLESS_CHROMIUM_PATH ?? chromium;
  if (!findProgram(HEADLESS) && mayInstall())
    await aptInstall('Installing Chromium without windows', [HEADLESS]);
  return findProgram(HEADLESS) ?? chromium;
}
