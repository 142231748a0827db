import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { findOperation } from './description.ts';
import { openStripe, type StripeStandIn } from './standIn.ts';

let standIn: StripeStandIn;
let stripe: Stripe;
let monthly: Stripe.Price;
let customer: Stripe.Customer;

const clientOf = ({ url, secretKey }: StripeStandIn, more: Stripe.StripeConfig = {}) =>
  new Stripe(secretKey, {
    protocol: 'http',
    host: new URL(url).hostname,
    port: new URL(url).port,
    telemetry: false,
    maxNetworkRetries: 0,
    ...more,
  });

beforeAll(async () => {
  standIn = await openStripe();
  stripe = clientOf(standIn);
  const product = await stripe.products.create({ name: 'Pro' });
  const recurring = { interval: 'month' } as const;
  monthly = await stripe.prices.create({ product: product.id, currency: 'usd', unit_amount: 600, recurring });
});
afterAll(() => standIn.close());
beforeEach(async () => {
  customer = await stripe.customers.create({ email: 'ada@example.com' });
});

const checkoutFor = (trialDays?: number) =>
  stripe.checkout.sessions.create({
    mode: 'subscription',
    customer: customer.id,
    line_items: [{ price: monthly.id, quantity: 1 }],
    allow_promotion_codes: true,
    success_url: 'http://localhost/return?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://localhost/pricing',
    ...(trialDays === undefined ? {} : { subscription_data: { trial_period_days: trialDays } }),
  });

const VISA = '4242 4242 4242 4242';
const pay = async (session: Stripe.Checkout.Session, fields: Record<string, string> = {}) =>
  standIn.submit(session.url ?? '', { action: 'pay', number: VISA, ...fields });

async function subscribe(
  fields: Record<string, string> = {},
  trialDays?: number,
): Promise<Stripe.Subscription> {
  await pay(await checkoutFor(trialDays), fields);
  const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
  if (!data[0]) throw new Error('Nothing was bought');
  return data[0];
}

const again = ({ id }: Stripe.Subscription) => stripe.subscriptions.retrieve(id);
const eventTypes = () =>
  standIn.account.ledger
    .all('event')
    .map(({ type }) => type)
    .toReversed();

describe('a request', () => {
  test('with another API version is refused', async () => {
    const old = clientOf(standIn, { apiVersion: '2020-08-27' as never });
    await expect(old.customers.list()).rejects.toMatchObject({ statusCode: 400 });
  });

  test('for an unknown address is refused', async () => {
    expect(findOperation('GET', '/v1/charges')).toBeNull();
    await expect(stripe.charges.list()).rejects.toMatchObject({ statusCode: 404 });
  });
});

describe('the hosted checkout', () => {
  test('is a page that a card is typed into', async () => {
    const page = await fetch((await checkoutFor()).url ?? '');
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('$6.00 per month');
  });

  test('leads back with its id and starts a subscription', async () => {
    const session = await checkoutFor();
    const { location } = await pay(session);
    expect(location).toBe(`http://localhost/return?session_id=${session.id}`);
    const bought = await stripe.checkout.sessions.retrieve(session.id, { expand: ['subscription'] });
    expect(bought).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      subscription: { status: 'active', customer: customer.id },
    });
  });

  test.each([
    ['4000 0000 0000 0002', 'Your card was declined.'],
    ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
    ['1234', 'Your card number is incorrect.'],
  ])('shows what is wrong with %s', async (number, message) => {
    const { html, location } = await pay(await checkoutFor(), { number });
    expect(location).toBeNull();
    expect(html).toContain(message);
    const { data } = await stripe.subscriptions.list({ customer: customer.id, status: 'all' });
    expect(data).toEqual([]);
  });

  test('asks for authentication', async () => {
    const session = await checkoutFor();
    const number = '4000 0025 0000 3155';
    const { html } = await pay(session, { number });
    expect(html).toContain('Complete authentication');
    expect((await pay(session, { number, action: 'authenticate' })).location).toContain(session.id);
  });

  test('takes promotion codes', async () => {
    expect((await pay(await checkoutFor(), { promotion: 'OLD' })).html).toContain('This code is invalid.');
    const subscription = await subscribe({ promotion: 'FREE' });
    expect((await stripe.invoices.createPreview({ subscription: subscription.id })).amount_due).toBe(0);
    const half = await subscribe({ promotion: 'HALF' });
    const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data;
    expect(invoice?.amount_paid).toBe(300);
    expect((await stripe.invoices.createPreview({ subscription: half.id })).amount_due).toBe(600);
  });

  test('that has expired cannot be used', async () => {
    const session = await checkoutFor();
    await stripe.checkout.sessions.expire(session.id);
    expect((await pay(session)).html).toContain('This checkout session has ended');
    await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 });
  });
});

