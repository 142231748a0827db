import { readFileSync } from 'node:fs';
import * as api from '@stagelink/shared/contracts/billing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpBilling } from '../../features/billing/setup.ts';
import { createStripe } from '../../features/billing/stripe/stripe.ts';
import { type BillingWorld, createBillingWorld } from './billingWorld.ts';
import { openStripe } from './standIn.ts';
import { rightOf } from './rights.ts';

/** How the guide for operators calls what Stripe's keys can be restricted to. */
const NAMES: Record<string, string> = {
  customers: 'customer',
  'checkout sessions': 'checkout_session',
  subscriptions: 'subscription',
  'payment methods': 'payment_method',
  'customer portal': 'customer_portal',
  invoices: 'invoice',
  'charges (for refunds)': 'charge',
  prices: 'plan',
  events: 'event',
  products: 'product',
  'webhook endpoints': 'webhook',
};

const guide = readFileSync(new URL('../../../../docs/operating.md', import.meta.url), 'utf8');
const [, written = '', read = '', setup = ''] =
  /It needs write access to (.+), and read access to (.+); `billing:setup` also writes (.+?)\./.exec(guide) ??
  [];

const rightsOf = (list: string, kind: 'read' | 'write') =>
  list.split(/, | and (?!read)/).map((name) => `${NAMES[name]}_${kind}`);
const SERVING = [...rightsOf(written, 'write'), ...rightsOf(read, 'read')];

let world: BillingWorld;
beforeAll(async () => {
  world = await createBillingWorld();
});
afterAll(() => world.close());

/** The rights that what was called needs. */
const needed = (calls: string[]): string[] => {
  const all = new Set(calls.map(rightOf));
  return [...all].filter((right) => !all.has(right.replace(/_read$/, '_write')) || right.endsWith('_write'));
};

test('the guide for operators lists what a restricted key of the server needs, and no more', async () => {
  const { app, stripe } = world;
  const { billing } = app.config;
  if (!billing) throw new Error('no billing');
  app.stripe = createStripe({ ...billing, stripeSecretKey: stripe.restrictedKey(SERVING) });
  stripe.calls.length = 0;

  const ada = await world.build.user({ isVerified: true });
  const call = world.as(ada);
  await world.buy(ada, 'upgrade');
  await call(api.openBillingPortal, {});
  await call(api.cancelSubscription, {});
  await call(api.reactivateSubscription, {});
  const bob = await world.build.user({ isVerified: true });
  const wallet = { plan: 'monthly', payment_method_id: 'pm_card_visa', payment_type: 'apple_pay' } as const;
  await world.as(bob)(api.subscribeByWallet, wallet);
  await world.app.db.transaction((tx) => world.app.jobs.enqueue(tx, 'reconcile_billing', {}));
  await world.settle();
  const [subscription] = stripe.account.ledger.all('subscription');
  expect(await app.stripe.refundAll(subscription?.id ?? '')).toBe(600);

  expect(needed(stripe.calls).toSorted()).toEqual(SERVING.toSorted());
});

test('the guide for operators lists what setting up needs beyond that', async () => {
  const stripe = await openStripe();
  const rights = [...SERVING, ...rightsOf(setup, 'write')];
  await setUpBilling(
    { stripeSecretKey: stripe.restrictedKey(rights), apiBase: stripe.url },
    'https://stagelink.example',
  );
  const more = needed(stripe.calls).filter((right) => !SERVING.includes(right));
  expect(more.toSorted()).toEqual(rightsOf(setup, 'write').toSorted());
  await stripe.close();
});

test('a key without a right is refused', async () => {
  const { stripe } = world;
  const { billing } = world.app.config;
  if (!billing) throw new Error('no billing');
  const blind = createStripe({ ...billing, stripeSecretKey: stripe.restrictedKey([]) });
  await expect(blind.readPrices()).rejects.toMatchObject({
    message: 'Billing does not work on this server right now. Please contact its administrator.',
  });
});
