import { type Browser, chromium, type Page } from '@playwright/test';
import { chromiumArgs, chromiumPath } from '../../../tests/support/chromium.ts';
import { framesRow, scrollFast } from './frames.ts';
import type { Seeded } from './manySnapshots.ts';
import { median, row } from './report.ts';

const ROUNDS = 5;
const SEARCH = 'Pricing table 77';

type Credentials = Pick<Seeded, 'email' | 'password'>;

interface Clocks {
  /** When the first row appeared, since the navigation began. */
  firstRow: number | null;
  /** When the last key was pressed, and when every row matched the search. */
  typed: number;
  found: number | null;
}

declare global {
  var clocks: Clocks;
}

/** Runs in the page before its own scripts. */
function watch(search: string): void {
  globalThis.clocks = { firstRow: null, typed: 0, found: null };
  const rows = () => [...document.querySelectorAll('tbody tr')];
  new MutationObserver(() => {
    if (rows().length === 0) return;
    globalThis.clocks.firstRow ??= performance.now();
    const all = rows().every((one) => one.textContent.includes(search));
    if (globalThis.clocks.typed > 0 && all) globalThis.clocks.found ??= performance.now();
  }).observe(document, { childList: true, subtree: true, characterData: true });
  document.addEventListener('input', () => (globalThis.clocks.typed = performance.now()), true);
}

/** Opens the dashboard signed in with an empty cache, as after a release. */
async function openCold(browser: Browser, url: string, { email, password }: Credentials): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(`${url}/login`);
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page.waitForURL('**/dashboard');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await page.addInitScript(watch, SEARCH);
  await page.goto(`${url}/dashboard`);
  await page.waitForFunction(() => globalThis.clocks.firstRow !== null);
  return page;
}

async function timeSearch(page: Page): Promise<number> {
  await page.getByRole('searchbox').first().click();
  await page.keyboard.type(SEARCH, { delay: 60 });
  await page.waitForFunction(() => globalThis.clocks.found !== null);
  return page.evaluate(() => (globalThis.clocks.found ?? 0) - globalThis.clocks.typed);
}

async function scrollList(browser: Browser, page: Page): Promise<number[]> {
  await page.mouse.move(700, 700);
  const tasks = await scrollFast(browser, page);
  await page.evaluate(() => scrollTo(0, 0));
  return tasks;
}

async function scrollGrid(browser: Browser, page: Page): Promise<number[]> {
  const grid = page.getByRole('button', { name: 'Grid view' });
  await grid.click();
  const tasks = await scrollList(browser, page);
  await grid.click();
  return tasks;
}

/** Measures the dashboard of an owner with many snapshots in a real browser. */
export async function measureDashboard(url: string, owner: Credentials): Promise<void> {
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  const firstRows: number[] = [];
  const searches: number[] = [];
  const listFrames: number[][] = [];
  const gridFrames: number[][] = [];
  try {
    for (let round = 0; round <= ROUNDS; round += 1) {
      const page = await openCold(browser, url, owner);
      const firstRow = await page.evaluate(() => globalThis.clocks.firstRow ?? Number.NaN);
      const inList = await scrollList(browser, page);
      const inGrid = await scrollGrid(browser, page);
      const search = await timeSearch(page);
      await page.context().close();
      if (round === 0) continue; // Warm-up.
      firstRows.push(firstRow);
      searches.push(search);
      listFrames.push(inList);
      gridFrames.push(inGrid);
    }
  } finally {
    await browser.close();
  }
  row('dashboard, link opened → first rows, cold', `${median(firstRows).toFixed(0)} ms`, '≤ 1200', '');
  row('dashboard, last key → result', `${median(searches).toFixed(0)} ms`, '≤ 100', '');
  framesRow('a fast scroll of the list', listFrames);
  framesRow('a fast scroll of the grid', gridFrames);
}
