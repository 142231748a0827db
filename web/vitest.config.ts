import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { WORKERS } from '../scripts/setup/workers.mjs';

/**
 * Components. Loading jsdom and the libraries for each file would take longer than the tests in it, so the files
 * of a worker share them; src/testing/browser.ts gives each file modules of its own and a clean window.
 */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    maxWorkers: WORKERS,
    setupFiles: ['src/testing/browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    isolate: false,
    include: ['src/**/*.test.tsx'],
  },
});
