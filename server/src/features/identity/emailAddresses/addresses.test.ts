import { randomUUID } from 'node:crypto';
import * as api from '@stagelink/shared/contracts/accounts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { createMailWorld, type MailWorld, tokenOf } from '../../../testing/mailWorld.ts';
import { worldForTest } from '../../../testing/world.ts';

let world: MailWorld;
beforeAll(async () => {
  world = await createMailWorld();
});
afterAll(() => world.close());

const newAddress = () => `${randomUUID()}@example.com`;
const verify = (token: string, password = PASSWORD) => world.as(null)(api.verifyEmail, { token, password });
const userOf = async (person: Person) => (await world.as(person)(api.me, {})).user;
const askFor = (person: Person, email: string, currentPassword = PASSWORD) =>
  world.as(person)(api.changeEmail, { email, currentPassword });
const DEAD = { status: 410, code: 'gone' };

async function signUp(): Promise<Person> {
  const email = newAddress();
  const input = { email, password: PASSWORD, name: 'Ada' };
  const { user, sessionToken } = await world.as(null)(api.register, input);
  return { id: user.uid, email, secret: sessionToken };
}

describe('verifying an address', () => {
  test('is requested at sign-up and done with the emailed link', async () => {
    const ada = await signUp();
    expect((await userOf(ada)).emailVerified).toBe(false);
    const mail = await world.mailTo(ada.email);
    expect(mail.subject).toBe('Confirm your email address');
    expect(mail.link).toMatch(/^http:\/\/localhost:4600\/verify-email\?token=[\w-]{43}$/);
    expect(mail.text).toContain(mail.link);

    const reply = await verify(tokenOf(mail));
    expect(reply).toEqual({ ok: true, email: ada.email, message: 'Your email address is confirmed.' });
    expect((await userOf(ada)).emailVerified).toBe(true);
    await expect(verify(tokenOf(mail))).rejects.toMatchObject(DEAD);
  });

  test('needs the account’s password or session: the link alone verifies nothing and stays valid', async () => {
    const [ada, eve] = [await signUp(), await signUp()];
    const token = tokenOf(await world.mailTo(ada.email));
    const refused = { status: 401, code: 'wrong_password', field: 'password' };
    await expect(world.as(null)(api.verifyEmail, { token })).rejects.toMatchObject({
      ...refused,
      message: 'Enter the password of the account.',
    });
    await expect(world.as(eve)(api.verifyEmail, { token })).rejects.toMatchObject(refused);
    await expect(verify(token, 'a wrong password')).rejects.toMatchObject(refused);
    expect((await userOf(ada)).emailVerified).toBe(false);
    expect((await userOf(eve)).emailVerified).toBe(false);
    await world.as(ada)(api.verifyEmail, { token });
    expect((await userOf(ada)).emailVerified).toBe(true);
  });

  test('limits password attempts', async () => {
    const strict = await createMailWorld({
      rateLimits: { ...world.app.config.rateLimits, passwordCheck: { points: 2, seconds: 60 } },
    });
    onTestFinished(() => strict.close());
    const ada = await strict.build.user();
    await strict.as(ada)(api.sendVerification, {});
    const token = tokenOf(await strict.mailTo(ada.email));
    const guess = (password: string) => strict.as(null)(api.verifyEmail, { token, password });
    for (const wrong of ['one', 'two'])
      await expect(guess(wrong)).rejects.toMatchObject({ code: 'wrong_password' });
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
    expect((await strict.as(ada)(api.me, {})).user.emailVerified).toBe(false);
  });

  test('of an account without a password needs its session', async () => {
    const ada = await signUp();
    const token = tokenOf(await world.mailTo(ada.email));
    await world.app.db('users').where({ id: ada.id }).update({ password_hash: null });
    await expect(verify(token)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await userOf(ada)).emailVerified).toBe(false);
  });

  test('can be requested again until it is done', async () => {
    const ada = await world.build.user();
    const { message } = await world.as(ada)(api.sendVerification, {});
    expect(message).toBe('We emailed you a link. It works for 24 hours.');
    await verify(tokenOf(await world.mailTo(ada.email)));
    const again = await world.as(ada)(api.sendVerification, {});
    expect(again.message).toBe('Your email address is already confirmed.');
  });

  test('emails nothing that a stranger typed: their name could be an advertisement', async () => {
    const email = newAddress();
    await world.as(null)(api.register, { email, password: PASSWORD, name: 'Win at evil.example' });
    const { html, text, mail } = await world.mailTo(email);
    expect(html + text + JSON.stringify(mail.headers)).not.toContain('evil.example');
  });

  test.each(['expired', 'deactivated', 'made up'])('fails with a link that is %s', async (how) => {
    const ada = await signUp();
    const mail = await world.mailTo(ada.email);
    if (how === 'expired') await world.app.db('tickets').update({ expires_at: new Date(Date.now() - 1) });
    if (how === 'deactivated') {
      await world.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    }
    await expect(verify(how === 'made up' ? 'made-up' : tokenOf(mail))).rejects.toMatchObject(DEAD);
  });

  test('is not required by a server that cannot send email', async () => {
    const silent = await worldForTest({ logLevel: 'silent' });
    const input = { email: newAddress(), password: PASSWORD, name: 'Ada' };
    const { user, sessionToken: secret } = await silent.as(null)(api.register, input);
    expect(await silent.app.db('tickets')).toEqual([]);
    expect((await silent.as(null)(api.signInOptions, {})).mail).toBe(false);
    const request = silent.as({ id: user.uid, email: user.email, secret })(api.sendVerification, {});
    await expect(request).rejects.toMatchObject({
      code: 'unavailable',
      message: 'This server cannot send email. Ask its administrator for help.',
    });
  });
});

