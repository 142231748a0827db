import { systemProgram } from './systemProgram.ts';

/** Returns the system's Chromium: `CHROMIUM_PATH`, or the first one found. */
export const chromiumPath = (): string =>
  systemProgram({
    title: 'Chromium',
    variable: 'CHROMIUM_PATH',
    names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
    applications: [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
    ],
  });

/** Returns Chromium's headless shell, `HEADLESS_SHELL_PATH`, or the system's Chromium. */
export const headlessShellPath = (): string => process.env['HEADLESS_SHELL_PATH'] ?? chromiumPath();

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
