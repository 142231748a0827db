import { expect, onTestFinished, test } from 'vitest';
import { openStripe, type StripeStandIn } from '../testing/stripe/standIn.ts';
import { runBillingSetup } from './billingCommand.ts';

const env = ({ url, secretKey }: StripeStandIn) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE: url,
  APP_URL: 'https://stagelink.example',
});

async function stripeForTest(): Promise<StripeStandIn> {
  const stripe = await openStripe();
  onTestFinished(() => stripe.close());
  return stripe;
}

test('setting up billing twice makes everything once, and shows the webhook’s secret once', async () => {
  const stripe = await stripeForTest();
  const first = await runBillingSetup(env(stripe));
  const again = await runBillingSetup(env(stripe));
  expect(first).toContain('Set STRIPE_WEBHOOK_SECRET to whsec_');
  expect(first).toContain(again);
  const { ledger } = stripe.account;
  const made = ['product', 'price', 'billing_portal.configuration', 'webhook_endpoint'] as const;
  expect(made.map((kind) => ledger.all(kind).length)).toEqual([1, 2, 1, 1]);
});

test('a price of an older release is replaced', async () => {
  const stripe = await stripeForTest();
  await runBillingSetup(env(stripe));
  const old = stripe.account.ledger
    .all('price')
    .find(({ lookup_key: key }) => key === 'stagelink_pro_monthly');
  Object.assign(old ?? {}, { unit_amount: 500 });
  await runBillingSetup(env(stripe));
  const active = stripe.account.ledger.all('price').filter((price) => price.active);
  expect(active.map(({ unit_amount: cents }) => cents).toSorted()).toEqual([600, 6000]);
});

test('prices say that taxes are added, also those of an older release', async () => {
  const stripe = await stripeForTest();
  await runBillingSetup(env(stripe));
  const behaviors = () => stripe.account.ledger.all('price').map(({ tax_behavior: behavior }) => behavior);
  expect(behaviors()).toEqual(['exclusive', 'exclusive']);
  for (const price of stripe.account.ledger.all('price')) price.tax_behavior = 'unspecified';
  await runBillingSetup(env(stripe));
  expect(behaviors()).toEqual(['exclusive', 'exclusive']);
});

test('the portal changes card, address and plan, shows invoices, and cancels', async () => {
  const stripe = await stripeForTest();
  await runBillingSetup(env(stripe));
  const [portal] = stripe.account.ledger.all('billing_portal.configuration');
  expect(portal?.features).toMatchObject({
    customer_update: { enabled: true, allowed_updates: ['address', 'email', 'name'] },
    invoice_history: { enabled: true },
    payment_method_update: { enabled: true },
    subscription_cancel: { enabled: true, mode: 'at_period_end' },
    subscription_update: { enabled: true, trial_update_behavior: 'continue_trial' },
  });
});

test.each([
  [{}, 'STRIPE_SECRET_KEY must be a secret key'],
  [{ STRIPE_SECRET_KEY: 'pk_live_1' }, 'STRIPE_SECRET_KEY must be a secret key'],
  [
    { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: 'http://127.0.0.1:9' },
    'cannot be used with a live key',
  ],
])('%o is explained', async (environment, message) => {
  await expect(runBillingSetup(environment)).rejects.toThrow(message);
});

test('a key that Stripe does not know is explained', async () => {
  const stripe = await stripeForTest();
  await expect(runBillingSetup({ ...env(stripe), STRIPE_SECRET_KEY: 'sk_test_other' })).rejects.toThrow(
    'Stripe rejected a step: Invalid API Key provided',
  );
});
