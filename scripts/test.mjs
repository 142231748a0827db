// Runs `npm test`. Needs only Node 20 and npm.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './setup/builds.mjs';
import { findChromium } from './setup/chromium.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { ROOT } from './setup/root.mjs';
import { command, Refusal, say } from './setup/say.mjs';
import { installStoryPrograms } from './setup/storyPrograms.mjs';
import { runChecks } from './testing/checks.mjs';
import { honest, report, REPORTS, run } from './testing/runner.mjs';
import { parseSelection } from './testing/selection.mjs';
import { story, wantedStories } from './testing/stories.mjs';
import { withFastTemporaryFiles } from './testing/temporaryFolder.mjs';
import { UNHANDLED_ERRORS } from './testing/unhandledErrors.mjs';

/**
 * @typedef {import('./testing/runner.mjs').Failure} Failure
 * @typedef {import('./testing/runner.mjs').Count} Count
 * @typedef {import('./testing/selection.mjs').Selection} Selection
 */

const BROWSER_UNITS = ['tests/locator/witnesses.test.ts'];

/** Lines of a failure's message that are printed again at the end. */
const MESSAGE_LINES = 30;

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
 * Prints a failure again below all output, so that the end of a log is enough to see what went wrong.
 * @param {Failure} failure
 */
function sayFailure({ name, message = '' }) {
  say(`✗ ${name}`);
  const lines = stripVTControlCharacters(message).split('\n').slice(0, MESSAGE_LINES);
  for (const line of lines) if (line.trim() !== '') say(`    ${line}`);
}

/** @returns {Promise<Count>} */
async function check() {
  const results = await runChecks();
  const failures = results.filter(({ isOk }) => !isOk).map(({ name }) => ({ name }));
  return { passed: results.length - failures.length, failed: failures.length, skipped: 0, failures };
}

/**
 * Whether the tests of the fixtures of the locator are among the chosen ones: they run in a browser.
 * @param {readonly string[]} words
 */
const unitsNeedBrowser = (words) =>
  words.length === 0 || words.some((word) => BROWSER_UNITS.some((file) => file.includes(word)));

/** @param {Selection} selection @returns {Promise<Count>} */
async function unit({ words, since }) {
  const file = path.join(REPORTS, 'unit.json');
  const isOk = await run(
    'vitest',
    [
      'run',
      ...words,
      ...(since === null ? [] : ['--changed', since]),
      ...(words.length > 0 || since !== null ? ['--passWithNoTests'] : []),
      '--reporter=default',
      '--reporter=json',
      '--reporter=./scripts/testing/unhandledErrors.mjs',
      `--outputFile.json=${file}`,
    ],
    unitsNeedBrowser(words) ? { CHROMIUM_PATH: await findChromium() } : {},
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

await command(async () => {
  const selection = parseSelection(process.argv.slice(2));
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  const stories = wantedStories(selection);
  // Downloads wait for the network while builds, checks and units use the processor.
  const installed = stories.length === 0 ? null : installStoryPrograms();
  installed?.catch((cause) => {
    if (cause instanceof Refusal)
      say(`${cause.message}\nThe other tests run, then this counts as a failure.`);
  });
  await build();
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  /** @type {Count} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const runners = { check, unit: () => unit(selection), story: () => story(stories, installed) };
  await withFastTemporaryFiles(async () => {
    for (const part of selection.parts) {
      const count = await runners[part]();
      total.passed += count.passed;
      total.failed += count.failed;
      total.skipped += count.skipped;
      total.failures.push(...count.failures);
    }
  });
  const isEmpty = total.passed + total.failed === 0 && selection.since === null;
  if (isEmpty) say(`No test matches “${selection.words.join(' ')}”.`);
  if (total.failed > 0 || isEmpty) process.exitCode = 1;
  for (const failure of total.failures) sayFailure(failure);
  process.stdout.write(`total: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
});
