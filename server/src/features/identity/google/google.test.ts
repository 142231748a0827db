import * as api from '@stagelink/shared/contracts/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readConfig } from '../../../platform/config.ts';
import { PASSWORD } from '../../../testing/builders.ts';
import {
  type IdentityProvider,
  openIdentityProvider,
  type IdentityClaims,
} from '../../../testing/identityProvider.ts';
import { createWorld, type RawAnswer, type World, worldForTest } from '../../../testing/world.ts';

const APP_URL = 'http://localhost:4600';

let provider: IdentityProvider;
let world: World;
beforeAll(async () => {
  provider = await openIdentityProvider(APP_URL);
  world = await createWorld({ google: provider.config });
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

const cookieOf = (answer: RawAnswer, name: string) =>
  answer.headers['set-cookie']
    ?.map((line) => line.split(';')[0] ?? '')
    .find((pair) => pair.startsWith(`${name}=`)) ?? '';

/** Presses “Continue with Google” and returns where the browser is sent. */
async function start(query = ''): Promise<{ url: string; cookie: string }> {
  const answer = await world.fetch({ path: `/auth/google/start${query}` });
  expect(answer.status).toBe(302);
  return { url: answer.headers.location ?? '', cookie: cookieOf(answer, '__Host-google') };
}

const comeBack = ({ pathname, search }: URL, cookie: string) =>
  world.fetch({ path: pathname + search, headers: { Cookie: cookie } });

async function whole(person: IdentityClaims, query = ''): Promise<RawAnswer> {
  const { url, cookie } = await start(query);
  return comeBack(await provider.visit(url, person), cookie);
}

async function signedInAs(answer: RawAnswer): Promise<api.User> {
  const me = await world.fetch({ path: '/me', headers: { Cookie: cookieOf(answer, '__Host-session') } });
  expect(me.status).toBe(200);
  return (JSON.parse(me.body.toString()) as { user: api.User }).user;
}

/** Returns the error in the redirect to the login page without a session; null otherwise. */
function refusalOf(answer: RawAnswer): string | null {
  const [, reason = null] = /^\/login\?error=google&reason=(\w+)$/.exec(answer.headers.location ?? '') ?? [];
  return cookieOf(answer, '__Host-session') === '' ? reason : null;
}

const post = (idToken: string) => world.as(null)(api.googleLogin, { idToken });
const verified = (id: string) =>
  world.app.db('users').where({ id }).update({ email_verified_at: new Date() });

describe('continuing with Google', () => {
  test('creates an account with a verified address and no password, and finds it again', async () => {
    const person = provider.person({ email: 'Grace@Example.com' });
    const first = await whole(person);
    expect(first.headers.location).toBe('/dashboard');
    const user = await signedInAs(first);
    expect(user).toMatchObject({
      email: 'grace@example.com',
      name: 'Grace',
      emailVerified: true,
      hasPassword: false,
    });
    expect((await signedInAs(await whole(person))).uid).toBe(user.uid);
  });

  test('finds the account by the identity, whatever its address is now', async () => {
    const person = provider.person();
    const { uid } = await signedInAs(await whole(person));
    const moved = provider.person({ ...person, email: 'moved@example.com' });
    expect((await signedInAs(await whole(moved))).uid).toBe(uid);
  });

  test.each([
    ['?redirect=pricing&plan=pro', '/pricing?plan=pro'],
    ['?redirect=pricing', '/dashboard'],
    ['?redirect=login', '/login?from=google'],
    ['?redirect=https://evil.example', '/dashboard'],
    ['?redirect=pricing&plan=//evil.example', '/dashboard'],
    ['?redirect=pricing&redirect=dashboard', '/dashboard'],
  ])('requested with %s redirects to %s', async (query, destination) => {
    expect((await whole(provider.person(), query)).headers.location).toBe(destination);
  });

  test('two at once create one account', async () => {
    const person = provider.person();
    const users = await Promise.all([whole(person), whole(person)].map(async (one) => signedInAs(await one)));
    expect(new Set(users.map(({ uid }) => uid)).size).toBe(1);
  });

  test('requests a code with a challenge, and keeps state, nonce and verifier on the server', async () => {
    const { url, cookie } = await start();
    const parameters = new URL(url).searchParams;
    expect(parameters.get('code_challenge_method')).toBe('S256');
    expect(parameters.get('redirect_uri')).toBe(`${APP_URL}/auth/google/callback`);
    const secret = cookie.split('=')[1] ?? '';
    expect(secret).toHaveLength(43);
    for (const value of parameters.values()) expect(value).not.toContain(secret);
    const stored = JSON.stringify(await world.app.db('tickets').where({ purpose: 'google' }));
    expect(stored).not.toContain(parameters.get('state'));
  });
});

describe('coming back from Google', () => {
  test('a second time with the same state is rejected', async () => {
    const { url, cookie } = await start();
    const back = await provider.visit(url, provider.person());
    expect((await comeBack(back, cookie)).headers.location).toBe('/dashboard');
    expect(refusalOf(await comeBack(back, cookie))).toBe('wrong_credentials');
  });

  test('in another browser is rejected', async () => {
    const mine = await start();
    const other = await start();
    const back = await provider.visit(mine.url, provider.person());
    expect(refusalOf(await comeBack(back, other.cookie))).toBe('wrong_credentials');
    expect(refusalOf(await comeBack(back, mine.cookie))).toBe('wrong_credentials');
  });

  test('without a cookie, or with a made-up state, is rejected', async () => {
    const { url, cookie } = await start();
    const back = await provider.visit(url, provider.person());
    expect(refusalOf(await comeBack(back, ''))).toBe('wrong_credentials');
    back.searchParams.set('state', 'made-up');
    expect(refusalOf(await comeBack(back, cookie))).toBe('wrong_credentials');
  });

  test('with a token for another sign-in is rejected', async () => {
    const { url, cookie } = await start();
    const twisted = new URL(url);
    twisted.searchParams.set('nonce', 'another');
    expect(refusalOf(await comeBack(await provider.visit(twisted.href, provider.person()), cookie))).toBe(
      'wrong_credentials',
    );
  });

  test('after declining redirects to the login page', async () => {
    const { url, cookie } = await start();
    const state = new URL(url).searchParams.get('state');
    const back = new URL(`${APP_URL}/auth/google/callback?error=access_denied&state=${state}`);
    expect(refusalOf(await comeBack(back, cookie))).toBe('invalid_input');
  });

  test('with an address that Google has not verified is rejected', async () => {
    const person = provider.person({ email_verified: false });
    expect(refusalOf(await whole(person))).toBe('forbidden');
    expect(await world.app.db('users').where({ email: person.email })).toEqual([]);
  });
});

describe('an address that already has an account', () => {
  test('is linked if both sides have verified it', async () => {
    const ada = await world.build.user();
    await verified(ada.id);
    const person = provider.person({ email: ada.email });
    const user = await signedInAs(await whole(person));
    expect(user).toMatchObject({ uid: ada.id, hasPassword: true });
    const byPassword = await world.as(null)(api.login, { email: ada.email, password: PASSWORD });
    expect(byPassword.user.uid).toBe(ada.id);
  });

  test('is not linked while the account is unverified: another person may have signed up with it', async () => {
    const ada = await world.build.user();
    const person = provider.person({ email: ada.email });
    expect(refusalOf(await whole(person))).toBe('email_taken');
    await expect(post(await provider.token(person))).rejects.toMatchObject({
      code: 'email_taken',
      message: /log in with your password/,
    });
  });

  test('is not linked while Google has not verified it', async () => {
    const ada = await world.build.user();
    await verified(ada.id);
    expect(refusalOf(await whole(provider.person({ email: ada.email, email_verified: false })))).toBe(
      'forbidden',
    );
  });

  test('is not linked to a second identity', async () => {
    const first = provider.person();
    await whole(first);
    expect(refusalOf(await whole(provider.person({ email: first.email })))).toBe('email_taken');
  });

  test('is rejected with the reason if the account is deactivated', async () => {
    const person = provider.person();
    const { uid } = await signedInAs(await whole(person));
    await world.app.db('users').where({ id: uid }).update({ deactivated_at: new Date() });
    expect(refusalOf(await whole(person))).toBe('deactivated');
    await expect(post(await provider.token(person))).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This account is deactivated. Contact the administrator of this server.',
    });
  });
});