describe('changing an address', () => {
  test('needs the account’s own session: another user cannot use the link', async () => {
    const [ada, eve] = [await world.build.user(), await world.build.user()];
    const email = newAddress();
    await askFor(ada, email);
    const token = tokenOf(await world.mailTo(email));
    await expect(world.as(eve)(api.verifyEmail, { token })).rejects.toMatchObject({ code: 'wrong_password' });
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  test('is done by the link emailed to the new address; the old one is notified', async () => {
    const ada = await world.build.user({ isVerified: true });
    const email = newAddress();
    const { message } = await askFor(ada, email.toUpperCase());
    expect(message).toBe(`We emailed a link to ${email}. Your address changes when you open it.`);
    const link = await world.mailTo(email);
    const notice = await world.mailTo(ada.email);
    expect(notice.subject).toBe('Your email address is about to change');
    expect(notice.text).toContain(email);
    expect(notice.text).not.toContain(tokenOf(link));
    expect((await userOf(ada)).email).toBe(ada.email);

    expect(await verify(tokenOf(link))).toMatchObject({
      email,
      message: `Your email address is now ${email}.`,
    });
    expect(await userOf(ada)).toMatchObject({ email, emailVerified: true });
    await expect(verify(tokenOf(link))).rejects.toMatchObject(DEAD);
  });

  test('needs the current password, with limited attempts', async () => {
    const strict = await createMailWorld({
      rateLimits: { ...world.app.config.rateLimits, passwordCheck: { points: 2, seconds: 60 } },
    });
    onTestFinished(() => strict.close());
    const ada = await strict.build.user();
    const guess = (currentPassword: string) =>
      strict.as(ada)(api.changeEmail, { email: newAddress(), currentPassword });
    const wrong = { code: 'wrong_password', field: 'currentPassword' };
    await expect(guess('wrong')).rejects.toMatchObject(wrong);
    await expect(guess('')).rejects.toMatchObject(wrong);
    await expect(guess(PASSWORD)).rejects.toMatchObject({ code: 'rate_limited' });
    await strict.drainJobs();
    expect(strict.mailbox.all).toEqual([]);
  });

  test('to a used address reveals nothing, and notifies its owner', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user({ name: 'Bob' })];
    const free = newAddress();
    const [toFree, toTaken] = [await askFor(ada, free), await askFor(ada, bob.email)];
    expect(toTaken.message.replace(bob.email, free)).toBe(toFree.message);
    const mail = await world.mailTo(bob.email);
    expect(mail.subject).toBe('You already have an account with this address');
    expect(mail.link).toBe('http://localhost:4600/login');
  });

  test('to an address that another account took meanwhile fails, and changes nothing', async () => {
    const ada = await world.build.user();
    const email = newAddress();
    await askFor(ada, email);
    const token = tokenOf(await world.mailTo(email));
    await world.build.user({ email });
    await expect(verify(token)).rejects.toMatchObject({ status: 409, code: 'email_taken' });
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  test('is cancelled by a password change: another person may have requested it', async () => {
    const ada = await world.build.user();
    const email = newAddress();
    await askFor(ada, email);
    const token = tokenOf(await world.mailTo(email));
    await world.as(ada)(api.changePassword, { currentPassword: PASSWORD, newPassword: 'a new password' });
    await expect(verify(token)).rejects.toMatchObject(DEAD);
    expect((await userOf(ada)).email).toBe(ada.email);
  });

  test('is shown until it is done, only the latest request', async () => {
    const ada = await world.build.user();
    const awaited = async () => (await world.as(ada)(api.getAddressChange, {})).email;
    expect(await awaited()).toBeNull();
    const [first, second] = [newAddress(), newAddress()];
    await askFor(ada, first);
    const replaced = tokenOf(await world.mailTo(first));
    await askFor(ada, second);
    expect(await awaited()).toBe(second);
    await expect(verify(replaced)).rejects.toMatchObject(DEAD);
    await verify(tokenOf(await world.mailTo(second)));
    expect(await awaited()).toBeNull();
  });

  test('can be cancelled: its link stops working, others’ links do not', async () => {
    const [ada, bob] = [await world.build.user(), await world.build.user()];
    const [email, other] = [newAddress(), newAddress()];
    await askFor(ada, email);
    await askFor(bob, other);
    await world.as(ada)(api.cancelAddressChange, {});
    expect(await world.as(ada)(api.getAddressChange, {})).toEqual({ email: null });
    await expect(verify(tokenOf(await world.mailTo(email)))).rejects.toMatchObject(DEAD);
    expect(await world.as(bob)(api.getAddressChange, {})).toEqual({ email: other });
  });

  test('is no longer pending once the password has changed', async () => {
    const ada = await world.build.user();
    await askFor(ada, newAddress());
    await world.as(ada)(api.changePassword, { currentPassword: PASSWORD, newPassword: 'a new password' });
    expect(await world.as(ada)(api.getAddressChange, {})).toEqual({ email: null });
  });

  test('invalidates links to the old address', async () => {
    const ada = await signUp();
    const proof = tokenOf(await world.mailTo(ada.email));
    const email = newAddress();
    await askFor(ada, email);
    await verify(tokenOf(await world.mailTo(email)));
    await expect(verify(proof)).rejects.toMatchObject(DEAD);
  });

  test('without a password needs a recent session', async () => {
    const ada = await world.build.user();
    await world.app.db('users').where({ id: ada.id }).update({ password_hash: null });
    await askFor(ada, newAddress(), '');
    const past = new Date(Date.now() - 16 * 60_000);
    await world.app.db('sessions').where({ user_id: ada.id }).update({ created_at: past });
    await expect(askFor(ada, newAddress(), '')).rejects.toMatchObject({
      code: 'forbidden',
      message: 'To do this, sign out, sign in with Google again, and come back within 15 minutes.',
    });
  });
});

test('email to one address is limited, for all requests together', async () => {
  const strict = await createMailWorld({
    rateLimits: { ...world.app.config.rateLimits, mailToAddress: { points: 2, seconds: 60 } },
  });
  onTestFinished(() => strict.close());
  const email = newAddress();
  const requesters = [await strict.build.user(), await strict.build.user(), await strict.build.user()];
  const outcomes: string[] = [];
  for (const requester of requesters) {
    const request = strict.as(requester)(api.changeEmail, { email, currentPassword: PASSWORD });
    outcomes.push(
      await request.then(
        () => 'mailed',
        ({ code }: { code: string }) => code,
      ),
    );
  }
  expect(outcomes).toEqual(['mailed', 'mailed', 'rate_limited']);
});
