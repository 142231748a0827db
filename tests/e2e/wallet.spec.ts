import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { signedInBuyer, test } from '../support/billing.ts';
import { expect } from '../support/story.ts';
import { serveStripeJs } from '../support/stripeJs.ts';
import { LONG } from '../support/longForm.ts';

const VISA = { isAvailable: true, pays: { method: 'pm_card_visa' } };

const wallets = (page: Page) => page.getByRole('button', { name: 'Subscribe with Apple Pay' });
const checkouts = (page: Page) => page.getByRole('button', { name: 'Upgrade to Pro' });
const stripeIsLoaded = (page: Page) => page.evaluate(() => 'Stripe' in window);

test('a browser with Apple Pay subscribes on the pricing page, which alone loads Stripe’s script', async ({
  buyer: page,
}) => {
  const requests = await serveStripeJs(page, VISA);
  await signedInBuyer(page);
  await page.goto('/settings');
  await page.getByRole('link', { name: 'Upgrade to Pro' }).click();
  await expect(wallets(page)).toHaveCount(2);
  expect(new Set(requests.map((url) => new URL(url).pathname))).toEqual(new Set(['/endive/stripe.js']));
  expect(await accessibilityViolations(page)).toEqual([]);

  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  expect(await stripeIsLoaded(page)).toBe(false);

  await page.goBack();
  await page
    .getByRole('region', { name: 'Pro annual' })
    .getByRole('button', { name: 'Subscribe with Apple Pay' })
    .click();
  await expect(
    page.getByText('Subscription activated! You now have full access to Pro features.'),
  ).toBeVisible();
  expect(await stripeIsLoaded(page)).toBe(false);
  await page.goto('/settings');
  await expect(page.getByText('Annual, $60.00 per year')).toBeVisible();
});

test('a refused card is explained, and the checkout remains', async ({ buyer: page }) => {
  await serveStripeJs(page, { isAvailable: true, pays: { method: 'pm_card_chargeDeclined' } });
  await signedInBuyer(page);
  await page.goto('/pricing');
  await wallets(page).first().click();
  await expect(page.getByRole('alert')).toHaveText('Apple Pay failed: Your card was declined.');
  await checkouts(page).first().click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
});

for (const [name, behavior] of [
  ['without a wallet', { ...VISA, isAvailable: false }],
  ['that blocks Stripe’s script', 'blocked'],
] as const) {
  test(
    `a browser ${name} shows the checkout only`,
    behavior === 'blocked' ? {} : LONG,
    async ({ buyer: page }) => {
      const requests = await serveStripeJs(page, behavior);
      await signedInBuyer(page);
      await page.goto('/pricing');
      await expect(checkouts(page)).toHaveCount(2);
      await expect.poll(() => requests.length).toBeGreaterThan(0);
      await expect(wallets(page)).toHaveCount(0);
      await checkouts(page).first().click();
      await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    },
  );
}

test('visitors without an account and those who start a trial load nothing of Stripe', async ({
  buyer: page,
}) => {
  const requests = await serveStripeJs(page, VISA);
  await page.goto('/pricing');
  await expect(page.getByRole('heading', { name: 'Upgrade to Pro' })).toBeVisible();
  await signedInBuyer(page);
  await page.goto('/pricing?mode=trial');
  await expect(page.getByRole('button', { name: 'Start free trial' })).toHaveCount(2);
  expect(requests).toEqual([]);
});
