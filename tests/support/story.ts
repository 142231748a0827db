import { test as base } from '@playwright/test';
import { type Server, startServer } from './server.ts';

export { expect } from '@playwright/test';

/** A story starts on a server of its worker's own, already running. */
export const test = base.extend<object, { server: Server }>({
  server: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function needs from this pattern.
    async ({}, use) => {
      const server = await startServer();
      await use(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: async ({ server }, use) => use(server.url),
});
