import { defineConfig } from '@playwright/test';
import { WORKERS } from './scripts/setup/workers.mjs';
import { chromiumArgs, chromiumPath } from './tests/support/chromium.ts';

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  workers: WORKERS,
  fullyParallel: true,
  retries: 0,
  forbidOnly: Boolean(process.env['CI']),
  // No story measures time; this only ends waits for something that never happens.
  expect: { timeout: 60_000 },
  timeout: 300_000,
  reporter: 'list',
  use: {
    launchOptions: {
      // Read late: knip loads this file where there is no browser.
      get executablePath() {
        return chromiumPath();
      },
      args: chromiumArgs,
    },
    // Recording takes a third of the processor time of all stories: `--trace on` records where one is examined.
    trace: 'off',
    screenshot: 'only-on-failure',
    video: 'off',
  },
});
