import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, type Page, test } from '@playwright/test';
import { Locator } from '@stagelink/shared/locator/locator';
import { LARGE_PAGES } from '../locator/largePages.ts';
import { bundle } from '../support/bundle.ts';
import { openPage, pairsOf, SETS, tryAll } from '../support/locatorFixtures.ts';
import { LONG } from '../support/longForm.ts';

/**
 * Elements described on one page and searched on the next, in a real browser; see
 * `tests/locator/README.md`.
 */

const BYTES_MAX = 5250;
const ROUNDS = 3;
/** A page can change beyond recognition: two cells of a row emptied until they look the same. */
const WRONG_MAX = 1 / 1000;

const blank = (body = '') =>
  `<!doctype html><html lang="en"><title>Made up</title><body>${body}</body></html>`;

const pagesBefore = [...new Set(SETS.flatMap((set) => pairsOf(set).map(({ before }) => before)))];

const nameOf = (file: string) => path.basename(path.dirname(file));

for (const set of SETS) {
  test(`pins survive the changes of the ${set} fixtures, and are never surely on the wrong thing`, async ({
    page,
  }) => {
    test.slow();
    const results = await tryAll(page, set);
    const named = (outcome: string) =>
      results.filter((one) => one.outcome === outcome).map(({ pair, key }) => `${pair} ${key}`);
    const there = results.filter(({ isThere }) => isThere);
    const gone = results.filter(({ isThere }) => !isThere);
    const surelyThere = there.filter(({ status, leadsThere }) => status === 'found' && leadsThere);

    expect(named('wrong')).toEqual([]);
    expect(named('right').length / results.length, named('missed').join('\n')).toBeGreaterThanOrEqual(0.95);
    // Doubtful results are easy; most existing elements must be found with certainty.
    expect(surelyThere.length / there.length).toBeGreaterThanOrEqual(0.9);
    const foundLost = gone.filter(({ status }) => status === 'lost');
    expect(foundLost.length / gone.length).toBeGreaterThanOrEqual(0.9);
  });
}

test('there are at least sixty pairs, a third of them held out, and each asks for three answers or more', () => {
  const [tuning = 0, heldOut = 0] = SETS.map((set) => pairsOf(set).length);
  expect(tuning + heldOut).toBeGreaterThanOrEqual(60);
  expect(heldOut / (tuning + heldOut)).toBeGreaterThanOrEqual(1 / 3);
  for (const file of pagesBefore)
    expect(readFileSync(file, 'utf8').match(/data-pin=/g)?.length, file).toBeGreaterThanOrEqual(3);
});

