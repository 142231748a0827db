import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { WORKERS } from '../scripts/setup/workers.mjs';

/** Components: their tests replace modules and clocks, so each file has a window of its own. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'web',
    environment: 'jsdom',
    maxWorkers: WORKERS,
    setupFiles: ['src/testing/browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ['src/**/*.test.tsx'],
  },
});
