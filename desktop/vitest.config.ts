import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { WORKERS } from '../scripts/setup/workers.mjs';

/** Tests of the window's pages; the root configuration lists the tests that run in Node. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'companion',
    environment: 'jsdom',
    // As in the web app, whose src/testing/browser.ts gives each file modules of its own and a clean window.
    isolate: false,
    maxWorkers: WORKERS,
    setupFiles: ['src/renderer/testing/mainProcess.ts', '../web/src/testing/browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ['src/renderer/**/*.test.tsx'],
  },
});
