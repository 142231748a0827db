import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumArgs, headlessShellPath } from '../support/chromium.ts';
import {
  type FixtureSet,
  pairsOf,
  PUBLISHED_SETS,
  readBefore,
  SETS,
  tryWitnesses,
  type WitnessPair,
} from '../support/locatorFixtures.ts';
import { IS_LONG } from '../support/longForm.ts';
import { PACKAGES } from './published/packages.ts';
import { DIFFICULTIES, judgementsOf } from './published/judgements.ts';
import { costOf, figuresOf, type Groups, markdownOf, tableOf } from './tables.ts';

/** Elements found again by two witnesses, in a real browser; prints a table for each set of fixtures. */

const ALL_SETS = [...SETS, ...PUBLISHED_SETS];

const PAGES = 2;

let browser: Browser;
let pages: Page[];

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: headlessShellPath(), args: chromiumArgs });
  pages = await Promise.all(Array.from({ length: PAGES }, () => browser.newPage()));
});

afterAll(() => browser.close());

/** Does a step for each, in all pages at once; returns the results in the same order. */
async function inPages<T, R>(
  all: readonly T[],
  step: (page: Page, one: T, at: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  const queue = all.entries();
  await Promise.all(
    pages.map(async (page) => {
      for (const [at, one] of queue) results[at] = await step(page, one, at);
    }),
  );
  return results;
}

const resultsOf = (pairs: readonly WitnessPair[]) => pairs.flatMap(({ results }) => results);

/** Results of the elements that were drawn at random, without those that were added because they are rare. */
const drawnOf = (pairs: readonly WitnessPair[]) =>
  pairs.flatMap(({ pair, results }) => {
    const added = new Set(judgementsOf(pair.page).flatMap(({ key, isAdded }) => (isAdded ? [key] : [])));
    return results.filter(({ key }) => !added.has(key));
  });

const sameMajor = new Set(PACKAGES.filter(({ major }) => major === 'same').map(({ name }) => name));

function groupsOf(set: FixtureSet, pairs: readonly WitnessPair[]): Groups {
  const all = resultsOf(pairs);
  if (set === 'tuning' || set === 'heldOut') return [['all', all]];
  return [
    ...DIFFICULTIES.map(
      (difficulty) => [difficulty, all.filter((one) => one.difficulty === difficulty)] as const,
    ),
    ['same major version', drawnOf(pairs.filter(({ pair }) => sameMajor.has(pair.page)))],
    ['all', drawnOf(pairs)],
  ];
}

const tried = new Map<FixtureSet, Promise<WitnessPair[]>>();

/** Tries all pairs of a set once, and prints their tables. */
function trySet(set: FixtureSet): Promise<WitnessPair[]> {
  const known = tried.get(set) ?? tryPairs(set);
  tried.set(set, known);
  return known;
}

async function tryPairs(set: FixtureSet): Promise<WitnessPair[]> {
  const isShaken = set === 'tuning' || set === 'heldOut';
  const pairs = await inPages(pairsOf(set), (page, pair, number) =>
    tryWitnesses(page, pair, isShaken ? number : null),
  );
  const groups = groupsOf(set, pairs);
  if (pairs.length > 0) process.stdout.write(`\n${tableOf(set, groups)}${costOf(pairs)}`);
  if (set === 'published-heldOut') process.stdout.write(`\n${markdownOf(groups)}\n`);
  return pairs;
}

interface Floor {
  right: number;
  sure: number;
  gone: number;
  /** The share of what is there that is not found, at most. */
  lost: number;
  /** Pins that are surely on the wrong thing. */
  wrong: number;
}

/**
 * Shares that each set of published pages had when it was last measured, less some elements; of the set that has not been
 * run yet, the goals.
 */
const FLOORS: Record<(typeof PUBLISHED_SETS)[number], Floor> = {
  'published-tuning': { right: 0.92, sure: 0.79, gone: 0.95, lost: 0.06, wrong: 0 },
  'published-earlier': { right: 0.955, sure: 0.89, gone: 0.92, lost: 0.03, wrong: 0 },
  'published-heldOut': { right: 0.945, sure: 0.91, gone: 0.85, lost: 0.03, wrong: 0 },
};

test.each(SETS)('what the locator alone is right on in the %s fixtures, both witnesses are', async (set) => {
  const results = resultsOf(await trySet(set));
  const isRight = (isThere: boolean, { status, leadsThere }: { status: string; leadsThere: boolean }) =>
    isThere ? leadsThere : status !== 'found';
  const worse = results.filter(
    ({ isThere, byLocator, byBoth }) => isRight(isThere, byLocator) && !isRight(isThere, byBoth),
  );
  expect(worse.map(({ key }) => key)).toEqual([]);
  const [alone, both] = [figuresOf(results, 'byLocator'), figuresOf(results, 'byBoth')];
  expect(both.surelyWrong).toBe(0);
  expect(both.surelyRight).toBeGreaterThanOrEqual(alone.surelyRight);
});

/** One of the two sets that rules were made with is enough to notice a rule that became worse. */
const MEASURED_SETS = PUBLISHED_SETS.filter((set) => IS_LONG || set !== 'published-tuning');

test.each(MEASURED_SETS)('pins survive the versions of the packages of %s', async (set) => {
  const both = figuresOf(resultsOf(await trySet(set)), 'byBoth');
  const { right, sure, gone, lost, wrong } = FLOORS[set];
  expect(both.surelyWrong).toBeLessThanOrEqual(wrong);
  expect(both.right / both.answers).toBeGreaterThanOrEqual(right);
  expect(both.surelyRight / both.there).toBeGreaterThanOrEqual(sure);
  expect(both.goneReported / both.gone).toBeGreaterThanOrEqual(gone);
  expect(both.lost / both.there).toBeLessThanOrEqual(lost);
});

test('on a redesigned page where the two contradict each other, the pin is a doubt that shows both', async () => {
  const shards = (await trySet('published-earlier')).filter(({ pair }) => pair.page === 'shards-ui');
  const result = resultsOf(shards).find(({ key }) => key === 'label-335');
  expect(result?.byLocator).toMatchObject({ status: 'found', leadsThere: false });
  expect(result?.byBoth).toMatchObject({ status: 'doubtful', isShown: true });
});

const published = readFileSync(path.resolve(import.meta.dirname, '../../docs/pins.md'), 'utf8');

/** Returns the number of elements that a row of the published table gives as a share in a column. */
function publishedCount(row: string, column: number, whole: number): number {
  const cells = published.split('\n').find((line) => new RegExp(`^\\| ${row} +\\| +\\d`).test(line));
  const share = cells?.split('|')[column]?.trim() ?? '';
  return share === '–' ? 0 : Math.round((Number.parseFloat(share) / 100) * whole);
}

const [ELEMENTS, RIGHT, SURELY_RIGHT, SURELY_WRONG] = [2, 3, 5, 8];
/** A rule that finds more of one difficulty may lose single elements of another one. */
const LOST_OF_DIFFICULTY = 2;
const isOfAll = (row: string) => row === 'all' || row === 'same major version';

test('what is measured is not worse than the published figures', async () => {
  const groups = groupsOf('published-heldOut', await trySet('published-heldOut'));
  const worse = groups.filter(([row, results]) => {
    const { answers, there, right, surelyRight, surelyWrong } = figuresOf(results, 'byBoth');
    const isCounted = publishedCount(row, ELEMENTS, 100) === answers;
    const lost = isOfAll(row) ? 0 : LOST_OF_DIFFICULTY;
    const isRight = right >= publishedCount(row, RIGHT, answers) - lost;
    const isSure = surelyRight >= publishedCount(row, SURELY_RIGHT, there) - lost;
    const isNotWorse = surelyWrong <= publishedCount(row, SURELY_WRONG, 100);
    return !(isCounted && isRight && isSure && isNotWorse);
  });
  expect(worse.map(([row]) => row)).toEqual([]);
});

/** Two elements can be changed until each looks like the other one. */
const WRONG_MAX = 1 / 1000;

test('whatever happens to pages at random, next to no pin is surely on the wrong thing', async () => {
  const pairs = [...(await trySet('tuning')), ...(await trySet('heldOut'))];
  const shaken = pairs.flatMap((pair) => pair.shaken ?? []);
  const sumOf = (countOf: (one: (typeof shaken)[number]) => number) =>
    shaken.reduce((sum, one) => sum + countOf(one), 0);
  const there = sumOf((one) => one.there);
  expect(shaken).toHaveLength(pairs.length);
  expect(sumOf(({ wrong }) => wrong.length) / there).toBeLessThanOrEqual(WRONG_MAX);
  expect(sumOf(({ sure }) => sure) / there).toBeGreaterThanOrEqual(0.93);
});

const PAGES_BEFORE = [...new Set(ALL_SETS.flatMap((set) => pairsOf(set).map(({ before }) => before)))];

test('on an unchanged page every element of every fixture is surely found', async () => {
  const unsure = await inPages(PAGES_BEFORE, async (page, file) => ({
    file,
    elements: (await readBefore(page, file)).unsure,
  }));
  expect(unsure.filter(({ elements }) => elements.length > 0)).toEqual([]);
});

test('the tree of every fixture keeps to its contract', async () => {
  for (const { tree } of await inPages(PAGES_BEFORE, readBefore)) expect(PageTree.parse(tree)).toEqual(tree);
});
