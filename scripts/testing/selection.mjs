import { execFileSync } from 'node:child_process';
import { ROOT } from '../setup/root.mjs';
import { Refusal } from '../setup/say.mjs';

/**
 * @typedef {'check' | 'unit' | 'story'} Part
 * @typedef {{ parts: readonly Part[], words: readonly string[], since: string | null }} Selection `words`
 * are parts of test paths, all tests when empty; `since` is the commit whose changes select the tests
 */

const PARTS = /** @type {const} */ (['check', 'unit', 'story']);

/** Stories that exercise one package; all others drive the server and the web app. */
const STORIES_OF = /** @type {const} */ ([
  ['desktop/', 'companion'],
  ['extension/', 'editor'],
  ['capture/', 'capture'],
]);
/** Changes of these files affect no story. */
const WITHOUT_STORY = [/\.md$/, /^docs\//, /\.test\.tsx?$/, /^scripts\/(testing|check-)/, /^tools\//];
const A_STORY = /^tests\/e2e\/(.+\.spec\.ts)$/;

/** @param {string} arg @returns {arg is Part} */
const isPart = (arg) => PARTS.some((part) => part === arg);

/**
 * Parses the arguments of `npm test --`: parts, words of paths, or `changed` and a commit (`HEAD` by
 * default).
 * @param {readonly string[]} args
 * @returns {Selection}
 */
export function parseSelection(args) {
  const named = PARTS.filter((part) => args.includes(part));
  const parts = named.length === 0 ? PARTS : named;
  const rest = args.filter((arg) => !isPart(arg));
  if (rest[0] !== 'changed') {
    const tested = parts.filter((part) => part !== 'check');
    return { parts: rest.length > 0 && named.length === 0 ? tested : parts, words: rest, since: null };
  }
  if (rest.length > 2) throw new Refusal('`changed` takes one commit: npm test -- changed main');
  return { parts, words: [], since: rest[1] ?? 'HEAD' };
}

/**
 * Returns the paths that differ from a commit, new files included.
 * @param {string} commit
 * @returns {string[]} relative to the root
 */
export function changedSince(commit) {
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const changed = git('diff', '--name-only', commit, '--');
    const added = git('ls-files', '--others', '--exclude-standard');
    return `${changed}${added}`.split('\n').filter((file) => file !== '');
  } catch {
    throw new Refusal(`There is no commit “${commit}” to compare with.`);
  }
}

/**
 * Returns the stories that changed files can affect. Stories import no module of the product, so this works
 * by package.
 * @param {readonly string[]} files relative to the root
 * @returns {readonly string[] | 'all'} parts of the names of stories
 */
export function storiesAffectedBy(files) {
  /** @type {Set<string>} */
  const stories = new Set();
  for (const file of files) {
    if (WITHOUT_STORY.some((pattern) => pattern.test(file))) continue;
    const name = A_STORY.exec(file)?.[1] ?? STORIES_OF.find(([folder]) => file.startsWith(folder))?.[1];
    if (name === undefined) return 'all';
    stories.add(name);
  }
  return [...stories].toSorted();
}
