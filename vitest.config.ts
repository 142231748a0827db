import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';

const database = { globalSetup: ['server/src/testing/globalSetup.ts'] };

/** Playwright's stories are `*.spec.ts`; everything here is `*.test.ts`. */
const project = (name: string, folder: string, more: { globalSetup?: string[] } = {}) => ({
  test: { name, environment: 'node', include: [`${folder}/**/*.test.ts`], ...more },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project('shared', 'shared/src'),
      project('server', 'server', { ...database }),
      project('cli', 'cli/src'),
      project('scripts', 'scripts'),
      project('access', 'tests/access', { ...database }),
      ...(existsSync('web/vitest.config.ts') ? ['web/vitest.config.ts'] : []),
    ],
  },
});