describe('an ID token', () => {
  test('signs in once', async () => {
    const person = provider.person();
    const idToken = await provider.token(person);
    expect((await post(idToken)).user.email).toBe(person.email);
    await expect(post(idToken)).rejects.toMatchObject({ code: 'wrong_credentials' });
  });

  test('sent many times at once signs in once', async () => {
    const idToken = await provider.token(provider.person());
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => post(idToken)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  const now = () => Math.floor(Date.now() / 1000);
  test.each<[string, (person: IdentityClaims) => Promise<string>]>([
    ['for another app', (person) => provider.token(person, { aud: 'another-app' })],
    [
      'for several apps, given to another',
      (person) => provider.token(person, { aud: ['stagelink', 'b'], azp: 'b' }),
    ],
    ['given to another app', (person) => provider.token(person, { azp: 'another-app' })],
    ['of another issuer', (person) => provider.token(person, { iss: 'https://evil.example' })],
    ['that has expired', (person) => provider.token(person, { exp: now() - 60 })],
    ['signed with another key', (person) => provider.forgedToken(person)],
    [
      'that was changed',
      async (person) => {
        const [head, , signature] = (await provider.token(person)).split('.');
        const [, body] = (await provider.token(provider.person())).split('.');
        return [head, body, signature].join('.');
      },
    ],
    [
      'without a signature',
      async (person) => {
        const [, body] = (await provider.token(person)).split('.');
        return `${Buffer.from('{"alg":"none"}').toString('base64url')}.${body}.`;
      },
    ],
    ['that belongs to a sign-in in a browser', (person) => provider.token(person, { nonce: 'x' })],
    ['that is none', () => Promise.resolve('nonsense')],
  ])('%s is rejected', async (_case, make) => {
    const person = provider.person();
    await expect(post(await make(person))).rejects.toMatchObject({ status: 401, code: 'wrong_credentials' });
    expect(await world.app.db('users').where({ email: person.email })).toEqual([]);
  });
});

test('an unreachable provider is a temporary error, not an invalid token', async () => {
  const gone = await openIdentityProvider(APP_URL);
  const idToken = await gone.token(gone.person());
  await gone.close();
  const lonely = await worldForTest({ google: gone.config, logLevel: 'silent' });
  await expect(lonely.as(null)(api.googleLogin, { idToken })).rejects.toMatchObject({ code: 'unavailable' });
  const answer = await lonely.fetch({ path: '/auth/google/start' });
  expect(refusalOf(answer)).toBe('unavailable');
});

test('a server without Google says so', async () => {
  const plain = await worldForTest({ logLevel: 'silent' });
  expect((await plain.as(null)(api.signInOptions, {})).google).toBe(false);
  expect((await world.as(null)(api.signInOptions, {})).google).toBe(true);
  await expect(plain.as(null)(api.googleLogin, { idToken: 'x' })).rejects.toMatchObject({ status: 503 });
  expect(refusalOf(await plain.fetch({ path: '/auth/google/start' }))).toBe('unavailable');
});

test.each<[NodeJS.ProcessEnv, string]>([
  [{ GOOGLE_CLIENT_ID: 'a' }, 'GOOGLE_CLIENT_ID is set: GOOGLE_CLIENT_SECRET is needed too.'],
  [{ GOOGLE_CLIENT_SECRET: 'a' }, 'GOOGLE_CLIENT_SECRET is set: GOOGLE_CLIENT_ID is needed too.'],
])('%j is reported in a sentence', (env, message) => {
  expect(() => readConfig(env)).toThrow(message);
});
