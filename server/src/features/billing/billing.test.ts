import * as accounts from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/billing';
import { infiniteStream, nat, sample } from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld, VISA } from '../../testing/stripe/billingWorld.ts';
import { signatureOf } from '../../testing/stripe/webhooks.ts';
import { worldForTest } from '../../testing/world.ts';
import { apply } from './apply.ts';
import { AppError } from '../../platform/http/errors.ts';
import { reconcile as reconcileNow } from './reconcile.ts';
import { startCheckout, subscribeByWallet } from './service.ts';

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
  isNightly = false;
  Object.assign(world.stripe.webhooks.delivery, { copies: 1, held: null, isDropped: false, secret: null });
  Object.assign(world.stripe.faults, { answer: null, isSilent: false, answersLeft: null });
  await world.removeCustomers();
});

/** A card of its own, as each person has: a card has one trial. */
const newCard = () => world.stripe.newCard('pays');

const DOWN = { status: 503, body: '{"error":{"type":"api_error","message":"down"}}' };

const startTrial = (person: Person, number = newCard()) => world.buy(person, 'trial', { number });
const reconcile = () => world.app.db.transaction((tx) => world.app.jobs.enqueue(tx, 'reconcile_billing', {}));
/** Whether the nightly reconciliation runs although some events arrive. */
let isNightly = false;
async function pass(days: number): Promise<void> {
  world.stripe.advance(days);
  if (isNightly || world.stripe.webhooks.delivery.isDropped) await reconcile();
  await world.settle();
}
/** A trial ends and its first payment is tried. Its end is announced on the way. */
async function passTrial(): Promise<void> {
  await pass(5);
  await pass(2.2);
}
async function stateOf(person: Person) {
  const { subscriptionStatus: status, canAccessPro, subscriptionDisplay: badge } = await world.userOf(person);
  return { status, canAccessPro, badge };
}
const TRIAL = { status: 'trial', canAccessPro: true, badge: 'Free Trial' };
const ACTIVE = { status: 'active', canAccessPro: true, badge: 'Pro' };
const CANCELLED = { status: 'cancelled', canAccessPro: true, badge: 'Cancelled' };
const ENDED = { status: 'cancelled', canAccessPro: false, badge: 'Cancelled' };
const PAST_DUE = { status: 'past_due', canAccessPro: true, badge: 'Past Due' };
const NONE = { status: 'none', canAccessPro: false, badge: 'Free' };

const eventsOf = async ({ id }: Person): Promise<string[]> =>
  world.app
    .db('analytics_events')
    .where({ user_id: id })
    .whereNotIn('event_type', ['user_registered', 'user_login'])
    .orderBy('event_type')
    .pluck('event_type');
const mailsTo = ({ email }: Person) =>
  world.mailbox.all
    .filter(({ to }) => to === email)
    .map(({ subject }) => subject.replace(/\d+ \w+ \d{4}$/, 'a day'));
const subscriptionsOf = ({ id }: Person) =>
  world.stripe.account.ledger.all('subscription').filter(({ metadata }) => metadata['uid'] === id);
const portalOf = async (person: Person) => (await world.as(person)(api.openBillingPortal, {})).url;
const replaceCard = async (person: Person, number = newCard()) =>
  world.stripe.submit(await portalOf(person), { action: 'card', number });

