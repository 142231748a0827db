import { createHash, randomBytes } from 'node:crypto';
import * as accounts from '@stagelink/shared/contracts/accounts';
import * as api from '@stagelink/shared/contracts/oauth';
import { PROTOCOL } from '@stagelink/shared/client/compatibility';
import { listTokens } from '@stagelink/shared/contracts/tokens';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jobHandlers } from '../../../app/jobHandlers.ts';
import { PASSWORD, type Person } from '../../../testing/builders.ts';
import { createWorld, type World } from '../../../testing/world.ts';
import { isVerifierOf } from './pkce.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const STATE = 'a-state-of-the-program';
const COMPANION = { client: 'companion', redirectUri: 'stagelink://signed-in' } as const;
const EDITOR = {
  client: 'editor',
  redirectUri: 'vscode://stagelink.stagelink/signed-in',
  device: 'Ada’s laptop',
} as const;

const newVerifier = () => randomBytes(32).toString('base64url');
const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

type Asked = Pick<api.Authorization, 'client' | 'redirectUri' | 'device'>;

/** Authorizes a client as this person and exchanges the code. */
async function allow(person: Person, authorization: Asked = COMPANION) {
  const codeVerifier = newVerifier();
  const { redirectTo } = await world.as(person)(api.authorizeProgram, {
    ...authorization,
    codeChallenge: challengeOf(codeVerifier),
    state: STATE,
  });
  const code = new URL(redirectTo, 'http://localhost').searchParams.get('code') ?? '';
  return { redirectTo, exchanged: { code, codeVerifier, redirectUri: authorization.redirectUri } };
}

const exchange = (input: Awaited<ReturnType<typeof allow>>['exchanged']) =>
  world.as(null)(api.exchangeCode, input);

const REFUSAL = {
  status: 410,
  code: 'gone',
  message: 'This sign-in has expired or was already used. Start signing in again.',
};

const daysUntil = (at: string) => (Date.parse(at) - Date.now()) / 86_400_000;

