import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { PageTree } from '@stagelink/shared/locator/tree/pageTree';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumArgs, headlessShellPath } from '../support/chromium.ts';
import {
  type FixtureSet,
  openPage,
  pairsOf,
  PUBLISHED_SETS,
  SETS,
  tryWitnesses,
  type WitnessPair,
} from '../support/locatorFixtures.ts';
import { PACKAGES } from './published/packages.ts';
import { DIFFICULTIES } from './published/judgements.ts';
import { costOf, type Figures, figuresOf, type Groups, markdownOf, tableOf } from './tables.ts';

/** Elements found again by two witnesses, in a real browser; prints a table for each set of fixtures. */

const ALL_SETS = [...SETS, ...PUBLISHED_SETS];

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await chromium.launch({ executablePath: headlessShellPath(), args: chromiumArgs });
  page = await browser.newPage();
});

afterAll(() => browser.close());

const resultsOf = (pairs: readonly WitnessPair[]) => pairs.flatMap(({ results }) => results);

const sameMajor = new Set(PACKAGES.filter(({ major }) => major === 'same').map(({ name }) => name));

function groupsOf(set: FixtureSet, pairs: readonly WitnessPair[]): Groups {
  const all = resultsOf(pairs);
  if (set === 'tuning' || set === 'heldOut') return [['all', all]];
  return [
    ...DIFFICULTIES.map(
      (difficulty) => [difficulty, all.filter((one) => one.difficulty === difficulty)] as const,
    ),
    ['same major version', resultsOf(pairs.filter(({ pair }) => sameMajor.has(pair.page)))],
    ['all', all],
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
  const pairs: WitnessPair[] = [];
  for (const pair of pairsOf(set)) pairs.push(await tryWitnesses(page, pair));
  if (pairs.length > 0) process.stdout.write(`\n${tableOf(set, groupsOf(set, pairs))}${costOf(pairs)}`);
  return pairs;
}

const share = (part: number, whole: number) => part / Math.max(1, whole);

/** What the published figures must not fall below. */
function expectGoals({ answers, there, gone, ...figures }: Figures): void {
  expect(share(figures.right, answers)).toBeGreaterThanOrEqual(0.8);
  expect(share(figures.surelyRight, there)).toBeGreaterThanOrEqual(0.6);
  expect(share(figures.goneReported, gone)).toBeGreaterThanOrEqual(0.9);
}

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

test.each(PUBLISHED_SETS)('pins survive the versions of the packages of %s', async (set) => {
  const pairs = await trySet(set);
  const both = figuresOf(resultsOf(pairs), 'byBoth');
  expect(both.surelyWrong).toBe(0);
  if (pairs.length > 0) expectGoals(both);
});

/** Tables are compared without the spaces that align their columns. */
const withoutAlignment = (markdown: string) => markdown.replaceAll(/ {2,}/g, ' ').replaceAll(/-{3,}/g, '---');

test('the published figures are those that are measured', async () => {
  const pairs = await trySet('published-heldOut');
  const published = readFileSync(path.resolve(import.meta.dirname, '../../docs/pins.md'), 'utf8');
  expect(withoutAlignment(published)).toContain(markdownOf(groupsOf('published-heldOut', pairs)));
});

/** Two elements can be changed until each looks like the other one. */
const WRONG_MAX = 1 / 1000;

test('whatever happens to pages at random, next to no pin is surely on the wrong thing', async () => {
  const total = { there: 0, sure: 0, wrong: [] as string[] };
  for (const [number, { before }] of SETS.flatMap(pairsOf).entries()) {
    await openPage(page, readFileSync(before, 'utf8'));
    const { there, sure, wrong } = await page.evaluate((seed) => window.locating.shake(seed, true), number);
    total.there += there;
    total.sure += sure;
    total.wrong.push(...wrong);
  }
  expect(total.wrong.length / total.there).toBeLessThanOrEqual(WRONG_MAX);
  expect(total.sure / total.there).toBeGreaterThanOrEqual(0.93);
});

const PAGES_BEFORE = [...new Set(ALL_SETS.flatMap((set) => pairsOf(set).map(({ before }) => before)))];

test('on an unchanged page every element of every fixture is surely found', async () => {
  const unsure = new Map<string, string[]>();
  for (const file of PAGES_BEFORE) {
    await openPage(page, readFileSync(file, 'utf8'));
    const elements = await page.evaluate(() => window.locating.unsureOnSamePage());
    if (elements.length > 0) unsure.set(file, elements);
  }
  expect(unsure).toEqual(new Map());
});

test('the tree of every fixture keeps to its contract', async () => {
  for (const file of PAGES_BEFORE) {
    await openPage(page, readFileSync(file, 'utf8'));
    const { tree } = await page.evaluate(() => window.locating.recordMarks());
    expect(PageTree.parse(tree)).toEqual(tree);
  }
});
