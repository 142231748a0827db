import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** The window's pages; what runs in Node is in the project's own list. */
export default defineConfig({
  plugins: [react()],
  test: {
    name: 'companion',
    environment: 'jsdom',
    setupFiles: ['src/renderer/testing/desk.ts', '../web/src/testing/browser.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    include: ['src/renderer/**/*.test.tsx'],
  },
});
