import { accessSync, constants } from 'node:fs';
import path from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const MAC = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Returns the system's Chromium: `CHROMIUM_PATH`, or the first one found. */
export function chromiumPath(): string {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const found = [...NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))), ...MAC].find(
    isExecutable,
  );
  if (!found) throw new Error('No Chromium was found. Install one, or name it in CHROMIUM_PATH.');
  return found;
}

/**
 * Playwright's own `--disable-features` turns storage partitioning off, which no visitor's browser does and which
 * breaks `localStorage` in the preview. Of a switch given twice Chromium takes the last, so this one replaces it.
 * The omnibox features would start two more pages with each window.
 */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  '--disable-features=AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,MediaRouter,PaintHolding,OptimizationHints,AvoidCorsURLLoaderRestartOnRedirect,WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup',
];
