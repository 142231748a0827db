import * as api from '@stagelink/shared/contracts/accounts';
import { CLOSE } from '@stagelink/shared/contracts/live';
import { createToken } from '@stagelink/shared/contracts/tokens';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { createMailWorld, type MailWorld, tokenOf } from '../../../testing/mailWorld.ts';
import { openSocket } from '../../../testing/socket.ts';
import { worldForTest } from '../../../testing/world.ts';

let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.close());

const NEW = 'an even better password';
const logIn = (email: string, password: string) => world.as(null)(api.login, { email, password });
const elsewhere = async (person: Person): Promise<Person> => {
  const { sessionToken } = await logIn(person.email, PASSWORD);
  return { ...person, secret: sessionToken };
};
const change = (person: Person, currentPassword = PASSWORD, newPassword = NEW) =>
  world.as(person)(api.changePassword, { currentPassword, newPassword });
const forget = (email: string) => world.as(null)(api.forgotPassword, { email });
const reset = (token: string, newPassword = NEW) => world.as(null)(api.resetPassword, { token, newPassword });
const linkTo = async ({ email }: Person) => {
  await forget(email);
  return tokenOf(await world.mailTo(email));
};
const signedIn = async (person: Person) => (await world.as(person)(api.me, {})).user;
const OUT = { code: 'unauthenticated' };
const DEAD = { status: 410, code: 'gone' };

