import * as accounts from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/billing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../../testing/builders.ts';
import { tokenOf } from '../../testing/mailWorld.ts';
import { type BillingWorld, createBillingWorld, VISA } from '../../testing/stripe/billingWorld.ts';
import { apply } from './apply.ts';
import { LOOKUP_KEYS } from './stripe/client.ts';

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
  Object.assign(world.stripe.webhooks.delivery, { held: null, isDropped: false });
  await world.removeCustomers();
});

const MASTERCARD = '5555 5555 5555 4444';
const portalOf = async (person: Person) => (await world.as(person)(api.openBillingPortal, {})).url;
const subscriptionOf = () => world.stripe.account.ledger.all('subscription')[0];
const customer = () => world.stripe.account.ledger.all('customer')[0];
const cardOf = (id: unknown) => world.stripe.account.ledger.find('payment_method', String(id))?.card?.brand;
const pass = async (days: number) => {
  world.stripe.advance(days);
  await world.settle();
};
/** The brand that the next payment charges. */
const chargedCard = () =>
  cardOf(subscriptionOf()?.default_payment_method ?? customer()?.invoice_settings.default_payment_method);

describe('the card that is charged', () => {
  test.each(['checkout', 'wallet'])(
    'is the one that a person changes in the portal, after a %s',
    async (way) => {
      if (way === 'checkout') await world.buy(ada, 'upgrade');
      else {
        const payment_type = 'apple_pay';
        await world.as(ada)(api.subscribeByWallet, {
          plan: 'monthly',
          payment_method_id: 'pm_card_visa',
          payment_type,
        });
      }
      expect(chargedCard()).toBe('visa');
      await world.stripe.submit(await portalOf(ada), { action: 'card', number: MASTERCARD });
      await world.settle();
      expect(chargedCard()).toBe('mastercard');
    },
  );

  test('is that of the newer purchase, where an older one had left another card', async () => {
    await world.buy(ada, 'upgrade');
    await world.as(ada)(api.cancelSubscription, {});
    await pass(40);
    await world.buy(ada, 'upgrade', { number: MASTERCARD });
    expect(chargedCard()).toBe('mastercard');
  });

  test('is the changed one also where a purchase of an older release kept its card', async () => {
    world.stripe.webhooks.delivery.isDropped = true;
    await world.buy(ada, 'upgrade');
    const subscription = subscriptionOf();
    if (!subscription) throw new Error('Nothing was bought');
    subscription.default_payment_method = customer()?.invoice_settings.default_payment_method as string;
    await world.stripe.submit(await portalOf(ada), { action: 'card', number: MASTERCARD });
    await world.comeBack(ada, `${world.app.config.appUrl}/billing/return`);
    expect(chargedCard()).toBe('mastercard');
  });

  test('keeps the trial of its own: the card’s fingerprint is known after it moved to the customer', async () => {
    const number = world.stripe.newCard('pays');
    await world.buy(ada, 'trial', { number });
    await world.settle();
    expect(subscriptionOf()?.default_payment_method).toBeNull();
    const bob = await world.build.user({ isVerified: true });
    expect(await world.buy(bob, 'trial', { number })).toBe('/pricing?mode=upgrade&notice=card_used');
  });
});

test('every account that ever paid opens the portal with its invoices, running or ended', async () => {
  await world.buy(ada, 'upgrade');
  const shown = async () => (await fetch(await portalOf(ada))).text();
  expect(await shown()).toContain('$6.00 paid');
  await world.as(ada)(api.cancelSubscription, {});
  expect(await shown()).toContain('$6.00 paid');
  await pass(40);
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'cancelled', billingPlan: 'monthly' });
  expect(await shown()).toContain('$6.00 paid');
});

test('the plan is switched in the portal, and what was paid is taken into account', async () => {
  await world.buy(ada, 'upgrade');
  const url = await portalOf(ada);
  const annual = world.stripe.account.ledger
    .all('price')
    .find(({ lookup_key: key }) => key === LOOKUP_KEYS.annual);
  expect(await (await fetch(url)).text()).toContain('Switch to $60.00 per year');
  await world.stripe.submit(url, { action: 'switch', price: annual?.id ?? '' });
  await world.settle();
  expect(await world.userOf(ada)).toMatchObject({ billingPlan: 'annual', nextBillingAmount: 6000 });
  const paid = world.stripe.account.ledger.all('invoice').map(({ amount_paid: amount }) => amount);
  expect(paid).toEqual([5400, 600]);
});

test('a trial that is switched in the portal stays a trial', async () => {
  await world.buy(ada, 'trial', { number: world.stripe.newCard('pays') });
  const annual = world.stripe.account.ledger
    .all('price')
    .find(({ lookup_key: key }) => key === LOOKUP_KEYS.annual);
  await world.stripe.submit(await portalOf(ada), { action: 'switch', price: annual?.id ?? '' });
  await world.settle();
  expect(await world.userOf(ada)).toMatchObject({
    subscriptionStatus: 'trial',
    billingPlan: 'annual',
    nextBillingAmount: 6000,
  });
});

