import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BillingConfig } from '../../platform/config.ts';
import { clientOf, type StripeConnection } from '../../features/billing/stripe/client.ts';
import { createStripe, type StripeApi } from '../../features/billing/stripe/stripe.ts';
import { type BillingSetup, setUpBilling } from '../../features/billing/setup.ts';
import { EVENT_TYPES } from '../../features/billing/webhook.ts';
import { openStripe } from './standIn.ts';

// What we rely on at Stripe. Runs against the stand-in, and with `npm run test:stripe` against Stripe's own sandbox.

const { STRIPE_SANDBOX_KEY: sandboxKey } = process.env;

/** What no program can do at the sandbox, because a person or Stripe must act first. The stand-in’s tests do it. */
const NOT_RUN: Partial<Record<keyof StripeApi, string>> = {
  readEvent: 'receiving a webhook that Stripe has signed',
};
const NOT_RUN_PAGES = [
  'paying, switching the plan and changing the card on Stripe’s pages',
  'the end of a trial, renewals and refused renewals',
  'keys with few rights',
];

/** Requests of ours that were made. */
const made = new Set<string>();

/** The same requests, which are noted. */
function recording(config: BillingConfig): StripeApi {
  const requests = Object.entries(createStripe(config)).map(([name, ask]): [string, unknown] => {
    if (typeof ask !== 'function') return [name, ask];
    const request = (...given: unknown[]): unknown => {
      made.add(name);
      return (ask as (...given: unknown[]) => unknown)(...given);
    };
    return [name, request];
  });
  return Object.fromEntries(requests) as unknown as StripeApi;
}

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
  api = recording({ ...connection, stripePublishableKey: null, webhookSecrets: [], collectsTaxes: false });
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

  test.each(['metadata', 'nonsense', 'invoice_settings'])('that expands %s is refused', async (field) => {
    await expect(stripe.customers.retrieve(customer.id, { expand: [field] })).rejects.toMatchObject({
      statusCode: 400,
    });
  });

  test.each(['nowhere', 'ftp://example.com', 'http://'])('with %s as a URL is refused', async (returnUrl) => {
    await expect(
      stripe.billingPortal.sessions.create({ customer: customer.id, return_url: returnUrl }),
    ).rejects.toMatchObject({ statusCode: 400, param: 'return_url' });
  });

  test('with an email address that is none is refused', async () => {
    await expect(stripe.customers.create({ email: 'ada' })).rejects.toMatchObject({
      statusCode: 400,
      code: 'email_invalid',
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

test('a checkout is opened with all parameters we send, is found again, and ends for another one', async () => {
  const offer = { plan: 'annual', mode: 'trial' } as const;
  const open = () =>
    api.createCheckout({
      uid: 'u1',
      customerId: customer.id,
      ...offer,
      successUrl: 'https://stagelink.example/billing/return?session_id={CHECKOUT_SESSION_ID}',
      cancelUrl: 'https://stagelink.example/pricing?mode=trial',
    });
  const url = await open();
  expect(url).toMatch(/^https?:\/\//);
  expect(await api.endOtherCheckouts(customer.id, offer)).toBe(url);
  expect(await api.endOtherCheckouts(customer.id, { ...offer, plan: 'monthly' })).toBeNull();
  const { data } = await stripe.checkout.sessions.list({ customer: customer.id });
  expect(data.map(({ status }) => status)).toEqual(['expired']);
  expect(await api.customerOfCheckout(data[0]?.id ?? '')).toBeNull();
  expect(await api.customerOfCheckout('cs_test_none')).toBeNull();
});

describe('a payment method of a wallet', () => {
  test('subscribes, is cancelled at the end of its period, and goes on', async () => {
    expect(await subscribe()).toEqual({ outcome: 'paid' });
    const paid = await api.readSubscription(customer.id);
    expect(paid).toMatchObject({ status: 'active', plan: 'monthly', cancelAt: null, next: { cents: 600 } });
    expect(paid?.payments).toMatchObject([{ cents: 600, isPaid: true, isRenewal: false }]);
    expect(paid?.ownCard?.fingerprint).toMatch(/^[\w-]+$/);
    const { id = '', periodEnd } = paid ?? {};

    await api.cancelAtPeriodEnd(id, { isDeactivation: true });
    expect(await api.readSubscription(customer.id)).toMatchObject({
      status: 'active',
      cancelAt: periodEnd,
      isCancelledByDeactivation: true,
      next: null,
    });
    await expect(stripe.invoices.createPreview({ subscription: id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
    await api.reactivate(id);
    expect(await api.readSubscription(customer.id)).toMatchObject({
      cancelAt: null,
      isCancelledByDeactivation: false,
      next: { cents: 600 },
    });

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

test('the customer’s default card is charged once the subscription has none of its own', async () => {
  await subscribe();
  const bought = await api.readSubscription(customer.id);
  const { id = '', ownCard } = bought ?? {};
  expect(bought?.customerCard).toBeNull();
  await api.chargeDefaultCard(customer.id, id, ownCard?.id ?? '');
  expect(await api.readSubscription(customer.id)).toMatchObject({
    ownCard: null,
    customerCard: { id: ownCard?.id },
  });
});

test('the younger of two subscriptions is a duplicate, which is refunded once and refused', async () => {
  await subscribe();
  const older = await api.readSubscription(customer.id);
  const [price] = (await stripe.prices.list({ lookup_keys: ['stagelink_pro_monthly'] })).data;
  const younger = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price?.id ?? '' }],
    default_payment_method: older?.ownCard?.id ?? '',
  });
  const both = await api.readSubscription(customer.id);
  // Subscriptions of one second have no order.
  const kept = both?.id ?? '';
  const [duplicate = ''] = both?.duplicateIds ?? [];
  expect([kept, duplicate].toSorted()).toEqual([older?.id, younger.id].toSorted());
  expect(await api.refundAll(duplicate)).toBe(600);
  expect(await api.refundAll(duplicate)).toBe(600);
  await api.refuse(duplicate);
  await api.refuse(duplicate);
  expect(await api.readSubscription(customer.id)).toMatchObject({ id: kept, duplicateIds: [] });
  await api.end(kept);
  expect(await api.readSubscription(customer.id)).toMatchObject({ id: kept, status: 'canceled' });
});

test('a customer’s name and address are changed, and one that is unknown is none', async () => {
  await api.updateCustomer(customer.id, { name: 'Ada', email: 'ada@other.example' });
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ email: 'ada@other.example' });
  expect(await api.hasCustomer(customer.id)).toBe(true);
  expect(await api.hasCustomer('cus_none')).toBe(false);
  expect(await api.readSubscription('cus_none')).toBeNull();
  await api.updateCustomer('cus_none', { name: 'Ada', email: 'ada@other.example' });
});

test('a customer is made once for the same fields', async () => {
  const fields = { uid: crypto.randomUUID(), email: 'ada@example.com', name: 'Ada', replaces: null };
  const id = await api.createCustomer(fields);
  expect(await api.createCustomer(fields)).toBe(id);
  expect(await api.createCustomer({ ...fields, replaces: id })).not.toBe(id);
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
  expect(await api.hasCustomer(customer.id)).toBe(false);
  expect(await api.readSubscription(customer.id)).toMatchObject({ status: 'canceled' });
});

test('events of the last minutes are listed, oldest first', async () => {
  const since = new Date(Date.now() - 300_000);
  await subscribe();
  const own = async () =>
    (await api.eventsSince(since, EVENT_TYPES)).filter(({ customerId }) => customerId === customer.id);
  await expect.poll(async () => (await own()).map(({ type }) => type)).toContain('invoice.paid');
  const created = (await own()).map((event) => event.created.getTime());
  expect(created).toEqual(created.toSorted((a, b) => a - b));
});

test('all that Stagelink requests was requested above, except what cannot be run here', () => {
  const requests = Object.entries(api).flatMap(([name, ask]) => (typeof ask === 'function' ? [name] : []));
  expect(requests.filter((name) => !made.has(name))).toEqual(Object.keys(NOT_RUN));
  if (sandboxKey === undefined) return;
  const lines = [...Object.values(NOT_RUN), ...NOT_RUN_PAGES].map((what) => `  ${what}\n`);
  process.stdout.write(`Not run at the sandbox:\n${lines.join('')}`);
});
