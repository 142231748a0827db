import path from 'node:path';
import { findChromium } from '../setup/chromium.mjs';
import { ROOT } from '../setup/root.mjs';
import { findNginx, findPgBouncer } from '../setup/serverPrograms.mjs';
import { honest, report, REPORTS, run } from './runner.mjs';
import { UNHANDLED_ERRORS } from './unhandledErrors.mjs';

/**
 * @typedef {import('./runner.mjs').Failure} Failure
 * @typedef {import('./runner.mjs').Count} Count
 * @typedef {import('./selection.mjs').Selection} Selection
 */

const BROWSER_UNITS = ['tests/locator/witnesses.test.ts'];
const DEPLOY_UNITS = [
  'tests/deploy/compose.test.ts',
  'tests/deploy/nginx.test.ts',
  'tests/deploy/pgbouncer.test.ts',
  'tests/deploy/rollingRestart.test.ts',
];

/** What the server does with a database, run once more behind a pooler; `npm run test:pooler` runs everything. */
const POOLER_UNITS = ['server/src/platform/db', 'server/src/platform/jobs', 'server/src/platform/live'];

/** @param {any} results of vitest @returns {Failure[]} */
function failedUnits(results) {
  const files = /** @type {any[]} */ (results?.testResults ?? []);
  return files.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = /** @type {any[]} */ (assertionResults).filter((test) => test.status === 'failed');
    if (failed.length === 0 && status === 'failed') return [{ name: file, message }];
    return failed.map((test) => ({
      name: `${file} › ${test.fullName}`,
      message: test.failureMessages.join('\n'),
    }));
  });
}

/**
 * Whether some of these tests are among the chosen ones.
 * @param {readonly string[]} units
 * @param {readonly string[]} words
 */
const areChosen = (units, words) =>
  words.length === 0 || words.some((word) => units.some((file) => file.includes(word)));

/** @param {readonly string[]} words @returns {Promise<NodeJS.ProcessEnv>} where the programs of the tests are */
async function programsFor(words) {
  return {
    ...(areChosen(BROWSER_UNITS, words) ? { CHROMIUM_PATH: await findChromium() } : {}),
    ...(areChosen(DEPLOY_UNITS, words)
      ? { NGINX_PATH: await findNginx(), PGBOUNCER_PATH: await findPgBouncer() }
      : {}),
  };
}

/**
 * @param {string} name of its report
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<Count>}
 */
async function vitest(name, args, env) {
  const file = path.join(REPORTS, `${name}.json`);
  const reporters = ['default', 'json', './scripts/testing/unhandledErrors.mjs'];
  const isOk = await run(
    'vitest',
    ['run', ...args, ...reporters.map((each) => `--reporter=${each}`), `--outputFile.json=${file}`],
    env,
  );
  const results = report(file);
  const unhandled = /** @type {string[]} */ (report(UNHANDLED_ERRORS) ?? []);
  const passed = results?.numPassedTests ?? 0;
  const skipped = (results?.numPendingTests ?? 0) + (results?.numTodoTests ?? 0);
  return honest(
    { passed, failed: results?.numFailedTests ?? 0, skipped, failures: failedUnits(results) },
    isOk,
    { name: 'vitest itself failed', message: unhandled.join('\n') },
  );
}

/**
 * Runs tests of the server behind PgBouncer.
 * @param {readonly string[]} words of their paths; all when empty
 */
export async function unitBehindPooler(words) {
  const env = { STAGELINK_TEST_POOLER: '1', PGBOUNCER_PATH: await findPgBouncer() };
  return vitest('pooler', ['--project=server', '--project=access', ...words], env);
}

/**
 * Runs the tests that repeat what they prove as often as they can, see `tests/support/longForm.ts`.
 * @param {readonly string[]} words of their paths; all when empty
 */
export async function unitsInLongForm(words) {
  const env = { STAGELINK_TEST_LONG: '1', CHROMIUM_PATH: await findChromium() };
  return vitest('long', ['--project=faults', '--project=locator', '--passWithNoTests', ...words], env);
}

/** @param {Selection} selection @returns {Promise<Count>} */
export async function unit({ words, since }) {
  const isWhole = words.length === 0 && since === null;
  const args = [
    ...words,
    ...(since === null ? [] : ['--changed', since]),
    ...(isWhole ? [] : ['--passWithNoTests']),
  ];
  const direct = await vitest('unit', args, await programsFor(words));
  if (!isWhole) return direct;
  const pooled = await unitBehindPooler(POOLER_UNITS);
  return {
    passed: direct.passed + pooled.passed,
    failed: direct.failed + pooled.failed,
    skipped: direct.skipped + pooled.skipped,
    failures: [...direct.failures, ...pooled.failures],
  };
}
