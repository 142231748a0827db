import path from 'node:path';
import { Refusal } from '../setup/say.mjs';
import { installStoryPrograms } from '../setup/storyPrograms.mjs';
import { honest, report, REPORTS, run } from './runner.mjs';
import { changedSince, storiesAffectedBy } from './selection.mjs';

/** @typedef {import('./runner.mjs').Count} Count */

/** @param {any} spec in Playwright's report */
const errorsOf = ({ tests }) =>
  tests.flatMap((/** @type {any} */ test) =>
    test.results.flatMap((/** @type {any} */ result) =>
      result.errors.map((/** @type {any} */ error) => error.message),
    ),
  );

/**
 * @param {any} suite Playwright's report of a file or a group
 * @returns {import('./runner.mjs').Failure[]}
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
 * @param {import('./selection.mjs').Selection} selection
 * @returns {'all' | readonly string[]} words of the wanted stories' paths, or all
 */
export function wantedStories({ parts, words, since }) {
  if (!parts.includes('story')) return [];
  if (since !== null) return storiesAffectedBy(changedSince(since));
  return words.length === 0 ? 'all' : words;
}

/**
 * @param {'all' | readonly string[]} wanted
 * @param {NodeJS.ProcessEnv} env names the programs of the stories
 * @param {readonly string[]} [flags]
 * @returns {Promise<Count>}
 */
async function runStories(wanted, env, flags = []) {
  const files = wanted === 'all' ? [] : wanted;
  const PLAYWRIGHT_JSON_OUTPUT_NAME = path.join(REPORTS, 'story.json');
  const args = ['test', ...files, '--pass-with-no-tests', '--reporter=list,json', ...flags];
  const isOk = await run('playwright', args, { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME });
  const results = report(PLAYWRIGHT_JSON_OUTPUT_NAME);
  const { expected = 0, flaky = 0, unexpected = 0, skipped = 0 } = results?.stats ?? {};
  const failures = (results?.suites ?? []).flatMap(failedStories);
  return honest({ passed: expected + flaky, failed: unexpected, skipped, failures }, isOk, {
    name: 'playwright itself failed',
  });
}

/**
 * Runs the stories once their programs are installed. A program that cannot be installed is a failure, which
 * does not hide the results of the other parts.
 * @param {'all' | readonly string[]} wanted
 * @param {Promise<Record<string, string>> | null} installed null when no story is wanted
 * @returns {Promise<Count>}
 */
export async function story(wanted, installed) {
  if (installed === null) return { passed: 0, failed: 0, skipped: 0, failures: [] };
  try {
    return await runStories(wanted, await installed);
  } catch (cause) {
    if (!(cause instanceof Refusal)) throw cause;
    const failure = { name: 'The stories did not run', message: cause.message };
    return { passed: 0, failed: 1, skipped: 0, failures: [failure] };
  }
}

/**
 * Runs the variants of stories that `npm test` leaves out, and with all their cases those that it runs with some, see
 * `tests/support/longForm.ts`.
 * @param {readonly string[]} words of their paths; all when empty
 */
export async function storiesInLongForm(words) {
  return runStories(words, { ...(await installStoryPrograms()), STAGELINK_TEST_LONG: '1' });
}

/**
 * Runs every story that measures places, with a font that is narrower than that of the other stories.
 * @param {readonly string[]} words of their paths; all when empty
 */
export async function storiesInNarrowFont(words) {
  const env = { ...(await installStoryPrograms()), STAGELINK_TEST_FONTS: 'all' };
  return runStories(words, env, ['--project=narrow font']);
}