describe('changing a password', () => {
  test('ends every other session, keeps this one, and sends an email', async () => {
    const ada = await world.build.user({ isVerified: true });
    const laptop = await elsewhere(ada);
    const socket = await openSocket(world, laptop);
    const { message } = await change(ada);
    expect(message).toBe('Your password has been changed. You are signed out on all other devices.');

    expect(await socket.closed).toBe(CLOSE.signedOut);
    await expect(signedIn(laptop)).rejects.toMatchObject(OUT);
    expect((await signedIn(ada)).uid).toBe(ada.id);
    await expect(logIn(ada.email, PASSWORD)).rejects.toMatchObject({ code: 'wrong_credentials' });
    expect((await logIn(ada.email, NEW)).user.uid).toBe(ada.id);
    expect((await world.mailTo(ada.email)).subject).toBe('Your password has been changed');
  });

  test('lists the working access tokens in its email, with a link to revoke them', async () => {
    const ada = await world.build.user({ isVerified: true });
    await world.as(ada)(createToken, { description: 'Laptop at work' });
    await world.build.token(ada, { expiresAt: new Date(Date.now() - 1000) });
    await change(ada);
    const mail = await world.mailTo(ada.email);
    expect(mail.text).toContain('Laptop at work');
    expect(mail.text).not.toContain('test');
    expect(mail.html).toContain(`${world.app.config.appUrl}/dashboard?tokens`);
  });

  test('needs the current one', async () => {
    const ada = await world.build.user();
    await expect(change(ada, 'wrong')).rejects.toMatchObject({
      code: 'wrong_password',
      message: 'Your current password is incorrect.',
      field: 'currentPassword',
    });
    expect((await logIn(ada.email, PASSWORD)).user.uid).toBe(ada.id);
  });

  test('is rejected after a few wrong ones, even with the correct one', async () => {
    const strict = await worldForTest({
      rateLimits: { ...world.app.config.rateLimits, passwordCheck: { points: 2, seconds: 60 } },
    });
    const ada = await strict.build.user();
    const guess = (currentPassword: string) =>
      strict.as(ada)(api.changePassword, { currentPassword, newPassword: NEW });
    await expect(guess('a')).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(guess('b')).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('an account without one sets its first only after a recent sign-in', async () => {
    const ada = await world.build.user();
    await world.app.db('users').where({ id: ada.id }).update({ password_hash: null });
    const sessions = world.app.db('sessions').where({ user_id: ada.id });
    await sessions.clone().update({ created_at: new Date(Date.now() - 16 * 60_000) });
    await expect(change(ada, '')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'To do this, sign out, sign in with Google again, and come back within 15 minutes.',
    });
    await sessions.clone().update({ created_at: new Date(Date.now() - 14 * 60_000) });
    await change(ada, '');
    expect((await signedIn(ada)).hasPassword).toBe(true);
    await expect(change(ada, '')).rejects.toMatchObject({ code: 'wrong_password' });
  });

  test('a login with the old one in progress does not outlive the change', async () => {
    const ada = await world.build.user();
    const attempts = Array.from({ length: 6 }, () => elsewhere(ada).catch(() => null));
    await change(ada);
    const late = (await Promise.all(attempts)).filter((person) => person !== null);
    for (const person of late) await expect(signedIn(person)).rejects.toMatchObject(OUT);
  });
});

describe('a forgotten password', () => {
  test('stays replaced when a change with the old one is in progress', async () => {
    const ada = await world.build.user();
    const token = await linkTo(ada);
    // At this point the old password has been verified.
    const resetGuesses = vi.spyOn(world.app.rateLimits, 'reset');
    resetGuesses.mockImplementationOnce(async () => void (await reset(token)));
    await expect(change(ada, PASSWORD, 'a third password')).rejects.toMatchObject({
      code: 'wrong_password',
      field: 'currentPassword',
    });
    expect((await logIn(ada.email, NEW)).user.uid).toBe(ada.id);
  });

  test('is replaced with the emailed link, which signs out everywhere and verifies the address', async () => {
    const ada = await world.build.user();
    const socket = await openSocket(world, ada);
    await forget(ada.email);
    const mail = await world.mailTo(ada.email);
    expect(mail.subject).toBe('Choose a new password');
    expect(mail.link).toMatch(/^http:\/\/localhost:4600\/reset-password\?token=[\w-]{43}$/);

    expect((await reset(tokenOf(mail))).message).toBe(
      'Your password has been changed. Please log in with it.',
    );
    expect(await socket.closed).toBe(CLOSE.signedOut);
    await expect(signedIn(ada)).rejects.toMatchObject(OUT);
    expect((await logIn(ada.email, NEW)).user.emailVerified).toBe(true);
    expect((await world.mailTo(ada.email)).subject).toBe('Your password has been changed');
    await expect(reset(tokenOf(mail), 'a third password')).rejects.toMatchObject(DEAD);
  });

  test('gets the same response and timing with and without an account', async () => {
    const ada = await world.build.user();
    const jobs = () => world.app.db('pgboss.job').where({ name: 'mail_reset_link', state: 'created' });
    const answers = [await forget(ada.email), await forget('nobody@example.com')];
    expect(answers[0]).toEqual(answers[1]);
    expect(await jobs()).toHaveLength(2);
    expect(await world.app.db('tickets').where({ purpose: 'reset_password' })).toEqual([]);
    await world.mailTo(ada.email);
    expect(world.mailbox.all.filter(({ to }) => to === 'nobody@example.com')).toEqual([]);
  });

  test('is queued without a readable address', async () => {
    const ada = await world.build.user();
    await forget(ada.email);
    expect(JSON.stringify(await world.app.db('pgboss.job'))).not.toContain(ada.email);
  });

  test('of a deactivated account is not emailed, and its link does nothing', async () => {
    const ada = await world.build.user();
    const token = await linkTo(ada);
    await world.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    const before = world.mailbox.all.length;
    await forget(ada.email);
    await world.drainJobs();
    expect(world.mailbox.all).toHaveLength(before);
    await expect(reset(token)).rejects.toMatchObject(DEAD);
  });

  test('all links end with the password they would have replaced', async () => {
    const ada = await world.build.user();
    const [first, second] = [await linkTo(ada), await linkTo(ada)];
    await reset(second);
    await expect(reset(first)).rejects.toMatchObject(DEAD);
  });

  test('a link works for an hour', async () => {
    const ada = await world.build.user();
    const token = await linkTo(ada);
    const [ticket] = (await world.app.db('tickets').where({ purpose: 'reset_password' })) as {
      expires_at: Date;
    }[];
    expect(((ticket?.expires_at.getTime() ?? 0) - Date.now()) / 60_000).toBeCloseTo(60, 0);
    await world.app.db('tickets').update({ expires_at: new Date(Date.now() - 1) });
    await expect(reset(token)).rejects.toMatchObject(DEAD);
  });

  test('two at once with one link change it once', async () => {
    const ada = await world.build.user();
    const token = await linkTo(ada);
    const outcomes = await Promise.allSettled([reset(token, 'password one'), reset(token, 'password two')]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('gives a Google-only account its first password', async () => {
    const ada = await world.build.user();
    await world.app.db('users').where({ id: ada.id }).update({ password_hash: null });
    await reset(await linkTo(ada));
    expect((await logIn(ada.email, NEW)).user.hasPassword).toBe(true);
  });

  test('of an unverified address ends what a stranger may have created for later', async () => {
    const mine = await world.build.user();
    const { token } = await world.as(mine)(createToken, { description: 'Backdoor' });
    await reset(await linkTo(mine));
    await expect(signedIn({ ...mine, secret: token })).rejects.toMatchObject(OUT);

    const proven = await world.build.user();
    await world.app.db('users').where({ id: proven.id }).update({ email_verified_at: new Date() });
    const kept = await world.as(proven)(createToken, { description: 'CI' });
    await reset(await linkTo(proven));
    expect((await signedIn({ ...proven, secret: kept.token })).uid).toBe(proven.id);
  });

  test('unlocks an account blocked by wrong passwords', async () => {
    const strict = await createMailWorld({
      rateLimits: { ...world.app.config.rateLimits, loginFailures: { points: 1, seconds: 60 } },
    });
    onTestFinished(() => strict.close());
    const { email } = await strict.build.user();
    const enter = (password: string) => strict.as(null)(api.login, { email, password });
    await expect(enter('wrong')).rejects.toMatchObject({ code: 'wrong_credentials' });
    await expect(enter(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
    await strict.as(null)(api.forgotPassword, { email });
    const token = tokenOf(await strict.mailTo(email));
    await strict.as(null)(api.resetPassword, { token, newPassword: NEW });
    expect((await enter(NEW)).user.email).toBe(email);
  });

  test('a server that cannot send email says so', async () => {
    const silent = await worldForTest({ logLevel: 'silent' });
    const { email } = await silent.build.user();
    for (const address of [email, 'nobody@example.com']) {
      await expect(silent.as(null)(api.forgotPassword, { email: address })).rejects.toMatchObject({
        status: 503,
        code: 'unavailable',
        message: 'This server cannot send email. Ask its administrator for help.',
      });
    }
  });
});
