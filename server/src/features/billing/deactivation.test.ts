import * as admin from '@stagelink/shared/contracts/admin';
import * as api from '@stagelink/shared/contracts/billing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { grantSuperadmin } from '../admin/superadmins.ts';
import type { Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld } from '../../testing/stripe/billingWorld.ts';

let world: BillingWorld;
let root: Person;
let ada: Person;
beforeAll(async () => {
  world = await createBillingWorld();
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
});
afterAll(() => world.close());
beforeEach(async () => {
  ada = await world.build.user({ isVerified: true });
});
afterEach(async () => {
  world.stripe.faults.answer = null;
  await world.removeCustomers();
});

const deactivate = () => world.as(root)(admin.deactivateUser, { uid: ada.id });
const activate = () => world.as(root)(admin.activateUser, { uid: ada.id });
const pass = async (days: number) => {
  world.stripe.advance(days);
  await world.settle();
};
const payments = () =>
  world.stripe.account.ledger.all('invoice').filter(({ amount_paid: amount }) => amount > 0).length;
const statuses = () => world.stripe.account.ledger.all('subscription').map(({ status }) => status);
const mails = () => world.mailbox.all.filter(({ to }) => to === ada.email);
const stateOf = async () => (await world.as(root)(admin.getUser, { uid: ada.id })).user;

test('a deactivated customer is not charged again, and is emailed when the subscription ends', async () => {
  await world.buy(ada, 'upgrade');
  await world.settle();
  await deactivate();
  await world.settle();
  expect(mails().at(-1)?.subject).toBe('Your subscription is cancelled');
  expect(mails().at(-1)?.text).toContain('Your account was deactivated, so your subscription ends on');
  await pass(62);
  expect(payments()).toBe(1);
  expect(statuses()).toEqual(['canceled']);
});

test('a trial of a deactivated account ends without a payment', async () => {
  await world.buy(ada, 'trial', { number: world.stripe.newCard('pays') });
  await deactivate();
  await world.settle();
  await pass(30);
  expect(payments()).toBe(0);
  expect(statuses()).toEqual(['canceled']);
});

test('a failed payment is not retried once the account is deactivated', async () => {
  await world.buy(ada, 'trial', { number: world.stripe.newCard('refused later') });
  await pass(5);
  await pass(2.2);
  expect(statuses()).toEqual(['past_due']);
  await deactivate();
  await world.settle();
  expect(statuses()).toEqual(['canceled']);
});

test('the subscription goes on when the account is activated in time', async () => {
  await world.buy(ada, 'upgrade');
  await deactivate();
  await world.settle();
  await activate();
  await world.settle();
  expect(await stateOf()).toMatchObject({ subscriptionStatus: 'Pro', willCancelAt: null });
  expect(mails().at(-1)?.subject).toBe('Your subscription continues');
  await pass(35);
  expect(payments()).toBe(2);
});

test('what the person had cancelled stays cancelled when the account is activated', async () => {
  await world.buy(ada, 'upgrade');
  await world.as(ada)(api.cancelSubscription, {});
  await deactivate();
  await world.settle();
  await activate();
  await world.settle();
  expect(await stateOf()).toMatchObject({ subscriptionStatus: 'Cancelled' });
  await pass(35);
  expect(statuses()).toEqual(['canceled']);
});

test('a checkout that was open, and is paid after the deactivation, is not renewed', async () => {
  const { url } = await world.as(ada)(api.startSubscription, { plan: 'monthly' });
  await deactivate();
  await world.settle();
  await world.stripe.submit(url, { action: 'pay', number: world.stripe.newCard('pays') });
  await world.settle();
  await pass(35);
  expect(payments()).toBe(1);
  expect(statuses()).toEqual(['canceled']);
});

test('while Stripe is down the account is deactivated at once, and the subscription ends later', async () => {
  await world.buy(ada, 'upgrade');
  await world.settle();
  world.stripe.faults.answer = { status: 503, body: '{"error":{"type":"api_error","message":"down"}}' };
  await deactivate();
  await expect(world.drainJobs()).rejects.toThrow('does not respond');
  world.stripe.faults.answer = null;
  await world.settle();
  await pass(35);
  expect(payments()).toBe(1);
});
