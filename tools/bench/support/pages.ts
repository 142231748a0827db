import { chromium } from '@playwright/test';
import { ApiOwner } from '../../../tests/support/apiOwner.ts';
import { chromiumArgs, chromiumPath } from '../../../tests/support/chromium.ts';
import { middleOf } from '../../../tests/support/pages/boxes.ts';
import type { Server } from '../../../tests/support/server.ts';
import { framesRow, scrollFast, waitForRows } from './frames.ts';
import { tasksDuring } from './longTasks.ts';

const ROUNDS = 3;
const PAGES = 3001;
const SECONDS = 5;

/** A start page whose title ticks ten times a second, and many other pages. */
function filesOf(): Record<string, string> {
  const tick = '<script>let n = 0; setInterval(() => (document.title = `Shop (${++n})`), 100)</script>';
  const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`;
  const others = Array.from({ length: PAGES - 1 }, (_, n) => [`page-${n}.html`, page(`Page ${n}`)]);
  return { 'index.html': page('Shop') + tick, ...Object.fromEntries(others) };
}

/** Measures the column of pages of a prototype with very many, as its title changes and as it is scrolled. */
export async function measurePages(server: Server): Promise<void> {
  const owner = await ApiOwner.register(server.url);
  const { url } = await owner.stage(filesOf(), { password: 'none' });
  const browser = await chromium.launch({ executablePath: chromiumPath(), args: chromiumArgs });
  const ticks: number[][] = [];
  const scrolls: number[][] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
      const page = await context.newPage();
      await page.goto(url);
      await page.getByRole('button', { name: 'Show pages and files' }).click();
      const column = page.getByRole('complementary', { name: 'Pages' });
      await column.getByRole('listitem').first().waitFor();
      await waitForRows(page, 'aside li', 1);
      ticks.push(await tasksDuring(browser, page, () => page.waitForTimeout(SECONDS * 1000)));
      const all = column.getByRole('button', { name: `Show all ${PAGES} pages` });
      await all.scrollIntoViewIfNeeded();
      const { x, y } = await middleOf(all);
      scrolls.push(
        await tasksDuring(browser, page, async () => {
          await page.mouse.click(x, y);
          await waitForRows(page, 'aside li', PAGES);
        }),
      );
      await column.hover();
      scrolls.push(await scrollFast(browser, page));
      await context.close();
    }
  } finally {
    await browser.close();
  }
  framesRow(`${SECONDS} s beside a title that ticks, ${PAGES} pages`, ticks);
  framesRow(`showing and scrolling ${PAGES} pages`, scrolls);
}