describe('buying', () => {
  test('a trial gives Pro at once, before any webhook, and says when it ends', async () => {
    world.stripe.webhooks.delivery.isDropped = true;
    expect(await stateOf(ada)).toEqual(NONE);
    expect(await startTrial(ada)).toBe('/dashboard?trial=started');
    expect(await stateOf(ada)).toEqual(TRIAL);
    const user = await world.userOf(ada);
    expect(user).toMatchObject({ nextBillingAmount: 600, hasHadTrial: true, plan: 'pro' });
    expect(user.nextBillingDate).toBe(user.trialEndsAt);
  });

  test('a subscription gives Pro at once', async () => {
    expect(await world.buy(ada, 'upgrade', { plan: 'annual' })).toBe('/dashboard?billing=success');
    expect(await stateOf(ada)).toEqual(ACTIVE);
    expect(await world.userOf(ada)).toMatchObject({ nextBillingAmount: 6000, hasHadTrial: false });
  });

  test('with a promotion code shows the amount after it', async () => {
    await world.buy(ada, 'upgrade', { promotion: 'FREE' });
    expect(await world.userOf(ada)).toMatchObject({ nextBillingAmount: 0, subscriptionStatus: 'active' });
  });

  test('twice at once opens one checkout', async () => {
    const urls = await Promise.all(
      [1, 2].map(() => world.as(ada)(api.startSubscription, { plan: 'monthly' })),
    );
    expect(urls[0]?.url).toBe(urls[1]?.url);
    expect(await world.as(ada)(api.startSubscription, { plan: 'monthly' })).toEqual(urls[0]);
  });

  test('another plan ends the first checkout', async () => {
    const { url } = await world.as(ada)(api.startSubscription, { plan: 'monthly' });
    await world.as(ada)(api.startSubscription, { plan: 'annual' });
    expect((await world.stripe.submit(url, { action: 'pay', number: VISA })).html).toContain('has ended');
    const again = await world.as(ada)(api.startSubscription, { plan: 'monthly' });
    expect(again.url).not.toBe(url);
    expect((await world.stripe.submit(again.url, { action: 'pay', number: VISA })).location).not.toBeNull();
  });

  test('in two tabs at once is charged once: a checkout is offered when the one before has ended', async () => {
    const { stripe } = world.app;
    if (!stripe) throw new Error('no billing');
    const { url } = await world.as(ada)(api.startSubscription, { plan: 'monthly' });
    // The first tab pays while the second one is about to get its checkout.
    const createCheckout: typeof stripe.createCheckout = async (checkout) => {
      const created = await stripe.createCheckout(checkout);
      await world.stripe.submit(url, { action: 'pay', number: VISA });
      return created;
    };
    const busy = Object.create(stripe, { createCheckout: { value: createCheckout } }) as typeof stripe;
    await expect(
      startCheckout({ app: world.app, stripe: busy }, ada.id, 'annual', 'upgrade'),
    ).rejects.toMatchObject({ code: 'conflict', message: 'You already have Pro.' });
    await world.settle();
    expect(await stateOf(ada)).toEqual(ACTIVE);
    const { customer_id: customer } = (await world.app
      .db('billing_accounts')
      .where({ user_id: ada.id })
      .first('customer_id')) as { customer_id: string };
    const { ledger } = world.stripe.account;
    expect(ledger.all('subscription').filter((each) => each.customer === customer)).toHaveLength(1);
    const checkouts = ledger.all('checkout.session').filter((each) => each.customer === customer);
    expect(checkouts.map(({ status }) => status).toSorted()).toEqual(['complete', 'expired']);
  });

  test('twenty times at once, for both plans, leaves one checkout that can be paid', async () => {
    const plans = Array.from({ length: 20 }, (_, at) =>
      at % 2 === 0 ? ('monthly' as const) : ('annual' as const),
    );
    const replies = await Promise.allSettled(
      plans.map((plan) => world.as(ada)(api.startSubscription, { plan })),
    );
    const urls = replies.flatMap((reply) => (reply.status === 'fulfilled' ? [reply.value.url] : []));
    const paid = await Promise.all(
      [...new Set(urls)].map((url) => world.stripe.submit(url, { action: 'pay', number: VISA })),
    );
    expect(paid.filter(({ location }) => location !== null)).toHaveLength(1);
    await world.settle();
    expect(await stateOf(ada)).toEqual(ACTIVE);
  });

  test('that replaced the one being opened is not ended for it: the last one can be paid', async () => {
    const { stripe } = world.app;
    if (!stripe) throw new Error('no billing');
    const open = (plan: api.BillingPlan) => world.as(ada)(api.startSubscription, { plan });
    await open('monthly');
    let isFirst = true;
    const createCheckout: typeof stripe.createCheckout = async (checkout) => {
      if (isFirst) {
        isFirst = false;
        await open('annual');
      }
      return stripe.createCheckout(checkout);
    };
    const busy = Object.create(stripe, { createCheckout: { value: createCheckout } }) as typeof stripe;
    const url = await startCheckout({ app: world.app, stripe: busy }, ada.id, 'monthly', 'upgrade');
    expect((await world.stripe.submit(url, { action: 'pay', number: VISA })).location).not.toBeNull();
  });

  test('is refused with Pro, also when the webhook is late', async () => {
    world.stripe.webhooks.delivery.isDropped = true;
    await world.buy(ada, 'upgrade', { isBack: false });
    expect(await stateOf(ada)).toEqual(NONE);
    await expect(world.as(ada)(api.startSubscription, { plan: 'monthly' })).rejects.toMatchObject({
      status: 409,
      message: 'You already have Pro.',
    });
  });

  test('takes a known plan only', async () => {
    const unknown = { plan: 'weekly' as api.BillingPlan };
    await expect(world.as(ada)(api.startTrial, unknown)).rejects.toMatchObject({
      status: 400,
      field: 'plan',
    });
  });

  test('coming back with the checkout of another account changes nothing', async () => {
    const bob = await world.build.user();
    const location = await world.buy(ada, 'upgrade', { isBack: false });
    expect(await world.comeBack(bob, location)).toBe('/dashboard');
    expect(await stateOf(bob)).toEqual(NONE);
  });

  test('coming back signed out leads to the sign-in page', async () => {
    const answer = await world.fetch({ path: '/billing/return?session_id=cs_test_x' });
    expect([answer.status, answer.headers.location]).toEqual([303, '/login']);
  });
});

