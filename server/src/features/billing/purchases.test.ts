import * as api from '@stagelink/shared/contracts/billing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { type Composition, createApp } from '../../app/compose.ts';
import type { ErrorReport } from '../../platform/errorReports.ts';
import type { Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld, VISA } from '../../testing/stripe/billingWorld.ts';
import type { Billing } from './context.ts';
import { startCheckout, subscribeByWallet } from './purchases.ts';
import { checkPrices } from './reconcile.ts';
import { LOOKUP_KEYS } from './stripe/client.ts';
import type { StripeApi } from './stripe/stripe.ts';

let world: BillingWorld;
let ada: Person;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.build.user({ isVerified: true });
});
afterEach(async () => {
  Object.assign(world.stripe.webhooks.delivery, { isDropped: false });
  Object.assign(world.stripe.faults, { answer: null, isSilent: false, cutOff: null, answersLeft: null });
  await world.removeCustomers();
});

const DOWN = { status: 503, body: '{"error":{"type":"api_error","message":"down"}}' };
const ALREADY_PRO = { status: 409, message: 'You already have Pro.' };
const PURCHASING = {
  status: 409,
  message: 'Another purchase is being made for this account. Please try again in a moment.',
};

const open = (person: Person, plan: api.BillingPlan = 'monthly') =>
  world.as(person)(api.startSubscription, { plan });
const payAt = (url: string, number = VISA) => world.stripe.submit(url, { action: 'pay', number });
const payByWallet = (person: Person, method = 'pm_card_visa', plan: api.BillingPlan = 'monthly') =>
  world.as(person)(api.subscribeByWallet, { plan, payment_method_id: method, payment_type: 'apple_pay' });
const subscriptionsOf = ({ id }: Person) =>
  world.stripe.account.ledger.all('subscription').filter(({ metadata }) => metadata['uid'] === id);
const checkoutsOf = ({ id }: Person) =>
  world.stripe.account.ledger.all('checkout.session').filter((session) => session.client_reference_id === id);
const statusOf = async (person: Person) => (await world.userOf(person)).subscriptionStatus;
const customerOf = async ({ id }: Person) =>
  (
    (await world.app.db('billing_accounts').where({ user_id: id }).first('customer_id')) as {
      customer_id: string;
    }
  ).customer_id;

function stripeOf({ stripe }: Composition): StripeApi {
  if (!stripe) throw new Error('no billing');
  return stripe;
}

/** The same billing, with some requests made differently. */
const billingWith = (changed: Partial<StripeApi> = {}): Billing => ({
  app: world.app,
  stripe: { ...stripeOf(world.app), ...changed },
});

/** What was reported while the test runs. */
function reported(): ErrorReport[] {
  const reports: ErrorReport[] = [];
  const { errorReports } = world.app;
  world.app.errorReports = { ...errorReports, report: (report) => void reports.push(report) };
  onTestFinished(() => void (world.app.errorReports = errorReports));
  return reports;
}

