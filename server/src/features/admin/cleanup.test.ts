import { me } from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/admin';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Person } from '../../testing/builders.ts';
import { type BillingWorld, createBillingWorld } from '../../testing/stripe/billingWorld.ts';
import { createWorld } from '../../testing/world.ts';
import { grantSuperadmin } from './superadmins.ts';

let world: BillingWorld;
let root: Person;
beforeEach(async () => {
  world = await createBillingWorld();
  root = await world.build.user({ name: 'Root', isVerified: true });
  await grantSuperadmin(world.app.db, root.email);
});
afterEach(() => world.close());

const clean = (dryRun?: boolean) => world.as(root)(api.cleanUpUsers, dryRun === undefined ? {} : { dryRun });
const spoil = (person: Person, change: Record<string, unknown>) =>
  world.app.db('users').where({ id: person.id }).update(change);
const stored = (person: Person) => world.app.db('users').where({ id: person.id }).first();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('a server without corrupted users says so', async () => {
  await world.build.user();
  expect(await clean(false)).toEqual({
    ok: true,
    message: 'No corrupted users were found.',
    problems: [],
    repaired: 0,
  });
});

test('corrupted users are shown first, repaired on request, and repaired once', async () => {
  const [ada, bea, cem] = [await world.build.user(), await world.build.user(), await world.build.user()];
  await spoil(ada, { role: 'wizard' });
  await spoil(bea, { subscription_status: 'golden' });
  await spoil(cem, { email: 'no address' });

  const shown = await clean();
  expect(shown).toMatchObject({ message: '3 problems found. Nothing was changed.', repaired: 0 });
  expect(shown.problems).toEqual([
    { uid: ada.id, email: ada.email, problem: 'unknown_role', repair: 'reset_role' },
    { uid: bea.id, email: bea.email, problem: 'unknown_subscription', repair: 'reset_plan' },
    { uid: cem.id, email: 'no address', problem: 'invalid_email', repair: 'none' },
  ]);
  expect(await stored(ada)).toMatchObject({ role: 'wizard' });

  expect(await clean(false)).toMatchObject({ message: '3 problems found, 2 repaired.', repaired: 2 });
  expect(await stored(ada)).toMatchObject({ role: 'user' });
  expect(await stored(bea)).toMatchObject({ plan: 'free', subscription_status: 'none' });
  const log = await world.app.db('admin_actions').where({ action: 'user_repaired' }).orderBy('id');
  expect(log.map(({ target_id: id, reason }) => [id, reason])).toEqual([
    [ada.id, 'unknown_role'],
    [bea.id, 'unknown_subscription'],
  ]);
  expect((await clean(false)).repaired).toBe(0);
});

test('a damaged account is an ordinary one until it is repaired, and breaks no list', async () => {
  const ada = await world.build.user();
  await spoil(ada, { role: 'wizard', subscription_status: 'golden' });
  const ordinary = { role: 'user', plan: 'free' };
  const { users } = await world.as(root)(api.listUsers, { q: ada.email });
  expect(users).toMatchObject([{ ...ordinary, subscriptionStatus: 'None' }]);
  const { user } = await world.as(ada)(me, {});
  expect(user).toMatchObject({ ...ordinary, subscriptionStatus: 'none' });
  await expect(world.as(ada)(api.listUsers, {})).rejects.toMatchObject({ status: 403 });
});

test('only registrations that were never used are deleted', async () => {
  const old = { created_at: daysAgo(31), email_verified_at: null, last_login_at: null };
  const unfinished = await world.build.user();
  await spoil(unfinished, old);
  const kept: Person[] = [];
  for (const change of [
    { created_at: daysAgo(29) },
    { email_verified_at: daysAgo(31) },
    { last_login_at: daysAgo(2) },
    { google_sub: 'google-1' },
    { role: 'superadmin' },
  ]) {
    const person = await world.build.user();
    await spoil(person, { ...old, ...change });
    kept.push(person);
  }
  const withSnapshot = await world.build.user();
  await world.build.snapshot(withSnapshot);
  await spoil(withSnapshot, old);

  const { problems, repaired } = await clean(false);
  expect(problems.map(({ uid, repair }) => [uid, repair])).toEqual([[unfinished.id, 'delete']]);
  expect(repaired).toBe(1);
  expect(await stored(unfinished)).toBeUndefined();
  for (const person of [...kept, withSnapshot]) expect(await stored(person)).toBeDefined();
});

test('a plan that does not fit the report of the payment provider is read again, or reset', async () => {
  const [paying, pretender] = [await world.build.user({ isVerified: true }), await world.build.user()];
  await world.buy(paying, 'upgrade', { number: world.stripe.newCard('pays') });
  await world.settle();
  await spoil(paying, { plan: 'free', subscription_status: 'none' });
  await spoil(pretender, { plan: 'pro', subscription_status: 'active' });

  const { problems, repaired } = await clean(false);
  expect(problems.map(({ uid, problem, repair }) => [uid, problem, repair])).toEqual([
    [paying.id, 'outdated_plan', 'read_billing'],
    [pretender.id, 'unpaid_plan', 'reset_plan'],
  ]);
  expect(repaired).toBe(2);
  await world.settle();
  expect(await stored(paying)).toMatchObject({ plan: 'pro', subscription_status: 'active' });
  expect(await stored(pretender)).toMatchObject({ plan: 'free', subscription_status: 'none' });
  expect((await clean()).problems).toEqual([]);
});

test('without email nothing counts as unfinished', async () => {
  const silent = await createWorld();
  try {
    const boss = await silent.build.user({ isVerified: true });
    await grantSuperadmin(silent.app.db, boss.email);
    const person = await silent.build.user();
    await silent.app
      .db('users')
      .where({ id: person.id })
      .update({ created_at: daysAgo(400), email_verified_at: null });
    expect((await silent.as(boss)(api.cleanUpUsers, { dryRun: false })).problems).toEqual([]);
  } finally {
    await silent.close();
  }
});
