import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { Locator } from '@stagelink/shared/locator/locator';
import { build } from 'esbuild';
import { openPage, pairsOf, SETS, tryAll } from '../support/locatorFixtures.ts';

/** Elements described on one page and looked for on the next, in a real browser; see `tests/locator/README.md`. */

const BYTES_MAX = 5000;

const blank = (body = '') =>
  `<!doctype html><html lang="en"><title>Made up</title><body>${body}</body></html>`;

const pagesBefore = [...new Set(SETS.flatMap((set) => pairsOf(set).map(({ before }) => before)))];

for (const set of SETS) {
  test(`pins survive the changes of the ${set} fixtures, and are never surely on the wrong thing`, async ({
    page,
  }) => {
    test.slow();
    const results = await tryAll(page, set);
    const named = (outcome: string) =>
      results.filter((one) => one.outcome === outcome).map(({ pair, key }) => `${pair} ${key}`);
    const there = results.filter(({ isThere }) => isThere);
    const surelyThere = there.filter(({ status, leadsThere }) => status === 'found' && leadsThere);

    expect(named('wrong')).toEqual([]);
    expect(named('right').length / results.length, named('missed').join('\n')).toBeGreaterThanOrEqual(0.95);
    // Doubt is cheap: most of what is there has to be found without it.
    expect(surelyThere.length / there.length).toBeGreaterThanOrEqual(0.9);
  });
}

test('there are at least sixty pairs, a third of them held out, and each asks for three answers or more', () => {
  const [tuning = 0, heldOut = 0] = SETS.map((set) => pairsOf(set).length);
  expect(tuning + heldOut).toBeGreaterThanOrEqual(60);
  expect(heldOut / (tuning + heldOut)).toBeGreaterThanOrEqual(1 / 3);
  for (const file of pagesBefore)
    expect(readFileSync(file, 'utf8').match(/data-pin=/g)?.length, file).toBeGreaterThanOrEqual(3);
});

test('a locator keeps to its contract, and leads back to the element and the point it was made of', async ({
  page,
}) => {
  test.slow();
  for (const file of pagesBefore) {
    await openPage(page, readFileSync(file, 'utf8'));
    expect(await page.evaluate(() => window.locating.notFoundAgain()), file).toEqual([]);
    expect(await page.evaluate(() => window.locating.offsetsAstray()), file).toEqual([]);
    for (const locator of await page.evaluate(() => window.locating.describeMany(20))) Locator.parse(locator);
  }
});

async function describeOnly(page: Page, html: string): Promise<Locator> {
  await openPage(page, html);
  const { it } = await page.evaluate(() => window.locating.describeMarks());
  return Locator.parse(it);
}

test('a locator tells of the dialog, the scrolled containers and the point on the page', async ({ page }) => {
  const locator = await describeOnly(
    page,
    `${blank(`<style>body{margin:0;height:3000px}</style><div role="dialog" aria-label="Invite people" style="margin-top:900px">
      <div id="people" style="height:80px;overflow:auto"><p style="height:60px">Ada</p><p style="height:200px" data-pin="it">Bob</p></div></div>`)}
    <script>people.scrollTop = 40; scrollTo(0, 500)</script>`,
  );
  expect(locator).toMatchObject({
    dialog: 'Invite people',
    scrolls: [
      { selector: '#people', left: 0, top: 40 },
      { selector: 'html', left: 0, top: 500 },
    ],
    viewport: { width: 1280, height: 800 },
    route: '/',
    offset: { x: 0.25, y: 0.75 },
  });
  const { box, elementCoordinates, offset } = locator;
  expect(elementCoordinates.y).toBeCloseTo(box.y + offset.y * box.height);
});

test('a selector leads into shadow roots, and stays short', async ({ page }) => {
  const locator = await describeOnly(
    page,
    blank(`<main><x-card></x-card><x-card><template shadowrootmode="open">
      <div class="css-1q2w3e"><b>One</b><b data-pin="it">Two</b></div></template></x-card></main>`),
  );
  expect(locator.elementSelector).toBe('x-card:nth-of-type(2) >>> b:nth-of-type(2)');
});

test('what a page may hold does not grow a locator without bound', async ({ page }) => {
  const long = 'word '.repeat(5000);
  const locator = await describeOnly(
    page,
    blank(
      `${'<div>'.repeat(200)}<a data-pin="it" id="${'x'.repeat(5000)}" class="${long.replaceAll(/d/g, () => `d${Math.random().toString(36).replaceAll(/\d/g, '')}`)}" title="${long}">${long}</a>`,
    ),
  );
  expect(JSON.stringify(locator).length).toBeLessThan(10_000);
});

test('many are found in slices that give way to the page', async ({ page }) => {
  const rows = Array.from({ length: 300 }, (_, at) => `<li>Row ${at}<button>Open</button></li>`).join('');
  await openPage(page, blank(`<ul>${rows}</ul>`));
  const timing = await page.evaluate(() =>
    window.locating.timeAll(window.locating.describeMany(60), /* milliseconds */ 0),
  );
  expect(timing.found).toBe(60);
  expect(timing.slices).toBeGreaterThanOrEqual(60);
});

test('on made-up pages every element is found again, and after made-up changes none is surely wrong', async ({
  page,
}) => {
  test.slow();
  await openPage(page, blank());
  expect(await page.evaluate(() => window.locating.samePage(200, 1))).toBeNull();
  expect(await page.evaluate(() => window.locating.neverWrong(200, 2))).toBeNull();
});

test('it is small enough to ride in the preview agent', async () => {
  const folder = path.resolve(import.meta.dirname, '../../shared/src/locator');
  const contents =
    "export { describe, pointIn } from './describe.ts'; export { find, findAll } from './find.ts';";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder, loader: 'ts' },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  });
  expect(gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length).toBeLessThanOrEqual(BYTES_MAX);
});
