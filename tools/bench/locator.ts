import { chromium, type Page } from '@playwright/test';
import { deflateRawSync } from 'node:zlib';
import { TREE_BYTES } from '@stagelink/shared/locator/tree/limits';
import { chromiumArgs, chromiumPath } from '../../tests/support/chromium.ts';
import { openPage, type Result, SETS, tryAll } from '../../tests/support/locatorFixtures.ts';

// Measures how well pins survive changes of a page, by kind of change, and how long finding many of them
// takes. Uses CPU time of the page's thread, which does not depend on load; wall time is printed next to
// it.

const PINS = 200;
const ROWS = 500;
const ROUNDS = 9;
const BAR_RIGHT = 0.95;
const BAR_SURE = 0.9;
const BAR_LOST = 0.9;
const BAR_MILLISECONDS = 50;
const BAR_SLICE = 8;

const percent = (part: number, whole: number) =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const print = (line = '') => process.stdout.write(`${line}\n`);

function row(name: string, results: Result[]): string {
  const count = (is: (one: Result) => boolean) => results.filter(is).length;
  const there = count(({ isThere }) => isThere);
  const gone = results.length - there;
  const right = count(({ outcome }) => outcome === 'right');
  const cells = [
    String(results.length),
    percent(right, results.length),
    String(count(({ outcome }) => outcome === 'wrong')),
    percent(
      count(({ isThere, leadsThere, status }) => isThere && leadsThere && status === 'found'),
      there,
    ),
    percent(
      count(({ isThere, status }) => !isThere && status !== 'found'),
      gone,
    ),
    percent(
      count(({ isThere, status }) => !isThere && status === 'lost'),
      gone,
    ),
  ];
  return name.padEnd(26) + cells.map((cell) => cell.padStart(14)).join('');
}

function table(results: Result[]): void {
  const heads = ['answers', 'right', 'surely wrong', 'there: sure', 'gone: noticed', 'gone: lost'];
  print('kind of change'.padEnd(26) + heads.map((head) => head.padStart(14)).join(''));
  const kinds = [...new Set(results.map(({ kind }) => kind))].toSorted();
  for (const kind of kinds)
    print(
      row(
        kind,
        results.filter((one) => one.kind === kind),
      ),
    );
  for (const set of SETS)
    print(
      row(
        `all of ${set}`,
        results.filter((one) => one.set === set),
      ),
    );
  print(row('all', results));
}

const NAMES = ['Anna', 'Bruno', 'Chen', 'Dalia', 'Emil', 'Freya', 'Goran', 'Hana', 'Ivan', 'Jun'];
const FAMILIES = [
  'Adler',
  'Bauer',
  'Costa',
  'Duarte',
  'Eklund',
  'Fischer',
  'Greco',
  'Holm',
  'Ito',
  'Jansen',
  'Keller',
];
const STATES = ['Open', 'Paid', 'Late'];

const order = (at: number) =>
  `<tr><td><input type="checkbox"></td><td>#${10_000 + at}</td><td><a href="/customers/${at}">${NAMES[at % 10]} ` +
  `${FAMILIES[at % 11]}</a></td><td><span class="badge">${STATES[at % 3]}</span></td><td>$${(at * 37) % 991}.00</td>` +
  `<td><button>Edit</button></td></tr>`;

/** About 5,500 elements of the hardest kind: rows that differ in a few words. */
const orders = (from: number, count = ROWS) =>
  `<!doctype html><html lang="en"><title>Orders</title><body><main><h1>Orders</h1><table><tbody>${Array.from(
    { length: count },
    (_, at) => order(from + at),
  ).join('')}</tbody></table></main></body></html>`;

/** Returns a function that returns the milliseconds that the page's thread has worked. */
async function threadClock(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return 1000 * (metrics.find((metric) => metric.name === 'ThreadTime')?.value ?? NaN);
  };
}

/** An order as a redesign shows it: no table, other names, and one more word. */
const redesigned = (at: number) =>
  `<li class="order"><label><input type="checkbox"></label><b>#${10_000 + at}</b><div><a href="/people/${at}">` +
  `${NAMES[at % 10]} ${FAMILIES[at % 11]}</a></div><em class="state">${STATES[at % 3]} order</em>` +
  `<span>$${(at * 37) % 991}.00</span><button>Edit</button></li>`;

const list = (write: (at: number) => string, count: number) =>
  `<!doctype html><html lang="en"><title>Orders</title><body><main><h1>Orders</h1><ul>${Array.from(
    { length: count },
    (_, at) => write(at),
  ).join('')}</ul></main></body></html>`;

