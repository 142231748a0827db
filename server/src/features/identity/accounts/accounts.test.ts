import * as api from '@stagelink/shared/contracts/accounts';
import { EMAIL_MAX, PLAN_LIMITS } from '@stagelink/shared/contracts/limits';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { createWorld, type RawRequest, type World, worldForTest } from '../../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const json = { 'Content-Type': 'application/json' };
const newcomer = { email: '  Ada@Example.com ', password: 'a long password', name: ' Ada ' };

describe('signing up', () => {
  test('creates an account with a trimmed, lower-case email and signs in', async () => {
    const { user, sessionToken } = await world.as(null)(api.register, newcomer);
    expect(user).toMatchObject({ email: 'ada@example.com', name: 'Ada', role: 'user', canAccessPro: true });

    const me = await world.as({ id: user.uid, email: user.email, secret: sessionToken })(api.me, {});
    expect(me.user.uid).toBe(user.uid);
  });

  test('is the first login', async () => {
    const { user } = await world.as(null)(api.register, { ...newcomer, email: 'first@example.com' });
    const row: unknown = await world.app.db('users').where({ id: user.uid }).first('last_login_at');
    expect(row).toEqual({ last_login_at: expect.any(Date) });
  });

  test('returns the plan’s limits on this server', async () => {
    const planLimits = { ...PLAN_LIMITS, pro: { ...PLAN_LIMITS.pro, snapshotBytes: 1_000_000 } };
    const small = await worldForTest({ planLimits });
    const { user } = await small.as(null)(api.register, newcomer);
    expect(user.limits).toEqual(planLimits.pro);
  });

  test('is rejected for an email that has an account, whatever its case', async () => {
    const { email } = await world.build.user();
    const again = world.as(null)(api.register, { ...newcomer, email: email.toUpperCase() });
    await expect(again).rejects.toMatchObject({ status: 409, code: 'email_taken', field: 'email' });
  });

  test('two at once with one email create one account', async () => {
    const twins = [1, 2].map(() => world.as(null)(api.register, { ...newcomer, email: 'twin@example.com' }));
    const outcomes = (await Promise.allSettled(twins)).map(({ status }) => status);
    expect(outcomes.toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test.each([
    [{ ...newcomer, name: '  ' }, 'Please fill in all fields'],
    [{ ...newcomer, email: 'not an address' }, 'Please enter a valid email address'],
    [{ ...newcomer, password: 'short' }, 'Please choose a password of at least 8 characters'],
  ])('explains what is wrong with %j', async (input, message) => {
    await expect(world.as(null)(api.register, input)).rejects.toMatchObject({ status: 400, message });
  });

  test('an unknown field, such as a role, is rejected', async () => {
    const body = JSON.stringify({ ...newcomer, email: 'mallory@example.com', role: 'superadmin' });
    const answer = await world.fetch({ method: 'POST', path: '/auth/register', headers: json, body });
    expect(answer.status).toBe(400);
    expect(await world.app.db('users').where({ email: 'mallory@example.com' })).toEqual([]);
  });
});

describe('signing in', () => {
  test('sets a cookie no script can read, and returns a token for other clients', async () => {
    const { email } = await world.build.user();
    const body = JSON.stringify({ email, password: PASSWORD });
    const answer = await world.fetch({ method: 'POST', path: '/auth/login', headers: json, body });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^__Host-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax; Max-Age=604800$/,
    );
  });

  test('with an email of the maximum length is rejected like any other, and counted', async () => {
    const loginFailures = { points: 1, seconds: 60 };
    const strict = await worldForTest({
      rateLimits: { ...world.app.config.rateLimits, loginFailures },
    });
    const guess = () => strict.as(null)(api.login, { email: 'a'.repeat(EMAIL_MAX), password: 'x' });
    await expect(guess()).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' });
    await expect(guess()).rejects.toMatchObject({ code: 'rate_limited' });
  });

  test('an unknown email and a wrong password get the same message', async () => {
    const { email } = await world.build.user();
    const messages = await Promise.all(
      [email, 'nobody@example.com'].map((address) =>
        world
          .as(null)(api.login, { email: address, password: 'wrong' })
          .catch((error: Error) => error.message),
      ),
    );
    expect(messages).toEqual(Array.from(messages, () => 'The email or password is incorrect.'));
  });

  test('too many wrong passwords block that address, also for the correct one', async () => {
    const strict = await worldForTest({
      rateLimits: { ...world.app.config.rateLimits, loginFailures: { points: 3, seconds: 60 } },
    });
    const { email } = await strict.build.user();
    const guess = (password: string) => strict.as(null)(api.login, { email, password });
    for (const password of ['a', 'b', 'c']) {
      await expect(guess(password)).rejects.toMatchObject({ code: 'wrong_credentials' });
    }
    await expect(guess(PASSWORD)).rejects.toMatchObject({ status: 429, code: 'rate_limited' });
  });

  test('a deactivated account gets the reason with its password, and only with it', async () => {
    const person = await world.build.user();
    await world.app.db('users').where({ id: person.id }).update({ deactivated_at: new Date() });
    const logIn = (password: string) => world.as(null)(api.login, { email: person.email, password });
    await expect(logIn('wrong')).rejects.toMatchObject({
      code: 'wrong_credentials',
      message: 'The email or password is incorrect.',
    });
    await expect(logIn(PASSWORD)).rejects.toMatchObject({
      status: 403,
      message: 'This account is deactivated. Contact the administrator of this server.',
    });
    expect(await world.app.db('sessions').where({ user_id: person.id })).toHaveLength(1);
    await expect(world.as(person)(api.me, {})).rejects.toMatchObject({ status: 401 });
  });
});

describe('an account', () => {
  test('changes its name', async () => {
    const ada = await world.build.user();
    const { user } = await world.as(ada)(api.updateProfile, { name: '  Ada Lovelace ' });
    expect(user).toMatchObject({ uid: ada.id, name: 'Ada Lovelace' });
    expect((await world.as(ada)(api.me, {})).user.name).toBe('Ada Lovelace');
    const blank = world.as(ada)(api.updateProfile, { name: '  ' });
    await expect(blank).rejects.toMatchObject({ status: 400, message: 'Please fill in all fields' });
  });
});

describe('a time zone', () => {
  const tell = (ada: Person, timeZone: string, isChosen = false) =>
    world.as(ada)(api.setTimeZone, { timeZone, isChosen });
  const zoneOf = async (ada: Person) => {
    const { timeZone, isTimeZoneChosen } = (await world.as(ada)(api.me, {})).user;
    return [timeZone, isTimeZoneChosen];
  };

  test('follows the browser until the person chooses, and again when they choose that', async () => {
    const ada = await world.build.user();
    expect(await zoneOf(ada)).toEqual([null, false]);
    await tell(ada, 'Europe/Vienna');
    await tell(ada, 'America/New_York');
    expect(await zoneOf(ada)).toEqual(['America/New_York', false]);
    await tell(ada, 'Asia/Kolkata', true);
    await tell(ada, 'Europe/Vienna');
    expect(await zoneOf(ada)).toEqual(['Asia/Kolkata', true]);
  });

  test.each(['', 'Europe/Atlantis', 'x'.repeat(65)])('“%s” is refused', async (timeZone) => {
    const ada = await world.build.user();
    await expect(tell(ada, timeZone, true)).rejects.toMatchObject({
      code: 'invalid_input',
      field: 'timeZone',
    });
    expect(await zoneOf(ada)).toEqual([null, false]);
  });
});

describe('signing in without a password', () => {
  const devLogin = ({ id: uid }: Person, headers: Record<string, string> = {}): RawRequest => ({
    method: 'POST',
    path: '/auth/dev-login',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify({ uid }),
  });

  test('is offered if the server was started with it, unless the account is deactivated', async () => {
    const development = await worldForTest({ devLogin: true });
    const ada = await development.build.user();
    expect((await development.as(null)(api.signInOptions, {})).devLogin).toBe(true);
    const { user, sessionToken } = await development.as(null)(api.devLogin, { uid: ada.id });
    expect(user.uid).toBe(ada.id);
    expect((await development.as({ ...ada, secret: sessionToken })(api.me, {})).user.uid).toBe(ada.id);

    await development.app.db('users').where({ id: ada.id }).update({ deactivated_at: new Date() });
    await expect(development.as(null)(api.devLogin, { uid: ada.id })).rejects.toMatchObject({ status: 404 });
  });

  test.each([
    ['X-Forwarded-For', '127.0.0.1'],
    ['Forwarded', 'for=127.0.0.1'],
    ['X-Real-IP', '127.0.0.1'],
    ['Via', '1.1 proxy'],
  ])('is rejected for a request forwarded by a proxy with %s', async (name, value) => {
    const development = await worldForTest({ devLogin: true });
    const ada = await development.build.user();
    const sessions = await development.app.db('sessions').count();
    expect((await development.fetch(devLogin(ada, { [name]: value }))).status).toBe(404);
    expect(await development.app.db('sessions').count()).toEqual(sessions);
  });

  test('does not exist in any other mode, development included', async () => {
    const ada = await world.build.user();
    expect((await world.as(null)(api.signInOptions, {})).devLogin).toBe(false);
    const sessions = await world.app.db('sessions').count();
    await expect(world.as(null)(api.devLogin, { uid: ada.id })).rejects.toMatchObject({
      status: 404,
      message: 'That page could not be found.',
    });
    expect(await world.app.db('sessions').count()).toEqual(sessions);
  });

  test.each([
    [{}, false],
    [{ DEV_LOGIN: 'true' }, true],
    [{ DEV_LOGIN: 'true', HOST: '::1', APP_URL: 'http://127.0.0.1:4600' }, true],
    [{ DEV_LOGIN: 'false', HOST: '0.0.0.0' }, false],
  ])('with %o: %s', (env, isOffered) => {
    expect(readConfig(env).devLogin).toBe(isOffered);
  });

  test.each([
    { HOST: '0.0.0.0' },
    { HOST: '192.168.1.2' },
    { APP_URL: 'https://stagelink.example' },
    { APP_URL: 'http://localhost.example' },
    { NODE_ENV: 'production', APP_URL: 'http://localhost:4600' },
  ])('prevents the start of a server that others can reach: %o', (env) => {
    expect(() => readConfig({ DEV_LOGIN: 'true', ...env })).toThrow(
      'DEV_LOGIN signs anyone in without a password: it needs a loopback HOST and APP_URL, outside production.',
    );
  });
});

describe('a session', () => {
  test('ends at logout, only this session', async () => {
    const person = await world.build.user();
    const { sessionToken } = await world.as(null)(api.login, { email: person.email, password: PASSWORD });
    await world.as(person)(api.logout, {});

    await expect(world.as(person)(api.me, {})).rejects.toMatchObject({
      status: 401,
      code: 'unauthenticated',
    });
    expect((await world.as({ ...person, secret: sessionToken })(api.me, {})).user.uid).toBe(person.id);
  });

  test('is rejected once it has expired', async () => {
    const person = await world.build.user();
    await world.app
      .db('sessions')
      .where({ user_id: person.id })
      .update({ expires_at: new Date(Date.now() - 1) });
    await expect(world.as(person)(api.me, {})).rejects.toMatchObject({ status: 401 });
  });

  test('is stored as a hash only', async () => {
    const person = await world.build.user();
    const row = await world.app.db('sessions').where({ user_id: person.id }).first();
    expect(JSON.stringify(row)).not.toContain(person.secret);
    expect(row.token_hash.toString('utf8')).not.toContain(person.secret);
  });
});

describe('a cookie', () => {
  const logoutWith = (cookie: string, headers: Record<string, string>) =>
    world.fetch({ method: 'POST', path: '/auth/logout', headers: { Cookie: cookie, ...headers } });

  test('of our own page authenticates its user', async () => {
    const { secret } = await world.build.user();
    const own = { Origin: world.app.config.appUrl, 'Sec-Fetch-Site': 'same-origin' };
    expect((await logoutWith(`__Host-session=${secret}`, own)).status).toBe(200);
  });

  test.each([
    ['no origin', {}],
    ['a snapshot as origin', { Origin: 'http://abc.localhost:4600' }],
    ['an opaque origin', { Origin: 'null' }],
    ['another site', { Origin: 'http://localhost:4600', 'Sec-Fetch-Site': 'same-site' }],
  ])('with %s changes nothing', async (_case, headers) => {
    const person = await world.build.user();
    expect((await logoutWith(`__Host-session=${person.secret}`, headers)).status).toBe(403);
    expect((await world.as(person)(api.me, {})).user.uid).toBe(person.id);
  });

  test('that occurs twice is rejected', async () => {
    const [ada, mallory] = [await world.build.user(), await world.build.user()];
    const cookie = `__Host-session=${mallory.secret}; __Host-session=${ada.secret}`;
    expect((await world.fetch({ path: '/me', headers: { Cookie: cookie } })).status).toBe(401);
  });
});
