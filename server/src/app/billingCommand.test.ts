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
