import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { defineConfig } from '@playwright/test';
import { WORKERS } from './scripts/setup/workers.mjs';
import { chromiumArgs, chromiumPath, headlessShellPath } from './tests/support/chromium.ts';
import { fontEnvironment } from './tests/support/fonts.ts';
import { IS_LONG } from './tests/support/longForm.ts';

// Requests of stories wait for a busy machine.
setDefaultAutoSelectFamilyAttemptTimeout(10_000);
// Programs that stories start themselves inherit it.
Object.assign(process.env, fontEnvironment('dejavu'));

/**
 * What isolates a prototype from the viewer, and the pointer in it: the headless shell has fewer processes and moves
 * the pointer differently. It shows no notifications either.
 */
const IN_PREVIEW =
  /(commenting\/\w+|assistantHostile|findingsHostile|hosting|isolation|notifications|pinKeys|pinPicking|pins|pinsHostile|previewAgent|selections|shownVersion)\.spec\.ts$/;

/** What measures places on pages, which must not depend on the fonts of a machine; `npm run test:fonts` runs all of it. */
const MEASURES = process.env['STAGELINK_TEST_FONTS']
  ? /(commenting\/(pickBar|placing|several)|dashboardRoom|phoneDialogs|pinKeys|pinPicking|pins|pinsHostile|pinThread|selections|viewerRoom)\.spec\.ts$/
  : /viewerRoom\.spec\.ts$/;

const launching = (program: () => string, env?: Record<string, string>) => ({
  // Read late: knip loads this file where there is no browser.
  get executablePath() {
    return program();
  },
  args: chromiumArgs,
  ...(env === undefined ? {} : { env }),
});

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  ...(IS_LONG ? { grep: /@(long|sampled)/ } : { grepInvert: /@long/ }),
  outputDir: 'test-results/stories',
  workers: WORKERS,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // No story measures time; this only ends waits for something that never happens.
  expect: { timeout: 60_000 },
  timeout: 300_000,
  reporter: 'list',
  projects: [
    { name: 'preview', testMatch: IN_PREVIEW, use: { launchOptions: launching(chromiumPath) } },
    { name: 'app', testIgnore: IN_PREVIEW, use: { launchOptions: launching(headlessShellPath) } },
    {
      name: 'narrow font',
      testMatch: MEASURES,
      use: { launchOptions: launching(chromiumPath, fontEnvironment('narrow')) },
    },
  ],
  use: {
    // Recording takes a third of the processor time of all stories: `--trace on` records where one is examined.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
  },
});