test('on a page that is another one altogether nothing is surely found', async ({ page }) => {
  test.slow();
  const all: Record<string, Locator> = {};
  for (const file of pagesBefore) {
    await openPage(page, readFileSync(file, 'utf8'));
    const marks = await page.evaluate(() => window.locating.describeMarks());
    for (const [key, locator] of Object.entries(marks)) all[`${nameOf(file)} ${key}`] = locator;
  }
  let requests = 0;
  let lost = 0;
  for (const file of pagesBefore) {
    const others = Object.entries(all).filter(([key]) => !key.startsWith(`${nameOf(file)} `));
    await openPage(page, readFileSync(file, 'utf8'));
    const answers = await page.evaluate(
      (locators) => window.locating.findMarks(locators),
      Object.fromEntries(others),
    );
    expect(
      answers.filter(({ status }) => status === 'found').map(({ key }) => key),
      file,
    ).toEqual([]);
    requests += answers.length;
    lost += answers.filter(({ status }) => status === 'lost').length;
  }
  expect(lost / requests).toBeGreaterThanOrEqual(0.95);
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

test('a locator contains the dialog, the scrolled containers and the point on the page', async ({ page }) => {
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

/** Checks that every element is found on an unchanged page, and that its locator is valid. */
async function expectAllFound(page: Page, html: string): Promise<void> {
  await openPage(page, html);
  expect(await page.evaluate(() => window.locating.notFoundAgain())).toEqual([]);
  expect(await page.evaluate(() => window.locating.offsetsAstray())).toEqual([]);
  for (const locator of await page.evaluate(() => window.locating.describeMany(50))) Locator.parse(locator);
}

for (const [name, body] of Object.entries(LARGE_PAGES)) {
  test(
    `on a large page of ${name} every element is found again where nothing changed`,
    name === 'table' ? {} : LONG,
    async ({ page }) => {
      test.slow();
      await openPage(page, blank(body));
      expect(await page.evaluate(() => window.locating.notFoundAgain())).toEqual([]);
    },
  );
}

test('the fields of a form may be called as they like', async ({ page }) => {
  const names = 'attributes body children closest elements id labels matches name parent role tagName title';
  const fields = names.split(' ').map((name) => `<label>${name} <input name="${name}"></label>`);
  await expectAllFound(
    page,
    blank(`<form style="overflow:auto;height:90px"><fieldset>${fields.join('')}</fieldset><button>Book</button></form>
      <img name="body"><form name="body"><input name="scroll"></form>
      <script>document.forms[0].scroll(0, 20)</script>`),
  );
});

test('no name of a tag, type or role is taken for anything but a name', async ({ page }) => {
  await expectAllFound(
    page,
    blank(`<o:p>Pasted from a word processor</o:p><constructor>One</constructor><input type="constructor">
      <p role="${'toString '.repeat(200)}" lang="${'x'.repeat(500)}">Two</p><${'x'.repeat(500)}>Three</${'x'.repeat(500)}>
      <b __proto__="1" class="__proto__ constructor" id="__proto__">Four</b>`),
  );
});

test('signs of two halves are not cut in the middle', async ({ page }) => {
  const emoji = '🦄'.repeat(200);
  await expectAllFound(
    page,
    blank(`<p>${emoji}</p><p>a${emoji}<b>now</b>b${emoji}</p><button aria-label="c${emoji}">d</button>
      <script>document.querySelector('button').append('\0\ud800', document.createElement('i'))</script>`),
  );
});

test('a page may have taught its lists and texts other ways', async ({ page }) => {
  await expectAllFound(
    page,
    blank(`<ul><li>One<li>Two<li>Three</ul><script>
      Array.prototype.entries = function () { return this.slice(); };
      Array.prototype.toJSON = () => 'list';
      Object.prototype.extend = () => {};
      Element.prototype.find = Element.prototype.select = () => null;
    </script>`),
  );
});

test('right to left, zoomed, turned, scrolled and drawn things keep their points', async ({ page }) => {
  await expectAllFound(
    page,
    `<!doctype html><html lang="he" dir="rtl"><body style="zoom:1.5"><div id="far" style="overflow:auto;width:200px">
      <p style="width:900px">שלום <span>עולם</span></p></div>
      <div style="zoom:.5"><button style="transform:scale(2) translate(9px,9px)">קנה</button></div>
      <figure style="perspective:300px"><canvas width="300" height="120"></canvas><figcaption>מכירות</figcaption></figure>
      <svg viewBox="0 0 100 50" width="400"><g><rect x="1" y="5" width="9" height="40"/><rect x="11" y="15" width="9" height="30"/>
        <text x="2" y="50" font-size="5">ינואר</text><a href="#"><circle cx="70" cy="20" r="9"/></a></g>
        <foreignObject x="50" y="1" width="40" height="9"><i xmlns="http://www.w3.org/1999/xhtml">שלום</i></foreignObject></svg>
      <dialog aria-label="הזמנה"><form method="dialog"><button>סגור</button></form></dialog>
      <script>far.scrollLeft = -300; document.querySelector('dialog').showModal()</script></body></html>`,
  );
});

test('a page without a body has nothing to describe or to find', async ({ page }) => {
  await openPage(page, blank('<p data-pin="it">Here</p>'));
  const locators = await page.evaluate(() => {
    const marked = window.locating.describeMarks();
    document.body.remove();
    return marked;
  });
  expect(await page.evaluate((all) => window.locating.findMarks(all), locators)).toMatchObject([
    { status: 'lost' },
  ]);
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

test('whatever happens to the pages at random, next to no pin is surely on the wrong thing', async ({
  page,
}) => {
  test.slow();
  const total = { there: 0, sure: 0, gone: 0, lost: 0, wrong: [] as string[] };
  for (const [number, file] of pagesBefore.entries()) {
    for (let round = 0; round < ROUNDS; round++) {
      await openPage(page, readFileSync(file, 'utf8'));
      const shaken = await page.evaluate((seed) => window.locating.shake(seed), 100 * number + round);
      for (const key of ['there', 'sure', 'gone', 'lost'] as const) total[key] += shaken[key];
      total.wrong.push(...shaken.wrong.map((what) => `${nameOf(file)}: ${what}`));
    }
  }
  expect(total.wrong.length / total.there, total.wrong.join('\n')).toBeLessThanOrEqual(WRONG_MAX);
  expect(total.sure / total.there).toBeGreaterThanOrEqual(0.9);
  expect(total.lost / total.gone).toBeGreaterThanOrEqual(0.9);
});

test('it is small enough to ride in the preview agent', async () => {
  const script = await bundle(path.resolve(import.meta.dirname, '../locator/agentPart.ts'), 'locator');
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(BYTES_MAX);
});