describe('paying with a wallet', () => {
  const pay = (person: Person, method = 'pm_card_visa', plan: api.BillingPlan = 'monthly') =>
    world.as(person)(api.subscribeByWallet, { plan, payment_method_id: method, payment_type: 'apple_pay' });

  test('gives Pro at once, before any webhook, and is recorded once', async () => {
    world.stripe.webhooks.delivery.isDropped = true;
    expect(await pay(ada, 'pm_card_visa', 'annual')).toEqual({ success: true });
    expect(await stateOf(ada)).toEqual(ACTIVE);
    expect(await world.userOf(ada)).toMatchObject({ nextBillingAmount: 6000, hasHadTrial: false });
    expect(await eventsOf(ada)).toEqual(['payment_succeeded', 'subscription_started']);
    await expect(pay(ada)).rejects.toMatchObject({ status: 409, message: 'You already have Pro.' });
  });

  test.each(['pm_card_chargeDeclined', 'pm_card_chargeCustomerFail'])(
    'with %s repeats what Stripe says, and the next card works',
    async (method) => {
      expect(await pay(ada, method)).toEqual({ success: false, details: 'Your card was declined.' });
      expect(await stateOf(ada)).toEqual(NONE);
      expect(await pay(ada)).toEqual({ success: true });
      expect(await stateOf(ada)).toEqual(ACTIVE);
    },
  );

  test('takes no payment method of another customer, and none that Stripe does not know', async () => {
    const bob = await world.build.user({ isVerified: true });
    await pay(bob);
    const foreign = String(subscriptionsOf(bob)[0]?.default_payment_method);
    for (const method of [foreign, 'pm_unknown']) {
      await expect(pay(ada, method)).rejects.toMatchObject({ status: 400, field: 'payment_method_id' });
    }
    await expect(pay(ada, 'visa')).rejects.toMatchObject({ status: 400, field: 'payment_method_id' });
    expect(subscriptionsOf(ada)).toEqual([]);
    expect(await pay(ada)).toEqual({ success: true });
  });

  test('twenty times at once charges once', async () => {
    const ends = await Promise.allSettled(Array.from({ length: 20 }, () => pay(ada)));
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(subscriptionsOf(ada)).toHaveLength(1);
  });

  test('ends an open checkout, which can be opened anew if the card is refused', async () => {
    const { url } = await world.as(ada)(api.startSubscription, { plan: 'monthly' });
    await pay(ada, 'pm_card_chargeDeclined');
    expect((await world.stripe.submit(url, { action: 'pay', number: VISA })).html).toContain('has ended');
    const again = await world.as(ada)(api.startSubscription, { plan: 'monthly' });
    expect((await world.stripe.submit(again.url, { action: 'pay', number: VISA })).location).not.toBeNull();
    await world.settle();
    expect(await stateOf(ada)).toEqual(ACTIVE);
  });

  test('while a checkout is being opened offers no checkout that could be paid as well', async () => {
    const { stripe } = world.app;
    if (!stripe) throw new Error('no billing');
    await world.as(ada)(api.startSubscription, { plan: 'annual' });
    const createCheckout: typeof stripe.createCheckout = async (checkout) => {
      const created = await stripe.createCheckout(checkout);
      await pay(ada);
      return created;
    };
    const busy = Object.create(stripe, { createCheckout: { value: createCheckout } }) as typeof stripe;
    await expect(
      startCheckout({ app: world.app, stripe: busy }, ada.id, 'monthly', 'upgrade'),
    ).rejects.toMatchObject({ code: 'conflict', message: 'You already have Pro.' });
    expect(
      world.stripe.account.ledger
        .all('checkout.session')
        .filter(({ status, client_reference_id: uid }) => status === 'open' && uid === ada.id),
    ).toEqual([]);
    expect(subscriptionsOf(ada)).toHaveLength(1);
  });

  test('whose outcome is unknown blocks a second payment', async () => {
    const { stripe } = world.app;
    if (!stripe) throw new Error('no billing');
    const subscribe = async (purchase: Parameters<typeof stripe.subscribe>[0]) => {
      await stripe.subscribe(purchase);
      throw new AppError('unavailable', 'no answer');
    };
    const cut = Object.create(stripe, { subscribe: { value: subscribe } }) as typeof stripe;
    const billing = { app: world.app, stripe: cut };
    await expect(subscribeByWallet(billing, ada.id, 'monthly', 'pm_card_visa')).rejects.toThrow('no answer');
    await expect(pay(ada)).rejects.toMatchObject({ status: 409, message: 'You already have Pro.' });

    const bob = await world.build.user({ isVerified: true });
    const lost = Object.create(stripe, {
      subscribe: { value: () => Promise.reject(new AppError('unavailable', 'no answer')) },
    }) as typeof stripe;
    await expect(
      subscribeByWallet({ app: world.app, stripe: lost }, bob.id, 'monthly', 'pm_card_visa'),
    ).rejects.toThrow('no answer');
    const wait = {
      status: 409,
      message: 'A payment is being made already. Please try again in a minute.',
    };
    await expect(pay(bob)).rejects.toMatchObject(wait);
    await expect(world.as(bob)(api.startSubscription, { plan: 'monthly' })).rejects.toMatchObject(wait);
    await world.app
      .db('billing_accounts')
      .where({ user_id: bob.id })
      .update({ wallet_at: new Date(Date.now() - 121_000) });
    expect(await pay(bob)).toEqual({ success: true });
  });
});

