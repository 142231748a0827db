import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import type { Page } from '@playwright/test';
import type { Locator } from '@stagelink/shared/locator/locator';
import type * as inPage from '../locator/inPage.ts';
import { bundle } from './bundle.ts';

/** Pages before and after a change, with the correct result of each target; see `tests/locator/README.md`. */

const FIXTURES = path.resolve(import.meta.dirname, '../locator/fixtures');
const ORIGIN = 'http://fixture.test';

declare global {
  interface Window {
    locating: typeof inPage;
  }
}

/** Fixtures of the held-out set were never used for tuning the locator. */
export const SETS = ['tuning', 'heldOut'] as const;
/**
 * Pages of published packages in two versions. Those of the second set were held out until their totals were read;
 * those of the last one were never used for tuning.
 */
export const PUBLISHED_SETS = ['published-tuning', 'published-earlier', 'published-heldOut'] as const;
export type FixtureSet = (typeof SETS | typeof PUBLISHED_SETS)[number];

export interface Pair {
  set: FixtureSet;
  page: string;
  /** Kind of change, as in `delete`; a file may add details after a dot. */
  kind: string;
  before: string;
  after: string;
}

type Outcome = 'right' | 'missed' | 'wrong';

export interface Result extends inPage.FindResult {
  pair: string;
  set: FixtureSet;
  kind: string;
  outcome: Outcome;
}

const namesIn = (folder: string) => readdirSync(folder).toSorted();

export function pairsOf(set: FixtureSet): Pair[] {
  if (!existsSync(path.join(FIXTURES, set))) return [];
  return namesIn(path.join(FIXTURES, set)).flatMap((page) => {
    const folder = path.join(FIXTURES, set, page);
    const before = path.join(folder, 'before.html');
    return namesIn(folder)
      .filter((file) => file !== 'before.html')
      .map((file) => ({ set, page, kind: file.split('.')[0] ?? '', before, after: path.join(folder, file) }));
  });
}

let bundled: Promise<string> | undefined;

const inPageScript = () =>
  (bundled ??= bundle(path.resolve(import.meta.dirname, '../locator/inPage.ts'), 'locating'));

const DESKTOP = { width: 1280, height: 800 };

/** What the browser pages that were opened before show next. */
const shown = new WeakMap<Page, { html: string }>();

/** Prepares a browser page once: it answers from `shown`, and each document has the script from its start. */
async function preparePage(page: Page): Promise<{ html: string }> {
  const next = { html: '' };
  await page.addInitScript(`${await inPageScript()}\nwindow.locating = locating;`);
  await page.route(`${ORIGIN}/**`, (route) =>
    new URL(route.request().url()).pathname === '/'
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: next.html })
      : route.abort(),
  );
  shown.set(page, next);
  return next;
}

async function resize(page: Page, html: string): Promise<void> {
  const [, width = '', height = ''] = /data-viewport="(\d+)x(\d+)"/.exec(html) ?? [];
  const size = width ? { width: Number(width), height: Number(height) } : DESKTOP;
  const is = page.viewportSize();
  if (is?.width !== size.width || is.height !== size.height) await page.setViewportSize(size);
}

export async function openPage(page: Page, html: string): Promise<void> {
  await resize(page, html);
  const next = shown.get(page) ?? (await preparePage(page));
  next.html = html;
  await page.goto(`${ORIGIN}/`);
}

/**
 * Writes a page into the document that is open, whose script stays compiled: hundreds of pages take a fraction of the
 * time that loading them would.
 */
async function writePage(page: Page, html: string): Promise<void> {
  if (!shown.has(page)) return openPage(page, html);
  await resize(page, html);
  await page.evaluate(async (written) => {
    document.open();
    // Opening a document removes the listeners of its window.
    const loaded = new Promise((resolve) => {
      window.addEventListener('load', resolve, { once: true });
    });
    document.write(written);
    document.close();
    await loaded;
  }, html);
}

/** Any result that leads to an existing element is right; for a deleted one, any result that is not certain. */
function outcomeOf({ isThere, status, leadsThere }: inPage.FindResult): Outcome {
  if (isThere ? leadsThere : status !== 'found') return 'right';
  return status === 'found' ? 'wrong' : 'missed';
}

const described = new Map<string, Record<string, Locator>>();

async function tryPair(page: Page, pair: Pair): Promise<Result[]> {
  let locators = described.get(pair.before);
  if (!locators) {
    await openPage(page, readFileSync(pair.before, 'utf8'));
    locators = await page.evaluate(() => window.locating.describeMarks());
    described.set(pair.before, locators);
  }
  await openPage(page, readFileSync(pair.after, 'utf8'));
  const answers = await page.evaluate((all) => window.locating.findMarks(all), locators);
  const name = `${pair.page}/${path.basename(pair.after, '.html')}`;
  return answers.map((answer) => ({
    ...answer,
    pair: name,
    set: pair.set,
    kind: pair.kind,
    outcome: outcomeOf(answer),
  }));
}

export async function tryAll(page: Page, set: FixtureSet): Promise<Result[]> {
  const results: Result[] = [];
  for (const pair of pairsOf(set)) results.push(...(await tryPair(page, pair)));
  return results;
}

/** What is read of a page before its change, with the elements that are not surely found on it. */
interface Recorded {
  /** As JSON: the browser's driver takes long to read large objects. */
  record: string;
  unsure: string[];
}

const recorded = new Map<string, Promise<Recorded>>();

async function record(page: Page, before: string): Promise<Recorded> {
  await writePage(page, readFileSync(before, 'utf8'));
  return page.evaluate(() => ({
    record: JSON.stringify(window.locating.recordMarks()),
    unsure: window.locating.unsureOnSamePage(),
  }));
}

/** Reads a page before its change once. */
function recordOnce(page: Page, before: string): Promise<Recorded> {
  const known = recorded.get(before) ?? record(page, before);
  recorded.set(before, known);
  return known;
}

/** Returns the tree of a page before its change, and the elements that are not surely found on it. */
export async function readBefore(
  page: Page,
  before: string,
): Promise<{ tree: inPage.PageRecord['tree']; unsure: string[] }> {
  const { record: json, unsure } = await recordOnce(page, before);
  const { tree } = JSON.parse(json) as inPage.PageRecord;
  return { tree, unsure };
}

export interface WitnessPair extends inPage.Judged {
  pair: Pair;
  /** Bytes of the old page's tree as it is stored. */
  bytes: number;
  /** What became of the elements of the new page when it was changed at random; null where it was not. */
  shaken: inPage.Shaken | null;
}

/**
 * Looks for the targets of a pair by their locators, and by locators and page trees together. With a seed the page is
 * then changed at random.
 */
export async function tryWitnesses(page: Page, pair: Pair, seed: number | null): Promise<WitnessPair> {
  const { record: before } = await recordOnce(page, pair.before);
  await writePage(page, readFileSync(pair.after, 'utf8'));
  const judged = await page.evaluate(
    ({ json, number }) => ({
      ...window.locating.judgeMarks(JSON.parse(json) as inPage.PageRecord),
      shaken: number === null ? null : window.locating.shake(number, true),
    }),
    { json: before, number: seed },
  );
  const { tree } = JSON.parse(before) as inPage.PageRecord;
  return { ...judged, pair, bytes: deflateRawSync(JSON.stringify(tree)).length };
}