describe('an authorized client', () => {
  test('gets a session if it is the companion, through its redirect address', async () => {
    const ada = await world.build.user();
    const { redirectTo, exchanged } = await allow(ada);
    expect(redirectTo).toBe(`stagelink://signed-in?code=${exchanged.code}&state=${STATE}`);

    const { user, sessionToken, expiresAt } = await exchange(exchanged);
    expect(user.uid).toBe(ada.id);
    expect(daysUntil(expiresAt)).toBeCloseTo(7, 2);
    const companion = { ...ada, secret: sessionToken };
    // Only a session may list sessions.
    expect((await world.as(companion)(accounts.listSessions, {})).sessions).toHaveLength(2);
    expect((await world.as(companion)(listTokens, {})).pats).toHaveLength(0);
  });

  test('gets an access token if it is an editor, named after it and its device', async () => {
    const ada = await world.build.user();
    const { sessionToken, expiresAt } = await exchange((await allow(ada, EDITOR)).exchanged);
    expect(daysUntil(expiresAt)).toBeCloseTo(90, 2);
    expect((await world.as({ ...ada, secret: sessionToken })(accounts.me, {})).user.uid).toBe(ada.id);
    const { pats } = await world.as(ada)(listTokens, {});
    expect(pats).toMatchObject([
      {
        description: 'Visual Studio Code on Ada’s laptop',
        scopes: ['snapshots:read', 'snapshots:write', 'comments:read', 'comments:write'],
      },
    ]);
    expect((await world.as(ada)(accounts.listSessions, {})).sessions).toHaveLength(1);
  });

  test('gets a token for snapshots only if it is the browser extension', async () => {
    const ada = await world.build.user();
    const authorization = {
      client: 'capture',
      redirectUri: '/authorize/finished',
      device: 'Chromium',
    } as const;
    const { redirectTo, exchanged } = await allow(ada, authorization);
    expect(redirectTo).toBe(`/authorize/finished?code=${exchanged.code}&state=${STATE}`);
    await exchange(exchanged);
    const { pats } = await world.as(ada)(listTokens, {});
    expect(pats).toMatchObject([
      { description: 'Stagelink Capture on Chromium', scopes: ['snapshots:read', 'snapshots:write'] },
    ]);
  });

  test('sets no cookie in the browser', async () => {
    const { exchanged } = await allow(await world.build.user());
    const answer = await world.fetch({
      method: 'POST',
      path: '/auth/token',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(exchanged),
    });
    expect(answer.status).toBe(200);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  test('gets a session no fresher than the one that authorized it', async () => {
    const ada = await world.build.user();
    const before = new Date(Date.now() - 3_600_000);
    await world.app.db('sessions').where({ user_id: ada.id }).update({ created_at: before });
    const { sessionToken } = await exchange((await allow(ada)).exchanged);
    const { sessions } = await world.as({ ...ada, secret: sessionToken })(accounts.listSessions, {});
    expect(sessions.find(({ current }) => current)?.createdAt).toBe(before.toISOString());
  });

  test('has a name without invisible characters', async () => {
    const ada = await world.build.user();
    await exchange((await allow(ada, { ...EDITOR, device: 'lap\u202e\u0007top\n' })).exchanged);
    expect((await world.as(ada)(listTokens, {})).pats[0]?.description).toBe('Visual Studio Code on laptop');
  });
});

describe('a code', () => {
  test('works once', async () => {
    const { exchanged } = await allow(await world.build.user());
    await exchange(exchanged);
    await expect(exchange(exchanged)).rejects.toMatchObject(REFUSAL);
  });

  test('works once when redeemed twenty times at once', async () => {
    const ada = await world.build.user();
    const { exchanged } = await allow(ada, EDITOR);
    const tries = await Promise.allSettled(Array.from({ length: 20 }, () => exchange(exchanged)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const refusals = tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason as Error] : []));
    expect(refusals).toMatchObject(Array.from({ length: 19 }, () => REFUSAL));
    expect((await world.as(ada)(listTokens, {})).pats).toHaveLength(1);
  });

  test('needs the verifier, and a wrong attempt uses it up', async () => {
    const { exchanged } = await allow(await world.build.user());
    await expect(exchange({ ...exchanged, codeVerifier: newVerifier() })).rejects.toMatchObject(REFUSAL);
    await expect(exchange(exchanged)).rejects.toMatchObject(REFUSAL);
  });

  test('is bound to its redirect address', async () => {
    const { exchanged } = await allow(await world.build.user(), {
      client: 'companion',
      redirectUri: 'http://127.0.0.1:5000/',
    });
    const elsewhere = exchange({ ...exchanged, redirectUri: 'http://127.0.0.1:5001/' });
    await expect(elsewhere).rejects.toMatchObject(REFUSAL);
  });

  test('lasts a minute, is stored as a hash only, and is swept', async () => {
    const { exchanged } = await allow(await world.build.user());
    const rows = () => world.app.db('tickets').where({ purpose: 'program' });
    expect(JSON.stringify(await rows())).not.toContain(exchanged.code);
    await world.app
      .db('tickets')
      .where({ purpose: 'program' })
      .update({ expires_at: world.app.db.raw(`expires_at - interval '60 seconds'`) });
    const swept = await allow(await world.build.user());
    await world.app
      .db('tickets')
      .where({ purpose: 'program' })
      .update({ expires_at: world.app.db.raw(`expires_at - interval '60 seconds'`) });
    await expect(exchange(exchanged)).rejects.toMatchObject(REFUSAL);
    await jobHandlers(world.app).forget_old({}, new AbortController().signal);
    expect(await rows()).toEqual([]);
    await expect(exchange(swept.exchanged)).rejects.toMatchObject(REFUSAL);
  });

  test('ends with the account, and with the password it was authorized under', async () => {
    const [gone, changed] = [await world.build.user(), await world.build.user()];
    const [first, second] = [await allow(gone, EDITOR), await allow(changed)];
    await world.app.db('users').where({ id: gone.id }).update({ deactivated_at: new Date() });
    const newPassword = 'another password';
    await world.as(changed)(accounts.changePassword, { currentPassword: PASSWORD, newPassword });
    await expect(exchange(first.exchanged)).rejects.toMatchObject({
      code: 'forbidden',
      message: 'This account is deactivated. Contact the administrator of this server.',
    });
    await expect(exchange(second.exchanged)).rejects.toMatchObject(REFUSAL);
  });
});

test.each([
  ['companion', 'https://evil.example/'],
  ['companion', 'http://127.0.0.1:80@evil.example/'],
  ['editor', 'vscode://evil.evil/signed-in'],
  ['cli', 'stagelink://signed-in'],
  ['capture', 'http://127.0.0.1:5000/'],
] as const)('no code is issued for %s at %s', async (client, redirectUri) => {
  const ada = await world.build.user();
  const count = () => world.app.db('tickets').count();
  const before = await count();
  await expect(allow(ada, { client, redirectUri })).rejects.toMatchObject({
    status: 400,
    field: 'redirectUri',
  });
  expect(await count()).toEqual(before);
});

test('another site cannot authorize a client in a user’s name', async () => {
  const ada = await world.build.user();
  const answer = await world.fetch({
    method: 'POST',
    path: '/auth/authorize',
    headers: {
      'Content-Type': 'application/json',
      Cookie: `__Host-session=${ada.secret}`,
      Origin: 'https://evil.example',
    },
    body: JSON.stringify({ ...COMPANION, codeChallenge: challengeOf(newVerifier()), state: STATE }),
  });
  expect(answer.status).toBe(403);
});

describe('the page of a browser extension', () => {
  const ORIGIN = 'chrome-extension://abcdefghijklmnopabcdefghijklmnop';
  const post = (path: string, body: object, headers: Record<string, string>) =>
    world.fetch({
      method: 'POST',
      path,
      headers: { 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'cross-site', ...headers },
      body: JSON.stringify(body),
    });

  test('exchanges its code without a cookie', async () => {
    const { exchanged } = await allow(await world.build.user(), {
      client: 'capture',
      redirectUri: '/authorize/finished',
    });
    expect((await post('/auth/token', exchanged, { Origin: ORIGIN })).status).toBe(200);
  });

  test('cannot use the session of the browser', async () => {
    const ada = await world.build.user();
    const input = {
      client: 'capture',
      redirectUri: '/authorize/finished',
      codeChallenge: challengeOf(newVerifier()),
      state: STATE,
    };
    const withCookie = { Origin: ORIGIN, Cookie: `__Host-session=${ada.secret}` };
    expect((await post('/auth/authorize', input, withCookie)).status).toBe(403);
    expect((await post('/auth/token', {}, { Origin: 'https://evil.example' })).status).toBe(403);
  });
});

test('a session is renewed for seven days from now', async () => {
  const ada = await world.build.user();
  await world.app
    .db('sessions')
    .where({ user_id: ada.id })
    .update({ expires_at: world.app.db.raw(`now() + interval '1 hour'`) });
  const { expiresAt } = await world.as(ada)(api.renewSession, {});
  expect(daysUntil(expiresAt)).toBeCloseTo(7, 2);
  expect((await world.as(ada)(accounts.listSessions, {})).sessions[0]?.expiresAt).toBe(expiresAt);
});

test('a client can check whether it is compatible with the server', async () => {
  expect(await world.as(null)(accounts.signInOptions, {})).toMatchObject(PROTOCOL);
});

test('the challenge of the standard’s own example is accepted', () => {
  const [verifier, challenge] = [
    'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
  ];
  expect(isVerifierOf(verifier, challenge)).toBe(true);
  expect(isVerifierOf(`${verifier}x`, challenge)).toBe(false);
  expect(isVerifierOf(verifier, '')).toBe(false);
});