describe('coming back from the portal', () => {
  const back = () => world.comeBack(ada, `${world.app.config.appUrl}/billing/return`);

  test('shows what was done there, also if the webhook is lost', async () => {
    await world.buy(ada, 'upgrade');
    await world.settle();
    world.stripe.webhooks.delivery.isDropped = true;
    const url = await portalOf(ada);
    await world.stripe.submit(url, { action: 'cancel' });
    const [, link = ''] = /href="([^"]+)">Return/.exec(await (await fetch(url)).text()) ?? [];
    expect(link).toBe(`${world.app.config.appUrl}/billing/return`);
    expect(await back()).toBe('/settings');
    expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'cancelled', canAccessPro: true });
  });

  test('leads to the settings also while Stripe is down, and for an account that never paid', async () => {
    expect(await back()).toBe('/settings');
    await world.buy(ada, 'upgrade');
    world.stripe.faults.answer = { status: 503, body: '{}' };
    expect(await back()).toBe('/settings');
    world.stripe.faults.answer = null;
  });
});

describe('what Stripe knows of an account', () => {
  test('is its new name', async () => {
    await world.buy(ada, 'upgrade');
    await world.as(ada)(accounts.updateProfile, { name: 'Ada Lovelace' });
    await world.settle();
    expect(customer()).toMatchObject({ name: 'Ada Lovelace', email: ada.email });
  });

  test('is its new address, once that is confirmed', async () => {
    await world.buy(ada, 'upgrade');
    const email = `new-${ada.email}`;
    await world.as(ada)(accounts.changeEmail, { email, currentPassword: PASSWORD });
    await world.settle();
    expect(customer()?.email).toBe(ada.email);
    await world.as(ada)(accounts.verifyEmail, { token: tokenOf(await world.mailTo(email)) });
    await world.settle();
    expect(customer()?.email).toBe(email);
  });

  test('changes nothing for an account that never bought anything', async () => {
    await world.as(ada)(accounts.updateProfile, { name: 'Ada Lovelace' });
    await world.settle();
    expect(world.stripe.account.ledger.all('customer')).toEqual([]);
  });
});

describe('emails about the subscription', () => {
  const subjects = (email: string) =>
    world.mailbox.all.filter(({ to }) => to === email).map(({ subject }) => subject);

  test('reach a person whose address is not confirmed', async () => {
    const bob = await world.build.user({ isVerified: false });
    await world.buy(bob, 'trial', { number: world.stripe.newCard('refused later') });
    await pass(5);
    await pass(2.2);
    expect(subjects(bob.email)).toEqual([
      'Your Pro trial has started',
      expect.stringMatching(/^Your Pro trial ends on/) as string,
      'Your payment for Stagelink Pro failed',
    ]);
  });

  test('go to the address that the person gave to Stripe', async () => {
    await world.buy(ada, 'upgrade');
    const made = customer();
    if (!made) throw new Error('no customer');
    made.email = 'accounts@example.com';
    await world.as(ada)(api.cancelSubscription, {});
    await world.settle();
    expect(subjects('accounts@example.com')).toEqual(['Your subscription is cancelled']);
  });

  test('remind of the end of the trial also when a newer read overtakes the one that knows', async () => {
    await world.buy(ada, 'trial', { number: world.stripe.newCard('pays') });
    await world.settle();
    world.stripe.webhooks.delivery.held = () => [];
    world.stripe.advance(5);
    const { app } = world;
    const { stripe } = app;
    if (!stripe) throw new Error('no billing');
    const { customer_id: customerId } = (await app
      .db('billing_accounts')
      .where({ user_id: ada.id })
      .first('customer_id')) as { customer_id: string };
    const overtaken: typeof stripe = {
      ...stripe,
      async readSubscription(id) {
        const facts = await stripe.readSubscription(id);
        await apply({ app, stripe }, id);
        return facts;
      },
    };
    await apply({ app, stripe: overtaken }, customerId, { isTrialEnding: true });
    await world.drainJobs();
    expect(subjects(ada.email).at(-1)).toMatch(/^Your Pro trial ends on/);
  });
});

test('cancelling while a payment is overdue says what is true, and can be undone', async () => {
  await world.buy(ada, 'trial', { number: world.stripe.newCard('refused later') });
  await pass(5);
  await pass(2.2);
  const { message } = await world.as(ada)(api.cancelSubscription, {});
  expect(message).toBe(
    'Subscription cancelled successfully. The failed payment is still retried until Pro ends.',
  );
  const user = await world.userOf(ada);
  expect(user.subscriptionStatus).toBe('past_due');
  expect(user.willCancelAt).not.toBeNull();
  await world.settle();
  const mail = world.mailbox.all.findLast(({ to }) => to === ada.email);
  expect(mail?.subject).toBe('Your subscription is cancelled');
  expect(mail?.text).toContain('is still retried until then');
  await world.as(ada)(api.reactivateSubscription, {});
  expect((await world.userOf(ada)).willCancelAt).toBeNull();
});

test('a new card pays what is overdue at the next attempt', async () => {
  await world.buy(ada, 'trial', { number: world.stripe.newCard('refused later') });
  await pass(5);
  await pass(2.2);
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'past_due' });
  await world.stripe.submit(await portalOf(ada), { action: 'card', number: VISA });
  await world.settle();
  await pass(4);
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'active' });
});
