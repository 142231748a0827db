import { existsSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { DIFFICULTIES, judgementsOf } from '../locator/published/judgements.ts';
import { PACKAGES } from '../locator/published/packages.ts';
import { type Pair, pairsOf, PUBLISHED_SETS } from '../support/locatorFixtures.ts';

/** Fixtures of published packages are whole and say what was judged; see `tests/locator/README.md`. */

const BYTES_MAX = 150_000;
const GONE_MIN = 60;
const JUDGED_MIN = 300;
const DRAWN_MIN = 300;
const OF_EACH_MIN = 15;
const LICENSES = /^(MIT|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|CC0-1\.0|CC-BY-[34]\.0)$/;
/** Tags with their attributes, and styles; the words of a page may say anything, code as well. */
const MARKUP = /<style>[\s\S]*?<\/style>|<[a-z](?:"[^"]*"|[^">])*>/gi;
const EXACT = /^\d+\.\d+\.\d+(-[\w.]+)?$/;

const sets = PUBLISHED_SETS.filter((set) => PACKAGES.some(({ half }) => half === set));
const pairs = sets.flatMap(pairsOf);
const judged = (set: string) =>
  PACKAGES.filter(({ half }) => half === set).flatMap(({ name }) => judgementsOf(name));

/** Returns the difficulty of each marked element, or nothing where the page does not tell it. */
const marksIn = (file: string) =>
  [...readFileSync(file, 'utf8').matchAll(/ data-pin="([^"]+)"(?: data-difficulty="(\w+)")?/g)].map(
    ([, key, difficulty]) => ({ key, difficulty }),
  );

test('each published package is there in two exact versions, under a license that allows it', () => {
  expect(pairs.map(({ set, page }) => `${set}/${page}`).toSorted()).toEqual(
    PACKAGES.map(({ half, name }) => `${half}/${name}`).toSorted(),
  );
  for (const { name, license, before, after } of PACKAGES) {
    expect(license, name).toMatch(LICENSES);
    expect(before.version, name).toMatch(EXACT);
    expect(after.version, name).toMatch(EXACT);
    expect(after.version, name).not.toBe(before.version);
  }
});

test('pages of published packages are small, and have no scripts, no pictures and no addresses of other hosts', () => {
  for (const file of pairs.flatMap(({ before, after }) => [before, after])) {
    expect(existsSync(file), file).toBe(true);
    expect(statSync(file).size, file).toBeLessThanOrEqual(BYTES_MAX);
    const html = readFileSync(file, 'utf8').match(MARKUP)?.join('') ?? '';
    expect(
      html.match(/<(script|link)\b|<object[^>]*\sdata=|\son\w+=|="(data|javascript):|url\(/gi),
      file,
    ).toBeNull();
    expect(html.match(/="https?:\/\/(?![\w-]+\.test[/"])[^"]+/gi), file).toBeNull();
  }
});

test('both pages of a published package carry the marks that were judged', () => {
  const marked = ({ page, before, after }: Pair) => ({
    page,
    before: marksIn(before),
    after: marksIn(after),
  });
  for (const { page, before, after } of pairs.map(marked)) {
    const decisions = judgementsOf(page);
    const sorted = (marks: { key?: string | undefined }[]) => marks.map(({ key }) => key).toSorted();
    expect(sorted(before), page).toEqual(sorted(decisions));
    expect(sorted(after), page).toEqual(sorted(decisions.filter((one) => one.after !== undefined)));
    const difficulties = new Map(decisions.map(({ key, difficulty }) => [key, difficulty]));
    for (const { key = '', difficulty } of before)
      expect(difficulty, `${page} ${key}`).toBe(difficulties.get(key));
  }
});

for (const set of sets)
  test(`the elements judged in ${set} are many, and of all difficulties`, () => {
    const all = judged(set);
    expect(all.length).toBeGreaterThanOrEqual(JUDGED_MIN);
    for (const difficulty of DIFFICULTIES) {
      const judgedOfIt = all.filter((one) => one.difficulty === difficulty).length;
      expect(judgedOfIt, difficulty).toBeGreaterThanOrEqual(OF_EACH_MIN);
    }
  });

test('of the elements whose figures are published enough were drawn at random, and enough are gone', () => {
  const all = judged('published-heldOut');
  expect(all.filter(({ isAdded }) => !isAdded).length).toBeGreaterThanOrEqual(DRAWN_MIN);
  const gone = all.filter(({ difficulty }) => difficulty === 'gone');
  expect(gone.length).toBeGreaterThanOrEqual(GONE_MIN);
});
