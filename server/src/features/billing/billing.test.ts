import * as accounts from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/billing';
import { infiniteStream, nat, sample } from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PASSWORD, type Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld, VISA } from '../../testing/stripe/billingWorld.ts';
import { UNREACHABLE_STRIPE } from '../../testing/stripe/unreachable.ts';
import { signatureOf } from '../../testing/stripe/webhooks.ts';
import { worldForTest } from '../../testing/world.ts';
import { apply } from './apply.ts';
import { reconcile as reconcileNow } from './reconcile.ts';

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
  Object.assign(world.stripe.faults, { answer: null, isSilent: false, cutOff: null, answersLeft: null });
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
    ['an empty signature', body, 't=,v1='],
    ['half a signature', body, 't=1'],
    ['nonsense for a signature', body, 'v1=\u00e9,t=NaN,v1='],
  ])('with %s is refused and not kept', async (_case, text, signature) => {
    expect((await post(text, signature)).status).toBe(400);
    expect(await kept()).toEqual([]);
  });

  test('whose signature does not fit is counted by its address, and others are not', async () => {
    const own = await worldForTest({
      billing: UNREACHABLE_STRIPE,
      rateLimits: { webhookFailures: { points: 2, seconds: 60 } } as never,
    });
    const send = (signature: string) =>
      own.fetch({
        method: 'POST',
        path: '/webhooks/stripe',
        headers: { 'Stripe-Signature': signature },
        body,
      });
    const statuses = [];
    for (let attempt = 0; attempt < 3; attempt += 1) statuses.push((await send('t=,v1=')).status);
    expect(statuses).toEqual([400, 400, 429]);
    expect((await send(signatureOf(body, 'whsec_unreachable'))).status).toBe(200);
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

test('without a key there is no billing and every account has Pro', async () => {
  const selfHosted = await worldForTest();
  const bob = await selfHosted.build.user();
  await expect(selfHosted.as(bob)(api.startTrial, { plan: 'monthly' })).rejects.toMatchObject({
    status: 404,
  });
  const { user } = await selfHosted.as(bob)(accounts.me, {});
  expect(user).toMatchObject({ canAccessPro: true, subscriptionDisplay: 'Pro' });
});
