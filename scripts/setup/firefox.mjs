import { findBrowser } from './browser.mjs';

/** Returns the Firefox in which the browser extension is tested; installs a missing one if permitted. */
export const findFirefox = () =>
  findBrowser({
    title: 'Firefox',
    variable: 'FIREFOX_PATH',
    names: ['firefox-esr', 'firefox'],
    applications: ['/Applications/Firefox.app/Contents/MacOS/firefox'],
    debianPackage: 'firefox-esr',
  });