/** Matches the tree of a page with that of its redesign; both have about this many elements. */
async function timeTrees(page: Page, elements: number, bar: number): Promise<boolean> {
  await openPage(page, orders(0, Math.ceil(elements / 11)));
  const { tree } = await page.evaluate(() => window.locating.recordMarks());
  const bytes = deflateRawSync(JSON.stringify(tree)).length;
  await openPage(page, list(redesigned, Math.ceil(elements / 9)));
  const spent = await threadClock(page);
  const old = await page.evaluateHandle(
    (one) => one as Parameters<typeof window.locating.timeTrees>[0],
    tree,
  );
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await spent();
    const timing = await page.evaluate((one) => window.locating.timeTrees(one, 4), old);
    rounds.push({ ...timing, thread: (await spent()) - before });
  }
  const thread = median(rounds.map((one) => one.thread));
  // Longest slice of the round that other programs disturbed least.
  const longest = Math.min(...rounds.map((one) => one.longest));
  print(
    `${`${tree.nodes.length} elements with ${rounds[0]?.nodes}`.padEnd(26)}${thread.toFixed(0).padStart(6)} ms of the thread (bar: ≤ ${bar} ms), ` +
      `${rounds[0]?.slices} slices of at most ${longest.toFixed(0)} ms (bar: ≤ ${BAR_SLICE} ms), ` +
      `${(bytes / 1000).toFixed(1)} kB stored (bar: ≤ ${TREE_BYTES / 1000} kB)`,
  );
  return thread <= bar && longest <= BAR_SLICE && bytes <= TREE_BYTES;
}

async function time(page: Page, name: string, from: number, locators: unknown): Promise<number> {
  await openPage(page, orders(from));
  const spent = await threadClock(page);
  const pins = await page.evaluateHandle(
    (all) => all as Parameters<typeof window.locating.timeAll>[0],
    locators,
  );
  const rounds = [];
  for (let round = 0; round < ROUNDS; round++) {
    const before = await spent();
    const timing = await page.evaluate((all) => window.locating.timeAll(all, 6), pins);
    rounds.push({ ...timing, thread: (await spent()) - before });
  }
  const thread = median(rounds.map((one) => one.thread));
  const clock = median(rounds.map(({ milliseconds }) => milliseconds));
  const slices = median(rounds.map((one) => one.slices));
  const longest = median(rounds.map((one) => one.longest));
  print(
    `${name.padEnd(26)}${thread.toFixed(0).padStart(6)} ms of the thread (first time ${rounds[0]?.thread.toFixed(0)}), ` +
      `${clock.toFixed(0)} ms by the clock in ${slices} slices of at most ${longest.toFixed(0)} ms, ${rounds[0]?.found} surely found`,
  );
  return thread;
}

const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
const page = await browser.newPage();

const results: Result[] = [];
for (const set of SETS) results.push(...(await tryAll(page, set)));
table(results);
print(
  `bars: right ≥ ${BAR_RIGHT * 100} %, surely wrong 0, there: sure ≥ ${BAR_SURE * 100} %, gone: noticed 100 %, ` +
    `gone: lost ≥ ${BAR_LOST * 100} %`,
);

await openPage(page, orders(0));
const elements = await page.evaluate(() => document.querySelectorAll('*').length);
const locators = await page.evaluate((pins) => window.locating.describeMany(pins), PINS);
print();
print(`${PINS} pins on ${elements} elements (bar: ≤ ${BAR_MILLISECONDS} ms)`);
const times = [
  await time(page, 'nothing changed', 0, locators),
  await time(page, 'every row has moved', 5, locators),
];
print();
print('an old page matched with its redesign');
const areTreesFast = [
  await timeTrees(page, 1000, /* milliseconds */ 300),
  await timeTrees(page, 3000, /* milliseconds */ 1000),
];
await browser.close();

const share = (of: (one: Result) => boolean, among: Result[]) => among.filter(of).length / among.length;
const there = results.filter(({ isThere }) => isThere);
const gone = results.filter(({ isThere }) => !isThere);
const areMet =
  share(({ outcome }) => outcome === 'right', results) >= BAR_RIGHT &&
  results.every(({ outcome }) => outcome !== 'wrong') &&
  share(({ status, leadsThere }) => status === 'found' && leadsThere, there) >= BAR_SURE &&
  share(({ status }) => status === 'lost', gone) >= BAR_LOST &&
  times.every((one) => one <= BAR_MILLISECONDS) &&
  areTreesFast.every(Boolean);
if (!areMet) process.exitCode = 1;
