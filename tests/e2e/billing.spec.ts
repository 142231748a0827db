import type { Page } from '@playwright/test';
import { accessibilityViolations } from '../support/accessibility.ts';
import { signedInBuyer, test } from '../support/billing.ts';
import { LONG } from '../support/longForm.ts';
import { signUp } from '../support/pages/account.ts';
import { expect, skipWelcome } from '../support/story.ts';

async function pay(page: Page, number: string, button: string): Promise<void> {
  await page.getByLabel('Card number').fill(number);
  await page.getByRole('button', { name: button }).click();
}

const monthly = (page: Page) => page.getByRole('region', { name: 'Pro monthly' });
const plan = (page: Page) => page.getByRole('region', { name: 'Plan Management' });

test('from a trial without an account to the end of a subscription, and back', async ({
  stripe,
  buyer: page,
}) => {
  /** Time passes at Stripe, and its webhooks arrive. */
  async function pass(days: number): Promise<void> {
    stripe.advance(days);
    expect(new Set(await stripe.webhooks.flush())).toEqual(new Set([200]));
  }

  await page.goto('/pricing?mode=trial');
  await expect(page.getByRole('heading', { name: 'Try Pro for 7 days' })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);
  await monthly(page).getByRole('link', { name: 'Start free trial' }).click();
  await signUp(page);

  await expect(page.getByText('7 days free, then $6.00 per month')).toBeVisible();
  await pay(page, '4000 0000 0000 0002', 'Start trial');
  await expect(page.getByRole('alert')).toHaveText('Your card was declined.');
  await pay(page, stripe.newCard('refused later'), 'Start trial');
  await expect(
    page.getByText('Welcome to your Pro trial! You now have access to all Pro features.'),
  ).toBeVisible();
  await expect(page.getByText('Free Trial', { exact: true })).toBeVisible();
  await skipWelcome(page);

  await page.goto('/settings');
  await expect(plan(page).getByText('Your free trial runs until')).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  // The page shows what happens at Stripe without being loaded again.
  await pass(5);
  await pass(2.2);
  await expect(plan(page).getByText('Your last payment did not go through')).toBeVisible();
  await plan(page).getByRole('button', { name: 'Update Payment Method' }).click();
  await pay(page, '4242 4242 4242 4242', 'Update payment method');
  await page.getByRole('button', { name: 'Pay $6.00' }).click();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(plan(page).getByText('You have Pro')).toBeVisible();

  await plan(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByRole('dialog')).toContainText('You keep Pro until');
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(page.getByText('Subscription cancelled successfully')).toBeVisible();
  await expect(plan(page).getByText('You keep Pro until')).toBeVisible();
  await plan(page).getByRole('button', { name: 'Reactivate Pro' }).click();
  await expect(plan(page).getByText('It renews on')).toBeVisible();

  await plan(page).getByRole('button', { name: 'Cancel Subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel Subscription' }).click();
  await expect(plan(page).getByRole('button', { name: 'Reactivate Pro' })).toBeVisible();
  await pass(40);
  await expect(plan(page).getByText('Pro has ended')).toBeVisible();
  await plan(page).getByRole('button', { name: 'Reactivate Pro' }).click();
  await expect(page.getByRole('heading', { name: 'Checkout' })).toBeVisible();
  await pay(page, '4242 4242 4242 4242', 'Subscribe');
  await expect(
    page.getByText('Subscription activated! You now have full access to Pro features.'),
  ).toBeVisible();
});

test('a subscription is cancelled and continued from the badge in the bar, by keyboard, on a phone too', async ({
  buyer: page,
}) => {
  await signedInBuyer(page);
  await page.goto('/pricing');
  await monthly(page).getByRole('button', { name: 'Upgrade to Pro' }).click();
  await pay(page, '4242 4242 4242 4242', 'Subscribe');
  await expect(page.getByText('Subscription activated!')).toBeVisible();
  for (const viewport of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(viewport);
    await page.getByRole('button', { name: 'Plan: Pro' }).press('Enter');
    const cancel = page.getByRole('menuitem', { name: 'Cancel Subscription' });
    await expect(cancel).toBeVisible();
    expect(await accessibilityViolations(page)).toEqual([]);
    await cancel.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('You keep Pro until');
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).press('Enter');
    await expect(page.getByText('Subscription cancelled successfully.', { exact: true })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Plan: Cancelled' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(page.getByRole('button', { name: 'Plan: Pro' })).toBeVisible();
  }
});