describe('one purchase at a time', () => {
  test('twice at once opens one checkout, and again the same one', async () => {
    const replies = await Promise.allSettled([open(ada), open(ada)]);
    const urls = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.url] : []));
    const refusals = replies.flatMap((reply) => (reply.status === 'rejected' ? [reply.reason as Error] : []));
    expect(refusals.map(({ message }) => message)).toEqual(refusals.map(() => PURCHASING.message));
    expect((await open(ada)).url).toBe(urls[0]);
    expect(checkoutsOf(ada)).toHaveLength(1);
  });

  test('another plan ends the first checkout', async () => {
    const { url } = await open(ada);
    await open(ada, 'annual');
    expect((await payAt(url)).html).toContain('has ended');
    const again = await open(ada);
    expect(again.url).not.toBe(url);
    expect((await payAt(again.url)).location).not.toBeNull();
  });

  test('an upgrade is not offered the checkout of a trial', async () => {
    const { url } = await world.as(ada)(api.startTrial, { plan: 'monthly' });
    expect((await open(ada)).url).not.toBe(url);
    expect((await payAt(url)).html).toContain('has ended');
  });

  test('a checkout that is paid while another one is requested leaves no other one', async () => {
    const { url } = await open(ada);
    const { endOtherCheckouts } = stripeOf(world.app);
    const busy = billingWith({
      async endOtherCheckouts(...given) {
        await payAt(url);
        return endOtherCheckouts(...given);
      },
    });
    await expect(startCheckout(busy, ada.id, 'annual', 'upgrade')).rejects.toMatchObject({
      code: 'conflict',
      message: 'You already have Pro.',
    });
    expect(subscriptionsOf(ada)).toHaveLength(1);
    expect(checkoutsOf(ada).map(({ status }) => status)).toEqual(['complete']);
  });

  test('nothing else can be bought while a checkout is being opened, and afterwards it can', async () => {
    const { createCheckout } = stripeOf(world.app);
    const busy = billingWith({
      async createCheckout(checkout) {
        await expect(payByWallet(ada)).rejects.toMatchObject(PURCHASING);
        await expect(open(ada, 'annual')).rejects.toMatchObject(PURCHASING);
        await expect(world.as(ada)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject(PURCHASING);
        return createCheckout(checkout);
      },
    });
    const url = await startCheckout(busy, ada.id, 'monthly', 'upgrade');
    await payByWallet(ada);
    expect((await payAt(url)).html).toContain('has ended');
    expect(subscriptionsOf(ada)).toHaveLength(1);
  });

  test('a checkout that Stripe opened without our learning of it is ended by the next purchase', async () => {
    await open(ada);
    world.stripe.faults.cutOff = { operation: 'POST /v1/checkout/sessions', before: false };
    await expect(open(ada, 'annual')).rejects.toMatchObject({ status: 503 });
    world.stripe.faults.cutOff = null;
    await payByWallet(ada);
    expect(checkoutsOf(ada).filter(({ status }) => status === 'open')).toEqual([]);
  });

  test('a server that stopped during a purchase keeps others away for three minutes', async () => {
    await open(ada);
    const until = (seconds: number) => new Date(Date.now() + seconds * 1000);
    const row = () => world.app.db('billing_accounts').where({ user_id: ada.id });
    await row().update({ purchasing_until: until(60) });
    await expect(payByWallet(ada)).rejects.toMatchObject(PURCHASING);
    await row().update({ purchasing_until: until(-1) });
    expect(await payByWallet(ada)).toEqual({ success: true });
  });

  test('in two server processes, whatever many people press at once and pay, no account has two subscriptions', async () => {
    const other = await createApp({ ...world.app.config }, world.app.config.databaseUrl ?? '');
    onTestFinished(async () => {
      await other.jobs.stop();
      await other.hostingDb.destroy();
      await other.shortDb.destroy();
      await other.db.destroy();
      await other.jobDb.destroy();
    });
    const processes: Billing[] = [billingWith(), { app: other, stripe: stripeOf(other) }];
    const buy: ((billing: Billing, id: string) => Promise<unknown>)[] = [
      async (billing, id) => payAt(await startCheckout(billing, id, 'monthly', 'upgrade')),
      async (billing, id) => payAt(await startCheckout(billing, id, 'annual', 'upgrade')),
      async (billing, id) =>
        payAt(await startCheckout(billing, id, 'monthly', 'trial'), world.stripe.newCard('pays')),
      (billing, id) => subscribeByWallet(billing, id, 'monthly', 'pm_card_visa'),
      (billing, id) => subscribeByWallet(billing, id, 'annual', 'pm_card_mastercard'),
    ];
    const people: Person[] = [];
    for (let made = 0; made < 20; made += 1) people.push(await world.build.user({ isVerified: true }));
    // All at once, and again for the accounts that got nothing.
    for (let round = 0; round < 2; round += 1) {
      await Promise.allSettled(
        people.flatMap(({ id }) => processes.flatMap((billing) => buy.map((press) => press(billing, id)))),
      );
    }
    const running = people.map(
      (person) => subscriptionsOf(person).filter(({ status }) => status !== 'canceled').length,
    );
    expect(running.filter((count) => count > 1)).toEqual([]);
    expect(running.filter((count) => count === 1)).toHaveLength(people.length);
    expect(world.stripe.account.ledger.all('refund')).toEqual([]);
  });
});

