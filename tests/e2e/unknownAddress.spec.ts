import { accessibilityViolations } from '../support/accessibility.ts';
import { expect, test } from '../support/story.ts';

/** Addresses that no page has. */

for (const [name, viewport] of [
  ['a wide window', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
] as const) {
  test(`an address that no page has leads to the landing page, which names it, in ${name}`, async ({
    visitor: page,
  }) => {
    await page.setViewportSize(viewport);
    await page.goto('/projects/old%20one?tab=1#top');
    const unknown = page.getByText('There is no page at');
    await expect(unknown).toHaveText('There is no page at /projects/old%20one.');
    await expect(unknown).toHaveRole('status');
    await expect(page).toHaveURL((url) => url.pathname === '/' && url.search === '' && url.hash === '');
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth),
    ).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);

    // The landing page itself is no such address, also on the way back.
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(unknown).toHaveCount(0);
  });
}

test('a mistyped link of a snapshot says that it is not found, and is not the landing page', async ({
  visitor: page,
}) => {
  const answer = await page.goto('/s/abcdefgh12345678');
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole('heading', { name: 'Snapshot Not Found' })).toBeVisible();
  await expect(page).toHaveURL(/\/s\/abcdefgh12345678$/);
});

test('a hostile address is text', async ({ visitor: page }) => {
  const address = `/%3Cimg src=x onerror=alert(1)%3E${'x'.repeat(300)}`;
  await page.goto(address);
  const unknown = page.getByText('There is no page at /%3Cimg');
  await expect(unknown).toBeVisible();
  await expect(unknown.locator('img')).toHaveCount(0);
  await expect(page.locator('img[src=x]')).toHaveCount(0);
});
