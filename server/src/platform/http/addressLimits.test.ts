import {
  changeEmail,
  changePassword,
  deleteAccount,
  forgotPassword,
  login,
  register,
} from '@stagelink/shared/contracts/accounts';
import { RATE_LIMITS } from '@stagelink/shared/contracts/limits';
import { openPreview } from '@stagelink/shared/contracts/snapshots';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, type Person } from '../../testing/builders.ts';
import { createMailWorld } from '../../testing/mailWorld.ts';
import { worldForTest } from '../../testing/world.ts';

const HOUR = 60 * 60;

/** Returns `ok` or the error code of each call. */
async function outcomesOf(calls: (() => Promise<unknown>)[]): Promise<string[]> {
  const outcomes: string[] = [];
  for (const call of calls) {
    outcomes.push(
      await call().then(
        () => 'ok',
        ({ code }: { code: string }) => code,
      ),
    );
  }
  return outcomes;
}

const count = (outcomes: string[], wanted: string) => outcomes.filter((each) => each === wanted).length;

const newcomer = (n: number) => ({ email: `newcomer${n}@example.com`, password: PASSWORD, name: 'Newcomer' });

test('an address that signs up with new sessions gets no more sign-ups than one without', async () => {
  const { register: limit } = RATE_LIMITS;
  const world = await worldForTest({ rateLimits: { ...RATE_LIMITS, register: limit } });
  let caller: Person | null = null;
  const signUp = async (n: number) => {
    const { user, sessionToken } = await world.as(caller)(register, newcomer(n));
    caller = { id: user.uid, email: user.email, secret: sessionToken };
  };
  const outcomes = await outcomesOf(Array.from({ length: 25 }, (_, n) => () => signUp(n)));
  expect(count(outcomes, 'ok')).toBe(limit.points);
  expect(count(outcomes, 'rate_limited')).toBe(25 - limit.points);
  expect(await world.app.db('users')).toHaveLength(limit.points);
});

test('a session does not lift the limit on password attempts', async () => {
  const login10 = { points: 10, seconds: HOUR };
  const world = await worldForTest({ rateLimits: { ...RATE_LIMITS, login: login10 } });
  const people = await Promise.all(Array.from({ length: 12 }, () => world.build.user()));
  const outcomes = await outcomesOf(
    people.map((person) => () => world.as(person)(login, { email: 'ada@example.com', password: 'a guess' })),
  );
  expect(count(outcomes, 'wrong_credentials')).toBe(10);
  expect(count(outcomes, 'rate_limited')).toBe(2);
});

test('an address shared by many accounts serves them up to its own limit', async () => {
  const preview = { points: 2, addressPoints: 5, seconds: HOUR };
  const world = await worldForTest({ rateLimits: { ...RATE_LIMITS, preview } });
  const ada = await world.build.user();
  const id = await world.build.snapshot(ada);
  const people = await Promise.all(Array.from({ length: 3 }, () => world.build.user()));
  const look = (person: Person | null) => () => world.as(person)(openPreview, { id });
  const calls = [0, 0, 0, 1, 1, 2].map((at) => look(people[at] ?? null));
  const outcomes = await outcomesOf([...calls, look(null), look(null), look(null)]);
  // Two calls per account; per address five with sessions, rejected ones included, and two without.
  const withSessions = ['ok', 'ok', 'rate_limited', 'ok', 'ok', 'rate_limited'];
  expect(outcomes).toEqual([...withSessions, 'ok', 'ok', 'rate_limited']);
});

test('signing up counts as an email to that address', async () => {
  const world = await createMailWorld({
    rateLimits: { ...RATE_LIMITS, mailToAddress: { points: 2, seconds: HOUR } },
  });
  onTestFinished(() => world.close());
  const { email } = newcomer(1);
  const outcomes = await outcomesOf([
    () => world.as(null)(register, newcomer(1)),
    () => world.as(null)(forgotPassword, { email }),
    () => world.as(null)(forgotPassword, { email }),
  ]);
  expect(outcomes).toEqual(['ok', 'ok', 'rate_limited']);
});

describe('an account without a verified address', () => {
  test('causes no more email to other addresses than signing up does', async () => {
    const world = await createMailWorld({
      rateLimits: { ...RATE_LIMITS, register: { points: 3, seconds: HOUR } },
    });
    onTestFinished(() => world.close());
    const people = await Promise.all(Array.from({ length: 4 }, () => world.build.user()));
    const ask = (person: Person, n: number) => () =>
      world.as(person)(changeEmail, { email: `stranger${n}@example.com`, currentPassword: PASSWORD });
    expect(await outcomesOf(people.map(ask))).toEqual(['ok', 'ok', 'ok', 'rate_limited']);
    const verified = await world.build.user({ isVerified: true });
    expect(await outcomesOf([ask(verified, 4)])).toEqual(['ok']);
    await world.drainJobs();
    const strangers = [0, 1, 2, 4].map((n) => `stranger${n}@example.com`);
    expect(world.mailbox.all.map(({ to }) => to).toSorted()).toEqual(
      [...strangers, verified.email].toSorted(),
    );
  });

  test('receives nothing but its verification link', async () => {
    const world = await createMailWorld();
    onTestFinished(() => world.close());
    const { email, password } = newcomer(1);
    const { user, sessionToken } = await world.as(null)(register, newcomer(1));
    const person = { id: user.uid, email, secret: sessionToken };
    await world.as(person)(changePassword, { currentPassword: password, newPassword: 'another password' });
    await world.as(person)(deleteAccount, {
      uid: user.uid,
      confirm: 'DELETE',
      currentPassword: 'another password',
    });
    await world.drainJobs();
    expect(world.mailbox.all.map(({ subject }) => subject)).toEqual(['Confirm your email address']);
  });
});
