import { PACKAGES } from '../setup/root.mjs';
import { type ImportRule, isTest } from './imports.ts';

type Package = (typeof PACKAGES)[number];

/** Packages that each package may import, by name only. */
const MAY_IMPORT: Record<Package, readonly Package[]> = {
  shared: [],
  postgres: [],
  server: ['shared', 'postgres'],
  web: ['shared'],
  cli: ['shared'],
  extension: ['shared'],
  capture: ['shared'],
  action: ['shared'],
  desktop: ['shared', 'web'],
  tests: ['shared'],
};

const packageOf = (file: string): Package | undefined =>
  PACKAGES.find((name) => file === name || file.startsWith(`${name}/`));

/** Tests of the whole server use its test fixtures; stories read their email. */
const isTestFixture = (file: string, target: string) =>
  (/^tests\/(access|action|agents|deploy|faults)\//.test(file) && target.startsWith('server/src/testing/')) ||
  (file === 'tests/support/story.ts' && target === 'server/src/testing/mailbox.ts') ||
  (file === 'tests/support/webhooks.ts' &&
    ['server/src/testing/webhookReceiver.ts', 'server/src/testing/pushService.ts'].includes(target)) ||
  (file === 'tests/e2e/issues.spec.ts' && target.startsWith('server/src/testing/github/')) ||
  (file === 'tests/support/assistant.ts' && target.startsWith('server/src/testing/openai/')) ||
  (file === 'tests/support/billing.ts' && target.startsWith('server/src/testing/stripe/'));

export const packageRule: ImportRule = (file, { target }) => {
  const from = packageOf(file);
  const named = /^@stagelink\/(\w+)/.exec(target)?.[1];
  const to = packageOf(named === undefined ? target : `${named}/`);
  if (!from || !to || from === to || isTestFixture(file, target)) return null;
  if (!MAY_IMPORT[from].includes(to)) return `${from} may not import ${to}`;
  return named === undefined ? `${to} is imported by its package name` : null;
};

/** Keeps fakes and builders out of what users run. */
export const fixtureRule: ImportRule = (file, { target }) =>
  target.includes('/testing/') && !isTest(file) && !/^(tests|scripts|tools)\//.test(file)
    ? 'fixtures are imported by tests only'
    : null;
