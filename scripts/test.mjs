// Runs `npm test`. Needs only Node 20 and npm.
import { mkdirSync, rmSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { build } from './setup/builds.mjs';
import { inNewEnoughNode } from './setup/node.mjs';
import { installPackages } from './setup/packages.mjs';
import { command, Refusal, say } from './setup/say.mjs';
import { installStoryPrograms } from './setup/storyPrograms.mjs';
import { runChecks } from './testing/checks.mjs';
import { REPORTS } from './testing/runner.mjs';
import { parseSelection } from './testing/selection.mjs';
import { createStopwatch } from './testing/stopwatch.mjs';
import { story, wantedStories } from './testing/stories.mjs';
import { withFastTemporaryFiles } from './testing/temporaryFolder.mjs';
import { unit } from './testing/units.mjs';

/**
 * @typedef {import('./testing/runner.mjs').Failure} Failure
 * @typedef {import('./testing/runner.mjs').Count} Count
 */

/** Lines of a failure's message that are printed again at the end. */
const MESSAGE_LINES = 30;

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
  const { time, line } = createStopwatch();
  await time('build', build);
  rmSync(REPORTS, { recursive: true, force: true });
  mkdirSync(REPORTS, { recursive: true });

  /** @type {Count} */
  const total = { passed: 0, failed: 0, skipped: 0, failures: [] };
  const runners = { check, unit: () => unit(selection), story: () => story(stories, installed) };
  await withFastTemporaryFiles(async () => {
    for (const part of selection.parts) {
      const count = await time(part, runners[part]);
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
  say(line());
  process.stdout.write(`total: ${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped\n`);
});