test('a promotion code is entered at the checkout: a wrong one is refused, the right one lowers the amount', async ({
  stripe,
  buyer: page,
}) => {
  await signedInBuyer(page);
  await page.goto('/pricing');
  await expect(page.getByText('Have a promotion code?')).toBeVisible();
  await monthly(page).getByRole('button', { name: 'Upgrade to Pro' }).click();
  const code = page.getByLabel('Promotion code');
  const amounts = () => stripe.account.ledger.all('invoice').map((invoice) => invoice.amount_paid);
  for (const wrong of ['NO SUCH CODE', 'OLD']) {
    await code.fill(wrong);
    await pay(page, '4242 4242 4242 4242', 'Subscribe');
    await expect(code).toHaveValue('');
    await expect(page.getByRole('alert')).toHaveText('This code is invalid.');
  }
  expect(amounts()).toEqual([]);
  await code.fill('HALF');
  await pay(page, '4242 4242 4242 4242', 'Subscribe');
  await page.waitForURL('**/dashboard**');
  expect(amounts()).toEqual([300]);
  await page.goto('/settings');
  await expect(plan(page).getByText('You have Pro')).toBeVisible();
  // The code counts once.
  await expect(page.getByText(/· \$6\.00$/)).toBeVisible();
});

test('a paying person finds invoices, plan switch and card in one place, and sees what was changed there', async ({
  stripe,
  buyer: page,
}) => {
  await signedInBuyer(page);
  await page.goto('/pricing');
  await monthly(page).getByRole('button', { name: 'Upgrade to Pro' }).click();
  await pay(page, '4242 4242 4242 4242', 'Subscribe');
  await expect(page.getByText('Subscription activated!')).toBeVisible();
  await page.goto('/settings');
  await expect(plan(page).getByText('Monthly, $6.00 per month')).toBeVisible();

  // The webhooks are lost: coming back reads what was done.
  stripe.webhooks.delivery.isDropped = true;
  await plan(page).getByRole('button', { name: 'Billing and invoices' }).click();
  await expect(page.getByRole('list', { name: 'Invoices' })).toContainText('$6.00 paid');
  await page.getByRole('button', { name: 'Switch to $60.00 per year' }).click();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(plan(page).getByText('Annual, $60.00 per year')).toBeVisible();

  await plan(page).getByRole('button', { name: 'Change Payment Method' }).click();
  await pay(page, '5555 5555 5555 4444', 'Update payment method');
  await page.getByRole('button', { name: 'Cancel plan' }).click();
  await page.getByRole('link', { name: 'Return' }).click();
  await expect(plan(page).getByText('Your subscription is cancelled')).toBeVisible();
  await expect(plan(page).getByRole('button', { name: 'Billing and invoices' })).toBeVisible();
  expect(await accessibilityViolations(page)).toEqual([]);

  const [subscription] = stripe.account.ledger.all('subscription');
  const [customer] = stripe.account.ledger.all('customer');
  expect(subscription?.default_payment_method).toBeNull();
  const card = String(customer?.invoice_settings.default_payment_method);
  expect(stripe.account.ledger.find('payment_method', card)?.card?.brand).toBe('mastercard');
});

test(
  'in two windows, the checkout of the one that was opened first ends when the other plan is chosen',
  LONG,
  async ({ stripe, buyer: page }) => {
    await signedInBuyer(page);
    const choose = async (window: Page, button: 'first' | 'last') => {
      await window.goto('/pricing');
      await window.getByRole('button', { name: 'Upgrade to Pro' })[button]().click();
      await expect(window.getByRole('heading', { name: 'Checkout' })).toBeVisible();
    };
    const second = await page.context().newPage();
    await choose(page, 'first');
    await choose(second, 'last');
    await pay(page, '4242 4242 4242 4242', 'Subscribe');
    await expect(page.getByRole('heading', { name: 'This checkout session has ended' })).toBeVisible();
    await pay(second, '4242 4242 4242 4242', 'Subscribe');
    await expect(second.getByText('Subscription activated!')).toBeVisible();
    expect(stripe.account.ledger.all('subscription')).toHaveLength(1);
  },
);