describe('time', () => {
  test('ends a trial with a notice, an active subscription and, an hour later, its first payment', async () => {
    const trial = await subscribe({}, 7);
    expect(trial).toMatchObject({ status: 'trialing', cancel_at_period_end: false });
    const before = eventTypes().length;
    standIn.advance(6.9);
    expect(eventTypes().slice(before)).toEqual(['customer.subscription.trial_will_end']);
    standIn.advance(0.11);
    expect(eventTypes().slice(before + 1)).toEqual(['customer.subscription.updated', 'invoice.created']);
    expect((await again(trial)).status).toBe('active');
    standIn.advance(1 / 12);
    expect(eventTypes().slice(before + 3)).toEqual(['invoice.finalized', 'invoice.paid']);
  });

  test('retries a failed charge three times and then cancels', async () => {
    const trial = await subscribe({ number: '4000 0000 0000 0341' }, 7);
    standIn.advance(7.1);
    expect((await again(trial)).status).toBe('past_due');
    standIn.advance(10);
    expect((await again(trial)).status).toBe('past_due');
    standIn.advance(5);
    const ended = await again(trial);
    expect(ended.status).toBe('canceled');
    const invoice = await stripe.invoices.retrieve(ended.latest_invoice as string);
    expect(invoice).toMatchObject({ attempt_count: 4, next_payment_attempt: null });
    expect(invoice.parent?.subscription_details?.subscription).toBe(trial.id);
  });

  test('ends a cancelled subscription with its period', async () => {
    const subscription = await subscribe();
    await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
    await expect(stripe.invoices.createPreview({ subscription: subscription.id })).rejects.toMatchObject({
      code: 'invoice_upcoming_none',
    });
    standIn.advance(27);
    expect((await again(subscription)).status).toBe('active');
    standIn.advance(5);
    expect((await again(subscription)).status).toBe('canceled');
  });
});

describe('the customer portal', () => {
  async function open(prices = [monthly.id]): Promise<string> {
    const configuration = await stripe.billingPortal.configurations.create({
      features: {
        subscription_cancel: { enabled: true },
        subscription_update: { enabled: true, products: [{ product: monthly.product as string, prices }] },
        payment_method_update: { enabled: true },
        invoice_history: { enabled: true },
      },
    });
    const session = await stripe.billingPortal.sessions.create({
      customer: customer.id,
      configuration: configuration.id,
      return_url: 'http://localhost/settings',
    });
    return session.url;
  }

  test('schedules a cancellation without cancel_at_period_end', async () => {
    const subscription = await subscribe();
    const url = await open();
    await standIn.submit(url, { action: 'cancel' });
    const end = subscription.items.data[0]?.current_period_end;
    expect(await again(subscription)).toMatchObject({ cancel_at: end, cancel_at_period_end: false });
    await standIn.submit(url, { action: 'renew' });
    expect((await again(subscription)).cancel_at).toBeNull();
  });

  test('changes the customer’s card, not the one that a subscription has of its own', async () => {
    const subscription = await subscribe();
    await standIn.submit(await open(), { action: 'card', number: '5555 5555 5555 4444' });
    const { default_payment_method: charged } = await again(subscription);
    expect(charged).toBe(subscription.default_payment_method);
    const { invoice_settings: settings } = (await stripe.customers.retrieve(customer.id)) as Stripe.Customer;
    expect(settings.default_payment_method).not.toBe(charged);
  });

  test('switches to another price, and charges the difference at once', async () => {
    const recurring = { interval: 'year' } as const;
    const product = monthly.product as string;
    const annual = await stripe.prices.create({ product, currency: 'usd', unit_amount: 6000, recurring });
    const subscription = await subscribe();
    const url = await open([monthly.id, annual.id]);
    expect((await standIn.submit(url, { action: 'switch', price: 'price_other' })).html).toContain(
      'This plan is not offered.',
    );
    await standIn.submit(url, { action: 'switch', price: annual.id });
    expect((await again(subscription)).items.data[0]?.price.id).toBe(annual.id);
    const { data } = await stripe.invoices.list({ customer: customer.id });
    expect(data.map(({ amount_paid: cents }) => cents)).toEqual([5400, 600]);
  });

  test('replaces a card that is refused, and pays', async () => {
    const trial = await subscribe({ number: '4000 0000 0000 0341' }, 7);
    await stripe.subscriptions.update(trial.id, { default_payment_method: '' });
    standIn.advance(7.1);
    const url = await open();
    await standIn.submit(url, { action: 'card', number: VISA });
    const { latest_invoice: invoice } = await again(trial);
    await standIn.submit(url, { action: 'pay', invoice: invoice as string });
    expect((await again(trial)).status).toBe('active');
  });
});

test('every card has one fingerprint, for all customers', async () => {
  const first = await subscribe();
  const expand = { expand: ['default_payment_method'] };
  const fingerprint = async ({ id }: Stripe.Subscription) => {
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(id, expand);
    return (method as Stripe.PaymentMethod).card?.fingerprint;
  };
  customer = await stripe.customers.create({});
  expect(await fingerprint(await subscribe())).toBe(await fingerprint(first));
});

test('a webhook that is not answered with success is sent again', async () => {
  const statuses = [500, 200];
  const received: string[] = [];
  const receiver = createServer(async (request, response) => {
    received.push((JSON.parse(await text(request)) as Stripe.Event).type);
    response.writeHead(statuses.shift() ?? 200).end();
  });
  onTestFinished(() => void receiver.close());
  await new Promise<void>((ready) => receiver.listen(0, '127.0.0.1', ready));
  const { port } = receiver.address() as AddressInfo;
  const own = await openStripe();
  onTestFinished(() => own.close());
  own.webhooks.sendTo(`http://127.0.0.1:${port}`, 'whsec_x');
  await clientOf(own).customers.create({});
  expect(await own.webhooks.flush()).toEqual([500]);
  expect(await own.webhooks.flush()).toEqual([500, 200]);
  await own.webhooks.flush();
  expect(received).toEqual(['customer.created', 'customer.created']);
});

test('a refused request is repeated for its idempotency key only if it was begun', async () => {
  const options = { idempotencyKey: 'one' };
  const email = 'ada';
  await expect(stripe.customers.create({ email }, options)).rejects.toMatchObject({ code: 'email_invalid' });
  expect((await stripe.customers.create({ email: 'ada@example.com' }, options)).id).toMatch(/^cus_/);
});
