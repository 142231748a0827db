import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const database = { globalSetup: ['server/src/testing/globalSetup.ts'] };

/** No test is about time: these only end one that hangs, on however busy a machine. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** Playwright's stories are `*.spec.ts`; everything here is `*.test.ts`. */
const project = (name: string, folder: string, more: { globalSetup?: string[] } = {}) => ({
  test: { name, environment: 'node', include: [`${folder}/**/*.test.ts`], ...patience, ...more },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('shared', 'shared/src'),
      project('server', 'server', { ...database }),
      project('cli', 'cli/src'),
      project('extension', 'extension/src'),
      project('desktop', 'desktop/src'),
      project('scripts', 'scripts'),
      project('access', 'tests/access', { ...database }),
      project('faults', 'tests/faults'),
      project('start', 'tests/start'),
      project('agents', 'tests/agents'),
      ...(existsSync('web/vitest.config.ts') ? ['web/vitest.config.ts'] : []),
      'desktop/vitest.config.ts',
    ],
  },
});
