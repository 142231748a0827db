// Runs `npm test`. Needs only Node 20 and npm.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { build } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { COMPILED, ROOT } from './setup/root.mjs';
import { command, say, sharingTerminal } from './setup/say.mjs';
import { installStoryPrograms } from './setup/storyPrograms.mjs';
import { programOf, runChecks } from './testing/checks.mjs';
import { changedSince, parseSelection, storiesAffectedBy } from './testing/selection.mjs';
import { withFastTemporaryFiles } from './testing/temporaryFolder.mjs';
import { UNHANDLED_ERRORS } from './testing/unhandledErrors.mjs';

/**
 * @typedef {{ name: string, message?: string }} Failure a failed test, or a runner that failed without one
 * @typedef {{ passed: number, failed: number, skipped: number, failures: Failure[] }} Count
 * @typedef {import('./testing/selection.mjs').Selection} Selection
 */

const REPORTS = path.join(ROOT, 'test-results');
/** Of a failure's message, printed again at the end. */
const MESSAGE_LINES = 30;

/**
 * @param {string} tool a program of the project, which writes to the terminal itself
 * @param {readonly string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 */
const run = (tool, args, env = {}) =>
  sharingTerminal(async () => {
    const child = spawn(programOf(tool), args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, ...env },
    });
    const [code] = await once(child, 'exit');
    return code === 0;
  });

/**
 * @param {string} file
 * @returns {any} what a test runner reported, or null when it wrote nothing
 */
function report(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return null;
  }
}

/**
 * A runner that fails without a failed test counts as one failure.
 * @param {Count} count
 * @param {boolean} isOk
 * @param {Failure} failure
 * @returns {Count}
 */
const honest = (count, isOk, failure) =>
  isOk || count.failed > 0 ? count : { ...count, failed: 1, failures: [failure] };

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

/** @param {any} spec in Playwright's report */
const errorsOf = ({ tests }) =>
  tests.flatMap((/** @type {any} */ test) =>
    test.results.flatMap((/** @type {any} */ result) =>
      result.errors.map((/** @type {any} */ error) => error.message),
    ),
  );

/**
 * @param {any} suite Playwright's report of a file or a group
 * @returns {Failure[]}
 */
function failedStories({ specs = [], suites = [] }) {
  const failed = /** @type {any[]} */ (specs).filter((spec) => !spec.ok);
  return [
    ...failed.map((spec) => ({
      name: `${spec.file}:${spec.line} › ${spec.title}`,
      message: errorsOf(spec).join('\n'),
    })),
    ...suites.flatMap(failedStories),
  ];
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

/** @param {Selection} selection @returns {Promise<Count>} */
async function unit({ words, since }) {
  const file = path.join(REPORTS, 'unit.json');
  const isOk = await run('vitest', [
    'run',
    ...words,
    ...(since === null ? [] : ['--changed', since]),
    ...(words.length > 0 || since !== null ? ['--passWithNoTests'] : []),
    '--reporter=default',
    '--reporter=json',
    '--reporter=./scripts/testing/unhandledErrors.mjs',
    `--outputFile.json=${file}`,
  ]);
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

/** @param {Selection} selection @returns {'all' | readonly string[]} words of the wanted stories' paths, or all */
function wantedStories({ parts, words, since }) {
  if (!parts.includes('story')) return [];
  if (since !== null) return storiesAffectedBy(changedSince(since));
  return words.length === 0 ? 'all' : words;
}

/**
 * @param {'all' | readonly string[]} wanted
 * @param {Promise<Record<string, string>> | null} installed programs of the stories
 * @returns {Promise<Count>}
 */
async function story(wanted, installed) {
  if (installed === null) return { passed: 0, failed: 0, skipped: 0, failures: [] };
  const files = wanted === 'all' ? [] : wanted;
  const PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(REPORTS, 'story.json');
  const isOk = await run('playwright', ['test', ...files, '--pass-with-no-tests', '--reporter=list,json'], {
    ...(await installed),
    PLAYWRIGHT_JSON_OUTPUT_NAME,
  });
  const results = report(PLAYWRIGHT_JSON_OUTPUT_NAME);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = results?.stats ?? {};
  const failures = (results?.suites ?? []).flatMap(failedStories);
  return honest({ passed: expected + flaky, failed: unexpected, skipped, failures }, isOk, {
    name: 'playwright itself failed',
  });
}

await command(async () => {
  const selection = parseSelection(process.argv.slice(2));
  if (!(await inNewEnoughNode())) return;
  await installPackages();
  const stories = wantedStories(selection);
  // Downloads wait for the network while builds, checks and units use the processor.
  const installed = stories.length === 0 ? null : installStoryPrograms();
  // A failure is reported by the stories.
  installed?.catch(() => {});
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
