import { randomUUID } from 'node:crypto';
import { login, me } from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/admin';
import { afterEach, beforeEach, expect, test } from 'vitest';
import * as sessions from '../identity/sessions/repo.ts';
import { PASSWORD, type Person } from '../../testing/builders.ts';
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

/** Registered 40 days ago, last seen 31 days ago, and signed out since. */
async function unfinished(): Promise<Person> {
  const person = await world.build.user();
  await spoil(person, { created_at: daysAgo(40), last_login_at: daysAgo(31), last_seen_at: daysAgo(31) });
  await world.app.db('sessions').where({ user_id: person.id }).delete();
  return person;
}

const warnedDaysAgo = (person: Person, days: number) => spoil(person, { deletion_warned_at: daysAgo(days) });
const repairs = ({ problems }: Awaited<ReturnType<typeof clean>>) =>
  problems.map(({ uid, repair }) => [uid, repair]);

test('a registration that was never used is deleted a week after a warning by email', async () => {
  const person = await unfinished();
  expect(repairs(await clean())).toEqual([[person.id, 'warn']]);
  expect(await clean(false)).toMatchObject({ repaired: 1, problems: [{ repair: 'warn' }] });
  const mail = await world.mailTo(person.email);
  expect(mail.subject).toBe('Your unused account will be deleted');
  expect(mail.link).toBe(`${world.app.config.appUrl}/login`);

  await warnedDaysAgo(person, 6);
  expect(await clean(false)).toMatchObject({ repaired: 0, problems: [{ uid: person.id, repair: 'wait' }] });
  expect(await stored(person)).toBeDefined();

  await warnedDaysAgo(person, 7);
  expect(repairs(await clean())).toEqual([[person.id, 'delete']]);
  expect((await clean(false)).repaired).toBe(1);
  expect(await stored(person)).toBeUndefined();
});

test('a login within the week keeps the account, and the next deletion is warned of again', async () => {
  const person = await unfinished();
  await clean(false);
  await warnedDaysAgo(person, 6);
  await world.as(null)(login, { email: person.email, password: PASSWORD });
  await warnedDaysAgo(person, 7);
  expect((await clean(false)).problems).toEqual([]);

  await spoil(person, {
    last_login_at: daysAgo(31),
    last_seen_at: daysAgo(31),
    deletion_warned_at: daysAgo(37),
  });
  await world.app.db('sessions').where({ user_id: person.id }).delete();
  expect(repairs(await clean())).toEqual([[person.id, 'warn']]);
});

const uses: Record<string, (person: Person) => unknown> = {
  'seen lately': (person) => spoil(person, { last_seen_at: daysAgo(29) }),
  'signed in on the former release': (person) => spoil(person, { last_login_at: daysAgo(2) }),
  'with a verified address': (person) => spoil(person, { email_verified_at: daysAgo(31) }),
  'of Google': (person) => spoil(person, { google_sub: 'google-1' }),
  'of a superadmin': (person) => spoil(person, { role: 'superadmin' }),
  'that an administrator deactivated': (person) => spoil(person, { deactivated_at: daysAgo(31) }),
  'with a session': ({ id }) => sessions.start(world.app.db, id, { address: '127.0.0.1', userAgent: 'test' }),
  'with an access token': (person) => world.build.token(person),
  'with a snapshot': (person) => world.build.snapshot(person),
  'with an empty project': ({ id }) =>
    world.app.db('projects').insert({ id: randomUUID(), owner_id: id, name: 'Shop', color: '#336699' }),
  'that follows a snapshot': async ({ id }) =>
    world.app
      .db('follows')
      .insert({ id: randomUUID(), user_id: id, snapshot_id: await world.build.snapshot(root) }),
  'that wrote a comment': async ({ id }) =>
    world.app.db('comments').insert({
      id: randomUUID(),
      snapshot_id: await world.build.snapshot(root),
      author_id: id,
      author_name: 'Ada',
      text: 'Looks good',
      version: 1,
    }),
  'that is asked for a review': async ({ email }) => {
    await world.build.review(await world.build.snapshot(root));
    await world.app.db('reviewers').update({ email });
  },
  'that bought before': ({ id }) =>
    world.app.db('billing_accounts').insert({ user_id: id, customer_id: 'cus_1' }),
};

test.each(Object.entries(uses))('an account %s is neither warned nor deleted', async (_, use) => {
  const person = await unfinished();
  await warnedDaysAgo(person, 8);
  await use(person);
  expect((await clean(false)).problems).toEqual([]);
  expect(await stored(person)).toBeDefined();
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
      .update({ created_at: daysAgo(400), last_seen_at: daysAgo(400) });
    await silent.app.db('sessions').where({ user_id: person.id }).delete();
    expect((await silent.as(boss)(api.cleanUpUsers, { dryRun: false })).problems).toEqual([]);
  } finally {
    await silent.close();
  }
});
