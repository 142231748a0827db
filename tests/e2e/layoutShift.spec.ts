import type { Page } from '@playwright/test';
import { layoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts';
import { LONG } from '../support/longForm.ts';
import { expect, test } from '../support/story.ts';

const SIZES = {
  '1440 pixels wide': { width: 1440, height: 900 },
  '390 pixels wide': { width: 390, height: 844 },
};

/** Scrolls through the whole page by wheel. */
async function scrollThrough(page: Page): Promise<void> {
  await page.mouse.move(200, 500);
  const atEnd = () => page.evaluate(() => scrollY + innerHeight >= document.documentElement.scrollHeight - 1);
  while (!(await atEnd())) {
    const before = await page.evaluate(() => scrollY);
    await page.mouse.wheel(0, 400);
    await page.waitForFunction((from) => scrollY > from, before);
  }
}

for (const [width, viewport] of Object.entries(SIZES)) {
  test(
    `nothing of the dashboard shifts while its rows and pictures load, ${width}`,
    viewport.width === 390 ? LONG : {},
    async ({ owner, enterAs, prototype }) => {
      const folder = await prototype('multi-page');
      const staged = [];
      for (let at = 0; at < 12; at += 1)
        staged.push(await owner.stage(folder, '--new', '--name', `Shop ${at}`));
      const page = await enterAs(owner.account);
      await page.setViewportSize(viewport);
      const stored = page.waitForResponse((response) => response.url().endsWith('/picture') && response.ok());
      await page.goto(staged.at(-1)?.url ?? '');
      await stored;

      await recordLayoutShifts(page);
      await page.goto('/dashboard');
      for (const view of ['list', 'grid']) {
        if (view === 'grid') await page.getByRole('button', { name: 'Grid view' }).click();
        await page.reload();
        await expect(page.getByRole('link', { name: 'Shop 11', exact: true })).toBeVisible();
        await scrollThrough(page);
        await expect(page.getByRole('link', { name: 'Shop 0', exact: true })).toBeVisible();
        expect(await layoutShifts(page), view).toEqual([]);
      }
    },
  );
}
