import * as api from '@stagelink/shared/contracts/admin';
import * as billing from '@stagelink/shared/contracts/billing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld } from '../../testing/stripe/billingWorld.ts';
import { grantSuperadmin } from './superadmins.ts';
import { endTrial } from './userPageService.ts';

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
  await world.buy(ada, 'trial', { number: world.stripe.newCard('pays') });
});
afterEach(() => world.removeCustomers());

const reason = 'Three accounts of one person';
const entries = async () =>
  (await world.as(root)(api.listAuditLog, { q: ada.id })).entries.map((entry) => [
    entry.action,
    entry.actor,
    entry.reason,
  ]);
const ended = () =>
  world.app.db('analytics_events').where({ user_id: ada.id, event_type: 'trial_ended' }).pluck('event_type');

test('ends the trial, notifies the user and is logged with its reason', async () => {
  const { user } = await world.as(root)(api.endTrial, { uid: ada.id, reason });
  expect(user).toMatchObject({ plan: 'free', hasHadTrial: true });
  await world.settle();
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'none', canAccessPro: false });
  expect(await entries()).toEqual([['trial_ended', 'Root', reason]]);
  expect(await ended()).toEqual(['trial_ended']);
  const notifications = world.app.db('notifications').where({ user_id: ada.id }).pluck('title');
  expect(await notifications).toEqual(['Free trial ended']);
});

/** The superadmin ends the trial, and the server stops before or after Stripe does it. */
async function endAndStop(when: 'before' | 'after'): Promise<void> {
  const { stripe } = world.app;
  if (!stripe) throw new Error('no billing');
  const refuse = async (id: string) => {
    if (when === 'after') await stripe.refuse(id);
    throw new Error('stopped');
  };
  const stopping = Object.create(stripe, { refuse: { value: refuse } }) as typeof stripe;
  const admin = { userId: root.id, name: 'Root' };
  const stopped = endTrial({ app: world.app, stripe: stopping }, admin, { uid: ada.id, reason });
  await expect(stopped).rejects.toThrow('stopped');
}

test('is logged when the server stops right after Stripe has ended the trial', async () => {
  await endAndStop('after');
  await world.settle();
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'none' });
  expect(await entries()).toEqual([['trial_ended', 'Root', reason]]);
  expect(await ended()).toEqual(['trial_ended']);
});

test('is not logged when Stripe did not end the trial, also if the user cancels it later', async () => {
  await endAndStop('before');
  await world.settle();
  await world.as(ada)(billing.cancelSubscription, {});
  world.stripe.advance(8);
  await world.settle();
  expect(await world.userOf(ada)).toMatchObject({ subscriptionStatus: 'cancelled', canAccessPro: false });
  expect(await entries()).toEqual([]);
});
