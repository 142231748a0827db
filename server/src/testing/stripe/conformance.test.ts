import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  clientOf,
  createStripe,
  type StripeApi,
  type StripeConnection,
} from '../../features/billing/stripe.ts';
import { type BillingSetup, setUpBilling } from '../../features/billing/setup.ts';
import { openStripe } from './standIn.ts';

// What we rely on at Stripe. Runs against the stand-in, and with `npm run test:stripe` against Stripe's own sandbox.

const { STRIPE_SANDBOX_KEY: sandboxKey } = process.env;

let connection: StripeConnection;
let stripe: Stripe;
let api: StripeApi;
let setup: BillingSetup;
let customer: Stripe.Customer;
let close = () => Promise.resolve();
beforeAll(async () => {
  if (sandboxKey === undefined) {
    const standIn = await openStripe();
    connection = { stripeSecretKey: standIn.secretKey, apiBase: standIn.url };
    close = () => standIn.close();
  } else connection = { stripeSecretKey: sandboxKey, apiBase: null };
  stripe = clientOf(connection);
  api = createStripe({ ...connection, stripePublishableKey: null, webhookSecrets: [] });
  setup = await setUpBilling(connection, null);
});
afterAll(() => close());
beforeEach(async () => {
  customer = await stripe.customers.create({ email: 'ada@example.com' });
});

const subscribe = (method = 'pm_card_visa') =>
  api.subscribe({ uid: customer.id, customerId: customer.id, plan: 'monthly', paymentMethodId: method });
const subscriptions = async () =>
  (await stripe.subscriptions.list({ customer: customer.id, status: 'all' })).data;

