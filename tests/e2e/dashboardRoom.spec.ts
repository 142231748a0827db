import type { Page } from '@playwright/test';
import { expect, test } from '../support/story.ts';

const SNAPSHOTS = 20;
const ROOM = [
  { name: 'a desktop', width: 1440, height: 900, rows: 10, pictures: 8 },
  { name: 'a laptop', width: 1280, height: 800, rows: 8, pictures: 3 },
  { name: 'a phone', width: 390, height: 844, rows: 4, pictures: 2 },
];

/** Returns the number of rows or cards that are wholly inside the window, in the page as it was opened. */
const inSight = (page: Page) =>
  page.locator('tbody tr').evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }).length,
  );

test('an owner of twenty snapshots sees many of them with nothing closed and nothing scrolled', async ({
  owner,
  enterAs,
  prototype,
}) => {
  test.slow(); // stages twenty folders
  const folder = await prototype('multi-page');
  for (let at = 1; at <= SNAPSHOTS; at += 1) await owner.stage(folder, '--new', '--name', `Shop ${at}`);
  const page = await enterAs(owner.account);
  for (const { name, width, height, rows, pictures } of ROOM) {
    await test.step(name, async () => {
      await page.setViewportSize({ width, height });
      await page.reload();
      await expect(page.getByRole('link', { name: `Shop ${SNAPSHOTS}`, exact: true })).toBeVisible();
      const card = page.getByRole('region', { name: /^Editor extension/ });
      await expect(card).toHaveCount(width > 640 ? 1 : 0);
      expect(await inSight(page)).toBeGreaterThanOrEqual(rows);
      await page.screenshot({ path: test.info().outputPath(`list-${width}.png`) });

      await page.getByRole('button', { name: 'Grid view' }).click();
      await expect(page.locator('table')).toHaveAttribute('data-view', 'grid');
      expect(await inSight(page)).toBeGreaterThanOrEqual(pictures);
      await page.screenshot({ path: test.info().outputPath(`grid-${width}.png`) });
      await page.getByRole('button', { name: 'Grid view' }).click();
    });
  }
});

test('both extensions share one card, whose lines do not wrap beside the sidebar', async ({
  owner,
  enterAs,
}) => {
  const page = await enterAs(owner.account);
  const region = (name: RegExp) => page.getByRole('region', { name });
  for (const [width, most] of [
    [1440, 48],
    [1280, 48],
    [1100, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.reload();
    await expect(region(/^Editor extension/).getByRole('button', { name: 'Tokens' })).toBeVisible();
    await expect(region(/^Browser extension/).getByRole('button', { name: 'How to install' })).toBeVisible();
    for (const name of [/^Editor extension/, /^Browser extension/]) {
      const { height = Infinity } = (await region(name).boundingBox()) ?? {};
      expect(height, `${name.source} at ${width}`).toBeLessThanOrEqual(most);
    }
    await page.screenshot({ path: test.info().outputPath(`card-${width}.png`) });
  }
});

test('an empty dashboard starts with choosing a folder', async ({ owner, enterAs, prototype }) => {
  const page = await enterAs(owner.account);
  const list = page.getByRole('region', { name: 'Snapshots' });
  await expect(list.getByText('Get started by creating a new snapshot')).toBeVisible();
  const chooser = page.waitForEvent('filechooser');
  await list.getByRole('button', { name: 'Choose folder' }).click();
  await (await chooser).setFiles(await prototype('multi-page'));
  await expect(page.getByRole('heading', { name: 'multi-page is staged' })).toBeVisible();
  await expect(list.getByRole('button', { name: 'Choose folder' })).toHaveCount(0);
});