describe('one trial per person', () => {
  test('a second one is refused, also after the account was deleted', async () => {
    await startTrial(ada);
    await world.as(ada)(api.cancelSubscription, {});
    await pass(8);
    const refused = { status: 409, message: 'Your free trial has been used. You can subscribe instead.' };
    await expect(world.as(ada)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject(refused);

    await world.as(ada)(accounts.deleteAccount, {
      uid: ada.id,
      confirm: 'DELETE',
      currentPassword: PASSWORD,
    });
    const again = await world.build.user({ email: ada.email.replace('@', '+again@') });
    await expect(world.as(again)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject(refused);
    expect((await world.userOf(again)).hasHadTrial).toBe(true);
  });

  test('a card that had one is refused, and nothing is charged', async () => {
    const number = newCard();
    await startTrial(ada, number);
    const bob = await world.build.user({ isVerified: true });
    expect(await startTrial(bob, number)).toBe('/pricing?mode=upgrade&notice=card_used');
    await world.settle();
    expect(await stateOf(bob)).toEqual(NONE);
    expect(await eventsOf(bob)).toEqual([]);
    expect(mailsTo(bob)).toEqual([]);
    expect(subscriptionsOf(bob).map(({ status }) => status)).toEqual(['canceled']);
    expect(await world.buy(bob, 'upgrade', { number })).toBe('/dashboard?billing=success');
  });

  test('one with a used card ends, whenever Stripe or the server stops meanwhile', async () => {
    const number = newCard();
    await startTrial(ada, number);
    let isRefusedAtOnce = false;
    for (let answers = 0; !isRefusedAtOnce; answers += 1) {
      const bob = await world.build.user({ isVerified: true });
      const location = await world.buy(bob, 'trial', { number, isBack: false });
      world.stripe.faults.answersLeft = answers;
      isRefusedAtOnce = (await world.comeBack(bob, location)) === '/pricing?mode=upgrade&notice=card_used';
      world.stripe.faults.answersLeft = null;
      await world.settle();
      expect(await stateOf(bob)).toEqual(NONE);
      expect((await world.userOf(bob)).hasHadTrial).toBe(true);
      expect(mailsTo(bob)).toEqual([]);
      expect(subscriptionsOf(bob).map(({ status }) => status)).toEqual(['canceled']);
    }
  });
});

/** What an account goes through; `events` are those of the whole story. */
interface Row {
  name: string;
  run: () => Promise<void>;
  ends: object;
  events: string[];
  mails: string[];
}

const cancel = () => world.as(ada)(api.cancelSubscription, {});
const reactivate = () => world.as(ada)(api.reactivateSubscription, {});
const TRIAL_ENDS = 'Your Pro trial ends on a day';

const TRANSITIONS: Row[] = [
  {
    name: 'none → trial',
    run: async () => void (await startTrial(ada)),
    ends: TRIAL,
    events: ['trial_started'],
    mails: ['Your Pro trial has started'],
  },
  {
    name: 'none → active',
    run: async () => void (await world.buy(ada, 'upgrade')),
    ends: ACTIVE,
    events: ['payment_succeeded', 'subscription_started'],
    mails: [],
  },
  {
    name: 'trial, three days before its end',
    async run() {
      await startTrial(ada);
      await pass(5);
    },
    ends: TRIAL,
    events: ['trial_started'],
    mails: ['Your Pro trial has started', TRIAL_ENDS],
  },
  {
    name: 'trial → active',
    async run() {
      await startTrial(ada);
      await passTrial();
    },
    ends: ACTIVE,
    events: ['payment_succeeded', 'trial_ended', 'trial_started'],
    mails: ['Your Pro trial has started', TRIAL_ENDS],
  },
  {
    name: 'trial → past due',
    async run() {
      await startTrial(ada, world.stripe.newCard('refused later'));
      await passTrial();
    },
    ends: PAST_DUE,
    events: ['payment_failed', 'trial_ended', 'trial_started'],
    mails: ['Your Pro trial has started', TRIAL_ENDS, 'Your payment for Stagelink Pro failed'],
  },
  {
    name: 'trial → cancelled',
    async run() {
      await startTrial(ada);
      await cancel();
    },
    ends: CANCELLED,
    events: ['subscription_cancelled', 'trial_started'],
    mails: ['Your Pro trial has started', 'Your subscription is cancelled'],
  },
  {
    name: 'active → cancelled in the portal',
    async run() {
      await world.buy(ada, 'upgrade');
      await world.stripe.submit(await portalOf(ada), { action: 'cancel' });
    },
    ends: CANCELLED,
    events: ['payment_succeeded', 'subscription_cancelled', 'subscription_started'],
    mails: ['Your subscription is cancelled'],
  },
  {
    name: 'cancelled → trial, reactivated',
    async run() {
      await startTrial(ada);
      await cancel();
      await reactivate();
    },
    ends: TRIAL,
    events: ['subscription_cancelled', 'trial_started'],
    mails: ['Your Pro trial has started', 'Your subscription is cancelled', 'Your subscription continues'],
  },
  {
    name: 'cancelled in the portal → active, reactivated',
    async run() {
      await world.buy(ada, 'upgrade');
      await world.stripe.submit(await portalOf(ada), { action: 'cancel' });
      await reactivate();
    },
    ends: ACTIVE,
    events: ['payment_succeeded', 'subscription_cancelled', 'subscription_started'],
    mails: ['Your subscription is cancelled', 'Your subscription continues'],
  },
  {
    name: 'cancelled → ended, a trial',
    async run() {
      await startTrial(ada);
      await cancel();
      await pass(8);
    },
    ends: ENDED,
    events: ['subscription_cancelled', 'trial_ended', 'trial_started'],
    mails: ['Your Pro trial has started', 'Your subscription is cancelled', 'Your Pro plan has ended'],
  },
  {
    name: 'past due → active, the card is replaced',
    async run() {
      await startTrial(ada, world.stripe.newCard('refused later'));
      await passTrial();
      await replaceCard(ada);
      await pass(4);
    },
    ends: ACTIVE,
    events: ['payment_failed', 'payment_succeeded', 'trial_ended', 'trial_started'],
    mails: ['Your Pro trial has started', TRIAL_ENDS, 'Your payment for Stagelink Pro failed'],
  },
  {
    name: 'past due → ended',
    async run() {
      await startTrial(ada, world.stripe.newCard('refused later'));
      await passTrial();
      await pass(15);
    },
    ends: ENDED,
    events: ['payment_failed', 'trial_ended', 'trial_started'],
    mails: [
      'Your Pro trial has started',
      TRIAL_ENDS,
      'Your payment for Stagelink Pro failed',
      'Your Pro plan has ended',
    ],
  },
];

/** What the account shows, what was recorded, and what was emailed, in any order. */
async function outcomeOf({ run }: Row, isReconciled = false) {
  await run();
  if (isReconciled) await reconcile();
  await world.settle();
  return { ends: await stateOf(ada), events: await eventsOf(ada), mails: mailsTo(ada).toSorted() };
}

const expected = ({ ends, events, mails }: Row) => ({ ends, events, mails: mails.toSorted() });

describe.each(TRANSITIONS)('$name', (row) => {
  test('is what Stripe says, recorded and emailed once', async () => {
    expect(await outcomeOf(row)).toEqual(expected(row));
  });

  test('is the same with each event delivered fifty times', async () => {
    world.stripe.webhooks.delivery.copies = 50;
    expect(await outcomeOf(row)).toEqual(expected(row));
    expect(new Set(await world.stripe.webhooks.flush())).toEqual(new Set([200]));
  });

  test('is the same with the events in another order', async () => {
    world.stripe.webhooks.delivery.held = (events) => events.toReversed();
    expect(await outcomeOf(row)).toEqual(expected(row));
  });

  test.each([1, 2])(
    'is the same with the events shuffled and delivered up to three times, %i',
    async (seed) => {
      const arbitrary = infiniteStream(nat());
      const [numbers] = sample(arbitrary, { numRuns: 1, seed });
      const next = () => Number(numbers?.next().value ?? 0);
      world.stripe.webhooks.delivery.held = (events) =>
        events
          .flatMap((event) => Array.from({ length: 1 + (next() % 3) }, () => ({ event, at: next() })))
          .toSorted((one, other) => one.at - other.at)
          .map(({ event }) => event);
      expect(await outcomeOf(row)).toEqual(expected(row));
    },
  );

  test.each([3])(
    'is the same when some events are lost and the next reconciliation finds out, %i',
    async (seed) => {
      const [numbers] = sample(infiniteStream(nat(1)), { numRuns: 1, seed });
      isNightly = true;
      world.stripe.webhooks.delivery.held = (events) => events.filter(() => numbers?.next().value === 1);
      expect(await outcomeOf(row, true)).toEqual(expected(row));
    },
  );

  test('is the same when no event arrives and the next reconciliation finds out', async () => {
    world.stripe.webhooks.delivery.isDropped = true;
    expect(await outcomeOf(row, true)).toEqual(expected(row));
  });
});

test('the whole story: trial, active, cancelled, active, cancelled, ended, bought again', async () => {
  await startTrial(ada);
  await passTrial();
  expect(await stateOf(ada)).toEqual(ACTIVE);
  await cancel();
  expect((await world.userOf(ada)).willCancelAt).not.toBeNull();
  await reactivate();
  expect((await world.userOf(ada)).willCancelAt).toBeNull();
  await pass(1);
  await cancel();
  await pass(40);
  expect(await stateOf(ada)).toEqual(ENDED);
  const { url } = await reactivate();
  expect(url).toContain(world.stripe.url);
  await world.stripe.submit(url ?? '', { action: 'pay', number: VISA });
  await world.settle();
  expect(await stateOf(ada)).toEqual(ACTIVE);
  expect((await eventsOf(ada)).filter((type) => type === 'subscription_cancelled')).toHaveLength(2);
});

test('a portal that was left open while the subscription ended changes nothing', async () => {
  await world.buy(ada, 'upgrade');
  const url = await portalOf(ada);
  await cancel();
  await pass(40);
  expect(await stateOf(ada)).toEqual(ENDED);
  const { html } = await world.stripe.submit(url, { action: 'renew' });
  expect(html).toContain('This subscription has already ended.');
  await world.stripe.submit(url, { action: 'card', number: newCard() });
  await world.settle();
  expect(await stateOf(ada)).toEqual(ENDED);
});

test('events that did not arrive are applied, also if the server stops between finding and applying them', async () => {
  world.stripe.webhooks.delivery.isDropped = true;
  await world.buy(ada, 'upgrade', { isBack: false });
  const { stripe } = world.app;
  if (!stripe) throw new Error('no billing');
  const stopped = Object.create(stripe, {
    readSubscription: { value: () => Promise.reject(new Error('stopped')) },
  }) as typeof stripe;
  const never = new AbortController().signal;
  await reconcileNow({ app: world.app, stripe: stopped }, new Date(), never).catch(() => undefined);
  expect(await stateOf(ada)).toEqual(NONE);
  await world.settle();
  expect(await stateOf(ada)).toEqual(ACTIVE);
});

test('without a subscription there is nothing to cancel, reactivate or open', async () => {
  const call = world.as(ada);
  await expect(call(api.cancelSubscription, {})).rejects.toMatchObject({ status: 409 });
  await expect(call(api.reactivateSubscription, {})).rejects.toMatchObject({ status: 409 });
  await expect(call(api.openBillingPortal, {})).rejects.toMatchObject({ status: 409 });
});

test('deleting the account ends the subscription at Stripe, also when Stripe was down', async () => {
  await world.buy(ada, 'upgrade');
  await world.settle();
  world.stripe.faults.answer = DOWN;
  await world.as(ada)(accounts.deleteAccount, { uid: ada.id, confirm: 'DELETE', currentPassword: PASSWORD });
  await expect(world.drainJobs()).rejects.toThrow('does not respond');
  world.stripe.faults.answer = null;
  await world.drainJobs();
  expect(subscriptionsOf(ada).map(({ status }) => status)).toEqual(['canceled']);
  await world.settle();
});

describe('a read that is slow', () => {
  test('does not overwrite what a newer one wrote', async () => {
    const { stripe } = world.app;
    if (!stripe) throw new Error('no billing');
    await world.buy(ada, 'upgrade');
    const { customer_id: customerId } = (await world.app
      .db('billing_accounts')
      .where({ user_id: ada.id })
      .first('customer_id')) as { customer_id: string };
    const old = await stripe.readSubscription(customerId);
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    const { promise: requested, resolve: isAsked } = Promise.withResolvers<void>();
    const readSubscription = async () => {
      isAsked();
      await held;
      return old;
    };
    const slow = Object.create(stripe, { readSubscription: { value: readSubscription } }) as typeof stripe;
    const late = apply({ app: world.app, stripe: slow }, customerId);
    await requested;
    await cancel();
    release();
    await late;
    expect(await stateOf(ada)).toEqual(CANCELLED);
  });
});

describe('a webhook', () => {
  const body = JSON.stringify({
    id: 'evt_forged',
    object: 'event',
    type: 'customer.subscription.updated',
    created: 1,
    livemode: false,
    data: { object: { object: 'subscription', id: 'sub_x', customer: 'cus_x' } },
  });
  const SECRET = 'whsec_of_the_tests';
  const post = (text: string, signature: string) =>
    world.fetch({
      method: 'POST',
      path: '/webhooks/stripe',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: text,
    });
  const kept = () => world.app.db('stripe_events').where({ id: 'evt_forged' });

  test.each([
    ['another secret', body, signatureOf(body, 'whsec_other')],
    ['no signature', body, ''],
    ['a signature of last week', body, signatureOf(body, SECRET, Math.floor(Date.now() / 1000) - 604_800)],
    ['another body', body.replace('sub_x', 'sub_y'), signatureOf(body, SECRET)],
    ['no JSON', 'nonsense', signatureOf('nonsense', SECRET)],
    [
      'the other mode',
      body.replace('"livemode":false', '"livemode":true'),
      signatureOf(body.replace('"livemode":false', '"livemode":true'), SECRET),
    ],
  ])('with %s is refused and not kept', async (_case, text, signature) => {
    expect((await post(text, signature)).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  test.each([
    [-280, 200],
    [280, 200],
    [-320, 400],
  ])('from a clock that is %d seconds off is answered with %d', async (seconds, status) => {
    const at = Math.floor(Date.now() / 1000) + seconds;
    const late = body.replace('evt_forged', `evt_skew_${seconds}`);
    expect((await post(late, signatureOf(late, SECRET, at))).status).toBe(status);
  });

  test('larger than a megabyte is refused', async () => {
    const large = ' '.repeat(1024 * 1024 + 1);
    expect((await post(large, signatureOf(large, SECRET))).status).toBe(413);
  });

  test('of an unknown type or customer is acknowledged', async () => {
    const unknown = body.replace('customer.subscription.updated', 'price.created');
    expect((await post(unknown, signatureOf(unknown, SECRET))).status).toBe(200);
    expect(await kept()).toEqual([]);
    expect((await post(body, signatureOf(body, SECRET))).status).toBe(200);
    await world.settle();
    expect(await kept()).toHaveLength(1);
  });
});

describe('Stripe', () => {
  test('that is down is a sentence', async () => {
    world.stripe.faults.answer = DOWN;
    await expect(world.as(ada)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject({
      status: 503,
      message: 'The payment provider does not respond. Please try again in a moment.',
    });
  });

  test.each(['<html>', '{}', '[]'])('that answers %s is the same', async (body) => {
    world.stripe.faults.answer = { status: 200, body };
    await expect(world.as(ada)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject({ status: 503 });
  });

  test('that never answers is one after ten seconds', async () => {
    world.stripe.faults.isSilent = true;
    const since = performance.now();
    await expect(world.as(ada)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject({ status: 503 });
    expect(performance.now() - since).toBeLessThan(20_000);
  });
});

test('without a key there is no billing and every account has Pro', async () => {
  const selfHosted = await worldForTest();
  const bob = await selfHosted.build.user();
  await expect(selfHosted.as(bob)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject({
    status: 404,
  });
  const { user } = await selfHosted.as(bob)(accounts.me, {});
  expect(user).toMatchObject({ canAccessPro: true, subscriptionDisplay: 'Pro' });
});
