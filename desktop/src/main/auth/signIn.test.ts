import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Authorization, readAuthorization } from '@stagelink/shared/contracts/oauth';
import { afterEach, expect, test } from 'vitest';
import type { AccountStore } from './accounts.ts';
import { createSignIn, type SignInOptions } from './signIn.ts';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

const user = {
  uid: '01a1fffc-b58f-7fc5-badd-38fa8e852c4a',
  name: 'Ann',
  email: 'ann@example.com',
  role: 'user',
  plan: 'free',
  limits: {
    activeSnapshots: 3,
    snapshotBytes: 1,
    maxExpiryDays: 7,
    defaultExpiryDays: 7,
    storedBytes: 1,
    openUploads: 1,
  },
  subscriptionStatus: 'none',
  subscription: { status: 'none', trialEnd: null },
  subscriptionDisplay: '',
  trialEndsAt: null,
  nextBillingDate: null,
  nextBillingAmount: 0,
  canAccessPro: false,
  emailVerified: true,
  hasPassword: true,
  createdAt: '2026-01-01T00:00:00.000Z',
};

async function bodyOf(requests: IncomingMessage): Promise<Record<string, string>> {
  let text = '';
  for await (const chunk of requests) text += String(chunk);
  return text === '' ? {} : (JSON.parse(text) as Record<string, string>);
}

/** A server that signs Ann in, with her password or a code. */
async function world(more: Partial<SignInOptions> = {}, options: object = {}) {
  const requests: { path: string; body: Record<string, string> }[] = [];
  const kept: string[] = [];
  const server = createServer(async (incoming, response) => {
    const body = await bodyOf(incoming);
    const path = incoming.url ?? '';
    requests.push({ path, body });
    const answers: Record<string, object> = {
      '/auth/options': {
        google: false,
        devLogin: false,
        mail: true,
        protocol: 1,
        oldestProtocol: 1,
        ...options,
      },
      '/auth/login': { ok: true, user, sessionToken: 'by-password', message: '' },
      '/auth/token': { ok: true, user, sessionToken: 'by-code', message: '', expiresAt: user.createdAt },
    };
    const answer = body['password'] === 'wrong' ? undefined : answers[path];
    const refused = { ok: false, code: 'wrong_credentials', message: 'The email or password is incorrect.' };
    response
      .writeHead(answer ? 200 : 401, { 'content-type': 'application/json' })
      .end(JSON.stringify(answer ?? refused));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const opened = Promise.withResolvers<URL>();
  const signIn = createSignIn({
    fetch,
    device: 'Ann’s machine',
    accounts: {
      keep: async (at: string, { sessionToken }: { sessionToken: string }) => {
        kept.push(sessionToken);
        return { id: `${at}/ann` };
      },
    } as unknown as AccountStore,
    openBrowser: async (page) => opened.resolve(new URL(page)),
    ...more,
  });
  return { signIn, address, requests, kept, opened: opened.promise };
}

/** Parses the authorization request of the browser's page. */
function askedOf(page: URL): Authorization {
  const requests = readAuthorization(page.searchParams);
  if (!requests) throw new Error(`${page.href} asks for nothing`);
  return requests;
}
const redirectOf = (page: URL): string => askedOf(page).redirectUri;

/** Simulates the browser's redirect. */
const comeBack = (page: URL, query: Record<string, string>, at = redirectOf(page)) =>
  fetch(`${at}?${new URLSearchParams(query).toString()}`);

const stateOf = (page: URL): string => askedOf(page).state;

test('a password signs in, a wrong one says so', async () => {
  const { signIn, address, kept } = await world();
  expect(await signIn.withPassword(address, 'ann@example.com', 'right')).toEqual({ id: `${address}/ann` });
  expect(kept).toEqual(['by-password']);
  await expect(signIn.withPassword(address, 'ann@example.com', 'wrong')).rejects.toThrow('is incorrect');
});

test('a password is sent to no server that is not ours', async () => {
  const { signIn, address, requests } = await world({}, { protocol: 'none' });
  await expect(signIn.withPassword(address, 'ann@example.com', 'right')).rejects.toThrow(
    'No Stagelink server responds',
  );
  expect(requests.map(({ path }) => path)).toEqual(['/auth/options']);
});

test('a server that needs a newer companion says so', async () => {
  const { signIn, address } = await world({}, { protocol: 9, oldestProtocol: 9 });
  await expect(signIn.withBrowser(address)).rejects.toThrow('Update this companion');
});

test('an address without a server is one clear sentence', async () => {
  const { signIn } = await world();
  await expect(signIn.withPassword('http://127.0.0.1:1', 'a', 'b')).rejects.toThrow(
    '127.0.0.1:1 could not be reached.',
  );
});

test('the browser signs in with a code that only this companion can use', async () => {
  const { signIn, address, requests, kept, opened } = await world();
  const done = signIn.withBrowser(address);
  const page = await opened;
  expect(page.origin + page.pathname).toBe(`${address}/authorize`);
  expect(askedOf(page)).toMatchObject({ client: 'companion', device: 'Ann’s machine' });

  const answer = await comeBack(page, { code: 'the-code', state: stateOf(page) });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('You can close this tab.'),
  ]);
  expect(await done).toEqual({ id: `${address}/ann` });
  expect(kept).toEqual(['by-code']);

  const exchange = requests.find(({ path }) => path === '/auth/token')?.body;
  expect(exchange).toMatchObject({ code: 'the-code', redirectUri: redirectOf(page) });
  const challenge = createHash('sha256')
    .update(exchange?.['codeVerifier'] ?? '')
    .digest('base64url');
  expect(askedOf(page).codeChallenge).toBe(challenge);
  await expect(comeBack(page, { code: 'the-code', state: stateOf(page) })).rejects.toThrow('fetch failed');
});