describe('paying with a wallet', () => {
  test('gives Pro at once, before any webhook, and is recorded once', async () => {
    world.stripe.webhooks.delivery.isDropped = true;
    expect(await payByWallet(ada, 'pm_card_visa', 'annual')).toMatchObject({ success: true });
    expect(await world.userOf(ada)).toMatchObject({
      subscriptionStatus: 'active',
      billingPlan: 'annual',
      nextBillingAmount: 6000,
      hasHadTrial: false,
    });
    const recorded = world.app
      .db('analytics_events')
      .where({ user_id: ada.id })
      .whereIn('event_type', ['payment_succeeded', 'subscription_started']);
    expect(await recorded).toHaveLength(2);
    await expect(payByWallet(ada)).rejects.toMatchObject(ALREADY_PRO);
  });

  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    'with %s repeats what Stripe says, mails nothing, and the next card works',
    async (method) => {
      const refused = { success: false, details: 'Your card was declined.', isUnconfirmed: false };
      expect(await payByWallet(ada, method)).toEqual(refused);
      expect(await statusOf(ada)).toBe('none');
      expect(await payByWallet(ada)).toMatchObject({ success: true });
      expect(await statusOf(ada)).toBe('active');
      await world.settle();
      expect(world.mailbox.all.filter(({ to }) => to === ada.email)).toEqual([]);
    },
  );

  test('takes no payment method of another customer, and none that Stripe does not know', async () => {
    const bob = await world.build.user({ isVerified: true });
    await payByWallet(bob);
    const foreign = world.stripe.account.ledger.all('payment_method')[0]?.id ?? '';
    for (const method of [foreign, 'pm_unknown']) {
      await expect(payByWallet(ada, method)).rejects.toMatchObject({
        status: 400,
        field: 'payment_method_id',
      });
    }
    await expect(payByWallet(ada, 'visa')).rejects.toMatchObject({ status: 400, field: 'payment_method_id' });
    expect(subscriptionsOf(ada)).toEqual([]);
    expect(await payByWallet(ada)).toMatchObject({ success: true });
  });

  test('ends an open checkout, which can be opened anew if the card is refused', async () => {
    const { url } = await open(ada);
    await payByWallet(ada, 'pm_card_chargeDeclined');
    expect((await payAt(url)).html).toContain('has ended');
    expect((await payAt((await open(ada)).url)).location).not.toBeNull();
    await world.settle();
    expect(await statusOf(ada)).toBe('active');
  });

  test('is confirmed by the subscription where Stripe made it and did not answer', async () => {
    world.stripe.faults.cutOff = { operation: 'POST /v1/subscriptions', before: false };
    expect(await payByWallet(ada)).toMatchObject({ success: true });
    expect(await statusOf(ada)).toBe('active');
    expect(subscriptionsOf(ada)).toHaveLength(1);
  });

  test('that Stripe does not answer is no refusal, and is not made again at once', async () => {
    world.stripe.faults.cutOff = { operation: 'POST /v1/subscriptions', before: true };
    expect(await payByWallet(ada)).toEqual({
      success: false,
      isUnconfirmed: true,
      details:
        'We could not confirm the payment yet. Pro starts as soon as it is confirmed; do not pay again before that.',
    });
    world.stripe.faults.cutOff = null;
    await expect(payByWallet(ada)).rejects.toMatchObject(PURCHASING);
    await expect(open(ada)).rejects.toMatchObject(PURCHASING);
  });
});