describe('a request', () => {
  test('with a parameter that Stripe does not know is refused', async () => {
    const unknown = { email: 'a@b.example', nickname: 'ada' } as Stripe.CustomerCreateParams;
    await expect(stripe.customers.create(unknown)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'nickname',
    });
  });

  test('without a required parameter is refused', async () => {
    await expect(stripe.prices.create({} as Stripe.PriceCreateParams)).rejects.toMatchObject({
      statusCode: 400,
      code: 'parameter_missing',
      param: 'currency',
    });
  });

  test('with a parameter of an older API version is refused', async () => {
    const old = {
      mode: 'subscription',
      payment_method_types: ['card'],
    } as Stripe.Checkout.SessionCreateParams;
    await expect(stripe.checkout.sessions.create(old)).rejects.toMatchObject({
      statusCode: 400,
      param: 'payment_method_types',
    });
  });

  test('for an object that does not exist is refused', async () => {
    await expect(stripe.customers.retrieve('cus_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    });
  });

  test('with another key is refused', async () => {
    const other = clientOf({ ...connection, stripeSecretKey: 'sk_test_other' });
    await expect(other.customers.list()).rejects.toMatchObject({ statusCode: 401 });
  });
});

describe('an idempotency key', () => {
  const idempotencyKey = () => ({ idempotencyKey: crypto.randomUUID() });

  test('gives the first answer again', async () => {
    const options = idempotencyKey();
    const first = await stripe.customers.create({ name: 'Ada' }, options);
    const again = await stripe.customers.create({ name: 'Ada' }, options);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
  });

  test('fits one request only', async () => {
    const options = idempotencyKey();
    await stripe.customers.create({ name: 'Ada' }, options);
    await expect(stripe.customers.create({ name: 'Bob' }, options)).rejects.toMatchObject({
      rawType: 'idempotency_error',
    });
  });
});

test('setting up again changes nothing, and the prices are those of this release', async () => {
  expect(await setUpBilling(connection, null)).toEqual(setup);
  expect(await api.readPrices()).toEqual({ monthly: 600, annual: 6000 });
});

test('a checkout is opened with all parameters we send, and is expired once', async () => {
  const { id, url } = await api.createCheckout({
    uid: 'u1',
    customerId: customer.id,
    plan: 'annual',
    isTrial: true,
    successUrl: 'https://stagelink.example/billing/return?session_id={CHECKOUT_SESSION_ID}',
    cancelUrl: 'https://stagelink.example/pricing?mode=trial',
    expiresAt: new Date(Date.now() + 40 * 60_000),
    idempotencyKey: crypto.randomUUID(),
  });
  expect(url).toMatch(/^https?:\/\//);
  expect(await api.customerOfCheckout(id)).toBeNull();
  expect(await api.expireCheckout(id)).toBe(true);
  await expect(stripe.checkout.sessions.expire(id)).rejects.toMatchObject({ statusCode: 400 });
  expect(await api.expireCheckout(id)).toBe(true);
});

describe('a payment method of a wallet', () => {
  test('subscribes, is cancelled at the end of its period, and goes on', async () => {
    expect(await subscribe()).toEqual({ outcome: 'paid' });
    const paid = await api.readSubscription(customer.id);
    expect(paid).toMatchObject({ status: 'active', plan: 'monthly', cancelAt: null, next: { cents: 600 } });
    expect(paid?.payments).toMatchObject([{ cents: 600, isPaid: true, isRenewal: false }]);
    expect(paid?.cardFingerprint).toMatch(/^[\w-]+$/);
    const { id = '', periodEnd } = paid ?? {};

    await api.cancelAtPeriodEnd(id);
    expect(await api.readSubscription(customer.id)).toMatchObject({
      status: 'active',
      cancelAt: periodEnd,
      next: null,
    });
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
    await api.reactivate(id);
    expect(await api.readSubscription(customer.id)).toMatchObject({ cancelAt: null, next: { cents: 600 } });

    // As the customer portal cancels: only the date is set.
    await stripe.subscriptions.update(id, { cancel_at: Math.floor((periodEnd?.getTime() ?? 0) / 1000) });
    expect(await api.readSubscription(customer.id)).toMatchObject({ status: 'active', cancelAt: periodEnd });
    await api.reactivate(id);
    expect(await api.readSubscription(customer.id)).toMatchObject({ cancelAt: null });
  });

  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    '%s is refused, and no subscription is left',
    async (method) => {
      expect(await subscribe(method)).toEqual({ outcome: 'refused', reason: 'Your card was declined.' });
      expect((await subscriptions()).filter(({ status }) => status !== 'incomplete_expired')).toEqual([]);
    },
  );

  test('that is unknown or another customer’s cannot be used', async () => {
    await subscribe();
    const foreign = (await subscriptions())[0]?.default_payment_method as string;
    customer = await stripe.customers.create({});
    expect(await subscribe(foreign)).toEqual({ outcome: 'unusable' });
    expect(await subscribe('pm_none')).toEqual({ outcome: 'unusable' });
    expect(await subscriptions()).toEqual([]);
  });
});

test('the portal opens on its first page and on the payment method', async () => {
  await subscribe();
  for (const page of ['home', 'payment'] as const) {
    expect(await api.openPortal(customer.id, 'https://stagelink.example/settings', page)).toMatch(/^https?:/);
  }
});

test('a deleted customer has no subscription any more, and can be deleted again', async () => {
  await subscribe();
  const [bought] = await subscriptions();
  await api.deleteCustomer(customer.id);
  expect((await stripe.subscriptions.retrieve(bought?.id ?? '')).status).toBe('canceled');
  await api.deleteCustomer(customer.id);
});

test('events of the last minutes are listed, oldest first', async () => {
  const since = new Date(Date.now() - 300_000);
  await subscribe();
  const own = async () =>
    (await api.eventsSince(since)).filter(({ customerId }) => customerId === customer.id);
  await expect.poll(async () => (await own()).map(({ type }) => type)).toContain('invoice.paid');
  const created = (await own()).map((event) => event.created.getTime());
  expect(created).toEqual(created.toSorted((a, b) => a - b));
});