test('who does not know the state, or comes by another name, changes nothing', async () => {
  const { signIn, address, opened, kept } = await world();
  const done = signIn.withBrowser(address);
  const page = await opened;
  expect((await comeBack(page, { code: 'forged', state: 'guessed' })).status).toBe(400);
  expect((await comeBack(page, { error: 'access_denied', state: '' })).status).toBe(400);
  const elsewhere = redirectOf(page).replace('/signed-in', '/');
  expect((await comeBack(page, { code: 'forged', state: stateOf(page) }, elsewhere)).status).toBe(404);

  const { port } = new URL(redirectOf(page));
  const rebound = request({
    port,
    host: '127.0.0.1',
    path: `/signed-in?code=forged&state=${stateOf(page)}`,
    headers: { host: 'evil.example' },
  }).end();
  const [response] = (await once(rebound, 'response')) as [IncomingMessage];
  expect(response.resume().statusCode).toBe(404);

  signIn.arrive(new URLSearchParams({ code: 'forged', state: 'guessed' }));
  await comeBack(page, { code: 'real', state: stateOf(page) });
  await done;
  expect(kept).toEqual(['by-code']);
});

test('a deep link ends it too', async () => {
  const { signIn, address, opened } = await world();
  const done = signIn.withBrowser(address);
  signIn.arrive(new URLSearchParams({ code: 'real', state: stateOf(await opened) }));
  expect(await done).toEqual({ id: `${address}/ann` });
});

test('a refusal in the browser, a change of mind, another try and silence each end it with a sentence', async () => {
  const refused = await world();
  const one = refused.signIn.withBrowser(refused.address);
  const page = await refused.opened;
  await Promise.all([
    expect(one).rejects.toThrow('denied in the browser'),
    comeBack(page, { error: 'access_denied', state: stateOf(page) }),
  ]);

  const cancelled = await world();
  const two = cancelled.signIn.withBrowser(cancelled.address);
  await cancelled.opened;
  cancelled.signIn.cancel();
  await expect(two).rejects.toThrow('You cancelled');

  const again = await world();
  const three = again.signIn.withBrowser(again.address);
  await again.opened;
  const four = again.signIn.withBrowser(again.address);
  await expect(three).rejects.toThrow('Another sign-in was started');
  again.signIn.cancel();
  await expect(four).rejects.toThrow('You cancelled');

  const silent = await world({ patienceMs: 1 });
  await expect(silent.signIn.withBrowser(silent.address)).rejects.toThrow(
    'was not completed within five minutes',
  );
});
