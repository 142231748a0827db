import type { Stripe } from 'stripe';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld } from '../../testing/stripe/billingWorld.ts';
import { endDuplicates } from './duplicates.ts';
import { clientOf } from './stripe/client.ts';
import type { StripeApi } from './stripe/stripe.ts';

let world: BillingWorld;
let stripe: Stripe;
let ada: Person;
beforeAll(async () => {
  world = await createBillingWorld();
  stripe = clientOf({ stripeSecretKey: world.stripe.secretKey, apiBase: world.stripe.url });
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.build.user({ isVerified: true });
  await world.buy(ada, 'upgrade');
  await world.settle();
  // One second later, so that it is the younger one.
  world.stripe.advance(1 / 86_400);
});
afterEach(() => world.removeCustomers());

async function customerOf({ id }: Person): Promise<string> {
  const row: { customer_id: string } | undefined = await world.app
    .db('billing_accounts')
    .where({ user_id: id })
    .first('customer_id');
  return row?.customer_id ?? '';
}

/** What an older release, or a person at Stripe's dashboard, may bring about. */
async function subscribeAgain(person: Person, more: Partial<Stripe.SubscriptionCreateParams> = {}) {
  const { data } = await stripe.prices.list({ lookup_keys: ['stagelink_pro_monthly'] });
  const customer = await customerOf(person);
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer });
  return stripe.subscriptions.create({
    customer,
    items: [{ price: data[0]?.id ?? '' }],
    default_payment_method: method.id,
    ...more,
  });
}

const subscriptions = () => world.stripe.account.ledger.all('subscription');
const refunds = () => world.stripe.account.ledger.all('refund').map(({ amount }) => amount);
const mailsTo = ({ email }: Person) => world.mailbox.all.filter(({ to }) => to === email);

test('of two running subscriptions the younger is ended and refunded in full, and the person learns of it', async () => {
  const reports: string[] = [];
  const { errorReports } = world.app;
  world.app.errorReports = { ...errorReports, report: ({ message }) => void reports.push(message) };
  onTestFinished(() => void (world.app.errorReports = errorReports));

  const younger = await subscribeAgain(ada);
  await world.settle();
  expect(subscriptions().map(({ id, status }) => [id === younger.id, status])).toEqual([
    [true, 'canceled'],
    [false, 'active'],
  ]);
  expect(refunds()).toEqual([600]);
  expect(mailsTo(ada).map(({ subject }) => subject)).toEqual(['Your second subscription was cancelled']);
  expect(mailsTo(ada)[0]?.text).toContain('The $6.00 that you paid for it are refunded in full.');
  expect(reports).toEqual([
    'Two subscriptions of one account were running; the younger one is refunded and ended',
  ]);
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'active', canAccessPro: true });
});

test('a trial beside a subscription is ended too, and nothing is refunded', async () => {
  await subscribeAgain(ada, { trial_period_days: 7 });
  await world.settle();
  expect(subscriptions().map(({ status }) => status)).toEqual(['canceled', 'active']);
  expect(refunds()).toEqual([]);
  expect(mailsTo(ada).at(-1)?.text).toContain('Nothing was charged for it.');
});

test('when no webhook arrives, the next reconciliation finds it', async () => {
  world.stripe.webhooks.delivery.isDropped = true;
  await subscribeAgain(ada);
  await world.app.db.transaction((tx) => world.app.jobs.enqueue(tx, 'reconcile_billing', {}));
  await world.settle();
  world.stripe.webhooks.delivery.isDropped = false;
  expect(subscriptions().map(({ status }) => status)).toEqual(['canceled', 'active']);
  expect(refunds()).toEqual([600]);
});

test('wherever the server stops meanwhile, it is refunded, ended and mailed once', async () => {
  world.stripe.webhooks.delivery.isDropped = true;
  const customerId = await customerOf(ada);
  await subscribeAgain(ada);
  const { app } = world;
  const { stripe: api } = app;
  if (!api) throw new Error('no billing');
  const stop = () => Promise.reject(new Error('stopped'));
  const stops: Partial<StripeApi>[] = [
    { refundAll: stop },
    {
      async refundAll(id) {
        await api.refundAll(id);
        return stop();
      },
    },
    { refuse: stop },
  ];
  for (const changed of stops) {
    await expect(endDuplicates({ app, stripe: { ...api, ...changed } }, customerId)).rejects.toThrow(
      'stopped',
    );
  }
  for (let run = 0; run < 2; run += 1) await endDuplicates({ app, stripe: api }, customerId);
  await world.drainJobs();
  world.stripe.webhooks.delivery.isDropped = false;
  expect(subscriptions().map(({ status }) => status)).toEqual(['canceled', 'active']);
  expect(refunds()).toEqual([600]);
  expect(mailsTo(ada)).toHaveLength(1);
});

test('when the older one has ended, the younger one that was refused gives no Pro', async () => {
  await subscribeAgain(ada);
  await world.settle();
  const running = subscriptions().find(({ status }) => status === 'active');
  await stripe.subscriptions.cancel(running?.id ?? '');
  await world.settle();
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'cancelled', canAccessPro: false });
});