describe('a checkout that was paid while Stripe is silent', () => {
  test('says that it is not confirmed yet, and gives Pro with the webhook', async () => {
    const { url } = await open(ada);
    const { location } = await payAt(url);
    world.stripe.faults.answer = DOWN;
    expect(await world.comeBack(ada, location ?? '')).toBe('/dashboard?billing=unconfirmed');
    world.stripe.faults.answer = null;
    await world.settle();
    expect(await statusOf(ada)).toBe('active');
  });
});

describe('a price at Stripe that is not the one of the pricing page', () => {
  async function changePrice(): Promise<void> {
    const { ledger } = world.stripe.account;
    const price = ledger.all('price').find(({ lookup_key: key }) => key === LOOKUP_KEYS.monthly);
    if (!price) throw new Error('no price');
    price.unit_amount = 700;
    onTestFinished(() => void (price.unit_amount = 600));
  }

  test('is reported at the start, which goes on', async () => {
    await changePrice();
    const reports = reported();
    await checkPrices(world.app, stripeOf(world.app));
    expect(reports.map(({ message }) => message)).toEqual([
      'Pro cannot be bought: the prices at Stripe are not those of this release. Run npm run billing:setup.',
    ]);
  });

  test('switches buying off, with a report', async () => {
    await changePrice();
    const reports = reported();
    const off = {
      status: 503,
      message: 'Pro cannot be bought on this server right now. Please contact its administrator.',
    };
    await expect(open(ada)).rejects.toMatchObject(off);
    await expect(payByWallet(ada)).rejects.toMatchObject(off);
    expect(reports).toHaveLength(2);
    expect(checkoutsOf(ada)).toEqual([]);
    expect(subscriptionsOf(ada)).toEqual([]);
    expect((await open(ada, 'annual')).url).toContain(world.stripe.url);
  });
});

describe('a customer that Stripe does not have any more', () => {
  test('is made anew for the next purchase', async () => {
    await payAt((await open(ada)).url);
    await world.settle();
    const before = await customerOf(ada);
    await stripeOf(world.app).deleteCustomer(before);
    await world.settle();
    expect(await statusOf(ada)).toBe('cancelled');
    await expect(world.as(ada)(api.openBillingPortal, {})).rejects.toMatchObject({
      status: 409,
      message: 'The payment provider has no invoices of this account.',
    });
    await payAt((await open(ada)).url);
    await world.settle();
    expect(await statusOf(ada)).toBe('active');
    expect(await customerOf(ada)).not.toBe(before);
  });

  test('as with the key of another account, is made anew too, for a wallet as well', async () => {
    await open(ada);
    world.stripe.account.ledger.remove(await customerOf(ada));
    expect(await payByWallet(ada)).toMatchObject({ success: true });
    expect(await statusOf(ada)).toBe('active');
  });
});

describe('Stripe', () => {
  test('that is down is a sentence', async () => {
    world.stripe.faults.answer = DOWN;
    await expect(open(ada)).rejects.toMatchObject({
      status: 503,
      message: 'The payment provider does not respond. Please try again in a moment.',
    });
  });

  test.each(['<html>', '{}', '[]'])('that answers %s is the same', async (body) => {
    world.stripe.faults.answer = { status: 200, body };
    await expect(open(ada)).rejects.toMatchObject({
      status: 503,
      message: 'The payment provider does not respond. Please try again in a moment.',
    });
  });

  test('that never answers is one too', async () => {
    world.stripe.faults.isSilent = true;
    await expect(open(ada)).rejects.toMatchObject({ status: 503 });
  });

  test.each([
    [401, 'Invalid API Key provided'],
    [403, 'The provided key does not have the required permissions'],
    [400, 'No such configuration'],
  ])(
    'that answers %d is a mistake of the server, with a sentence of its own and a report',
    async (status, message) => {
      const reports = reported();
      const error = { type: 'invalid_request_error', message };
      world.stripe.faults.answer = { status, body: JSON.stringify({ error }) };
      await expect(open(ada)).rejects.toMatchObject({
        status: 503,
        message: 'Billing does not work on this server right now. Please contact its administrator.',
      });
      expect(reports).toHaveLength(1);
    },
  );
});
