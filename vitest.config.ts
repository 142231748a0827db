import { defineConfig } from 'vitest/config';
import { WORKERS } from './scripts/setup/workers.mjs';

/** `npm run test:pooler` runs the tests of the server behind PgBouncer. */
const pooler = process.env['STAGELINK_TEST_POOLER'] ? ['tests/support/poolerSetup.ts'] : [];
const database = { globalSetup: ['server/src/testing/globalSetup.ts', ...pooler] };

/** No test measures time; these limits only end a test that hangs, on any busy machine. */
const patience = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

/** These replace modules or count what the whole process does, so each is run with modules of its own. */
const ISOLATED = [
  'server/src/app/migrateCommand.test.ts',
  'server/src/hosting/content/{content,inject,rewrite}.test.ts',
  'server/src/platform/serving/assets.test.ts',
];

/** Playwright's stories are `*.spec.ts`; these tests are `*.test.ts`. */
const project = (name: string, include: string[], more: object = {}) => ({
  test: { name, environment: 'node', include, ...patience, ...more },
});

const testsIn = (folder: string) => [`${folder}/**/*.test.ts`];

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      project('shared', testsIn('shared/src')),
      project('postgres', testsIn('postgres/src')),
      // Loading the server anew for each file would take as long as the tests in it.
      project('server', testsIn('server'), { ...database, exclude: ISOLATED, isolate: false }),
      project('access', [...testsIn('tests/access'), ...ISOLATED], database),
      project('cli', testsIn('cli/src')),
      project('extension', testsIn('extension/src')),
      project('capture', testsIn('capture/src')),
      project('desktop', testsIn('desktop/src')),
      project('scripts', testsIn('scripts')),
      project('tools', testsIn('tools')),
      project('faults', testsIn('tests/faults'), database),
      project('deploy', testsIn('tests/deploy'), database),
      project('start', testsIn('tests/start')),
      project('agents', testsIn('tests/agents')),
      project('action', testsIn('tests/action')),
      project('docs', testsIn('web/docs')),
      project('locator', testsIn('tests/locator')),
      'web/vitest.config.ts',
      'web/vitest.logic.config.ts',
      'desktop/vitest.config.ts',
    ],
  },
});
