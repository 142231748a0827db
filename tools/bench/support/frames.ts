import type { Browser, Page } from '@playwright/test';
import { tasksDuring } from './longTasks.ts';
import { median, row } from './report.ts';

const LONG_MS = 50;
/** Passes many pages of rows. */
const SCROLL = { steps: 60, by: 900 };

const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(null))));

/** Scrolls what is under the mouse fast, to its end or by many pages; returns the tasks of the page. */
export const scrollFast = (browser: Browser, page: Page): Promise<number[]> =>
  tasksDuring(browser, page, async () => {
    for (let step = 0; step < SCROLL.steps; step += 1) await page.mouse.wheel(0, SCROLL.by);
    await nextFrame(page);
  });

/** Waits until a list has this many rows, without the time that a locator by role takes of the page. */
export const waitForRows = async (page: Page, selector: string, count: number): Promise<void> => {
  await page.waitForFunction(
    ([of, least]) => document.querySelectorAll(of).length >= least,
    [selector, count] as const,
    { polling: 100, timeout: 120_000 },
  );
};

/** Prints how many tasks of each scroll kept a frame waiting. */
export function framesRow(what: string, scrolls: number[][]): void {
  const long = scrolls.map((tasks) => tasks.filter((each) => each > LONG_MS).length);
  const slowest = Math.max(0, ...scrolls.flat());
  row(
    `tasks over ${LONG_MS} ms of processor time, ${what}`,
    String(median(long)),
    '0',
    `the slowest of ${scrolls.length} scrolls ${slowest.toFixed(0)} ms`,
  );
}
