import type { Page } from '@playwright/test';
import { layoutShifts, recordLayoutShifts } from '../support/layoutShifts.ts';
import { openPageInParts } from '../support/pageInParts.ts';
import { startServer } from '../support/server.ts';
import { expect, test } from '../support/story.ts';

/** What moves on the landing page, and what must not. */

const WIDE = { width: 1440, height: 900 };
const PHONE = { width: 390, height: 844 };
const TAGLINES = ['No DevOps', 'No GitHub', 'No finnicky envs', 'No deployment pipelines', 'No configs'];

const tagline = (page: Page) => page.locator('[data-shown]');

test('the five taglines follow each other every 1200 ms, and can be paused', async ({ page }) => {
  await page.clock.install();
  await page.goto('/');
  for (const text of [...TAGLINES, TAGLINES[0] ?? '']) {
    await expect(tagline(page)).toHaveText(text);
    await page.clock.runFor(1200);
  }
  // The one before is gone at once: two of them over each other cannot be read.
  const leaving = await page.evaluate(() =>
    document.getAnimations().flatMap(({ effect }) => {
      const target = effect instanceof KeyframeEffect ? effect.target : null;
      return target?.matches('[data-taglines] span:not([data-shown])') ? [target.textContent] : [];
    }),
  );
  expect(leaving).toEqual([]);
  await page.getByRole('button', { name: 'Pause the taglines' }).click();
  const shown = await tagline(page).textContent();
  await page.clock.runFor(6000);
  await expect(tagline(page)).toHaveText(shown ?? '');
  await expect(
    page.getByText('No DevOps, no GitHub, no finnicky envs, no deployment pipelines, no configs.'),
  ).toBeAttached();
});

/** Returns whether the sky looks different after some frames. */
const skyMoves = (page: Page) =>
  page.evaluate(async () => {
    const canvas = document.querySelector('canvas');
    const before = canvas?.toDataURL();
    for (let frame = 0; frame < 20; frame++) await new Promise(requestAnimationFrame);
    return canvas?.toDataURL() !== before;
  });

test('fifty stars twinkle, and rest where less motion is wanted', async ({ page }) => {
  await page.goto('/');
  await expect(page.locator('canvas')).toHaveAttribute('data-stars', '50');
  expect(await skyMoves(page)).toBe(true);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.locator('canvas')).toHaveAttribute('data-stars', '50');
  await expect.poll(() => skyMoves(page)).toBe(false);
  await expect(page.getByRole('button', { name: 'Play the taglines' })).toBeVisible();
});

/** Returns how many pixels of the sky are lit around a point: a star lights at most a dozen. */
const litAround = (page: Page, x: number, y: number) =>
  page.evaluate(
    ([x, y]) => {
      const pixels = document
        .querySelector('canvas')
        ?.getContext('2d')
        ?.getImageData(x - 40, y - 40, 80, 80);
      return pixels?.data.filter((value, at) => at % 4 === 3 && value > 0).length ?? 0;
    },
    [x, y] as const,
  );

test('sparkles follow the mouse and go out, and stay away where less motion is wanted', async ({ page }) => {
  const wiggle = async () => {
    for (let step = 0; step < 30; step++) await page.mouse.move(100 + (step % 10) * 3, 300 + step);
  };
  await page.goto('/');
  await expect(page.locator('canvas')).toHaveAttribute('data-stars', '50');
  await expect
    .poll(
      async () => {
        await wiggle();
        return litAround(page, 115, 315);
      },
      { intervals: [20] },
    )
    .toBeGreaterThan(36);
  await expect.poll(() => litAround(page, 115, 315)).toBeLessThan(36);

  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.reload();
  await expect(page.locator('canvas')).toHaveAttribute('data-stars', '50');
  await wiggle();
  expect(await litAround(page, 115, 315)).toBeLessThan(36);
});

/** Waits until the page was painted as it is. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Loads the landing page over a slow connection, scrolls through it, and expects that nothing has moved. */
async function expectNoShift(page: Page, server: string, scroll: () => Promise<void>): Promise<void> {
  await recordLayoutShifts(page);
  const slow = await openPageInParts(server, 'Stagelink</a>');
  const pictures = Promise.withResolvers<void>();
  await page.route('**/landing/*.webp', async (route) => {
    await pictures.promise;
    await route.continue();
  });
  try {
    await page.goto(slow.url, { waitUntil: 'commit' });
    await painted(page);
    slow.sendRest();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await painted(page);
    pictures.resolve();
    await page.waitForFunction(() => document.images[0]?.complete);
    await scroll();
    await painted(page);
    expect(await layoutShifts(page)).toEqual([]);
  } finally {
    slow.close();
  }
}

for (const [name, viewport] of [
  ['a wide window', WIDE],
  ['a phone', PHONE],
] as const) {
  test(`nothing of the page shifts while it loads, however slowly, in ${name}`, async ({ page, server }) => {
    await page.setViewportSize(viewport);
    await expectNoShift(page, server.url, async () => {
      await page.getByRole('region', { name: 'Try without an account' }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: 'Choose folder' })).toBeVisible();
    });
  });
}

test('nothing shifts on a server without the try-out', async ({ page }) => {
  const server = await startServer({ env: { TRY_WITHOUT_ACCOUNT: 'off' } });
  try {
    await expectNoShift(page, server.url, () =>
      page.getByRole('heading', { name: 'How It Works' }).scrollIntoViewIfNeeded(),
    );
  } finally {
    await server.stop();
  }
});

/** Time in which a font of `font-display: optional` may still replace invisible text (CSS Fonts 4, “The Font Display Timeline”). */
const BLOCK_PERIOD_MS = 100;

/** Resolves when a font that arrives is too late for this page. */
const untilFontsAreLate = (page: Page) =>
  page.waitForFunction((blockMs) => {
    const [painted] = performance.getEntriesByName('first-contentful-paint');
    return painted !== undefined && performance.now() > painted.startTime + blockMs;
  }, BLOCK_PERIOD_MS);

for (const path of ['/', '/pricing', '/docs']) {
  for (const viewport of [WIDE, PHONE]) {
    test(`a font that arrives late moves nothing on ${path} at ${viewport.width} px`, async ({ page }) => {
      await page.setViewportSize(viewport);
      await recordLayoutShifts(page);
      const fonts = Promise.withResolvers<void>();
      const arrived = page.waitForEvent('requestfinished', (request) => request.url().endsWith('.woff2'));
      await page.route('**/*.woff2', async (route) => {
        await fonts.promise;
        await route.continue();
      });
      await page.goto(path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await untilFontsAreLate(page);
      fonts.resolve();
      await arrived;
      await page.evaluate(() => document.fonts.ready);
      await painted(page);
      expect(await layoutShifts(page)).toEqual([]);
    });
  }
}
