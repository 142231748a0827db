import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { Parsed } from '@stagelink/shared/contracts/endpoint';
import { type Authorization, type exchangeCode, readAuthorization } from '@stagelink/shared/contracts/oauth';
import { stagingServer } from '@stagelink/shared/staging/node/testing/stagingServer';
import { ada, authOptions } from '@stagelink/shared/testing/builders';
import { type Handlers, raw, refusal } from '@stagelink/shared/testing/fakeServer';
import { expect, test } from 'vitest';
import type { AccountStore } from './accounts.ts';
import { createSignIn, type SignInOptions } from './signIn.ts';

/** A server that signs Ada in, with her password or a code. */
async function world(more: Partial<SignInOptions> = {}, replies: Handlers = {}) {
  const kept: string[] = [];
  const exchanged: Parsed<typeof exchangeCode>[] = [];
  const { url: address, requests } = await stagingServer({
    'POST /auth/login': ({ input }) =>
      input.password === 'wrong'
        ? refusal(401, 'wrong_credentials', 'The email or password is incorrect.')
        : { ok: true, user: ada, sessionToken: 'by-password', message: '' },
    'POST /auth/token': ({ input }) => {
      exchanged.push(input);
      return { ok: true, user: ada, sessionToken: 'by-code', message: '', expiresAt: ada.createdAt };
    },
    ...replies,
  });
  const opened = Promise.withResolvers<URL>();
  const signIn = createSignIn({
    fetch,
    device: 'Ada’s machine',
    accounts: {
      keep: async (at: string, { sessionToken }: { sessionToken: string }) => {
        kept.push(sessionToken);
        return { id: `${at}/ada` };
      },
    } as unknown as AccountStore,
    openBrowser: async (page) => opened.resolve(new URL(page)),
    ...more,
  });
  return { signIn, address, requests, exchanged, kept, opened: opened.promise };
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
  expect(await signIn.withPassword(address, 'ada@example.com', 'right')).toEqual({ id: `${address}/ada` });
  expect(kept).toEqual(['by-password']);
  await expect(signIn.withPassword(address, 'ada@example.com', 'wrong')).rejects.toThrow('is incorrect');
});

test('a password is sent to no server that is not ours', async () => {
  const { signIn, address, requests } = await world(
    {},
    { 'GET /auth/options': () => raw(200, '{"protocol":"none"}') },
  );
  await expect(signIn.withPassword(address, 'ada@example.com', 'right')).rejects.toThrow(
    'No Stagelink server responds',
  );
  expect(requests).toEqual(['GET /auth/options']);
});

test('a server that needs a newer companion says so', async () => {
  const { signIn, address } = await world(
    {},
    {
      'GET /auth/options': () => authOptions({ protocol: 9, oldestProtocol: 9 }),
    },
  );
  await expect(signIn.withBrowser(address)).rejects.toThrow('Update this companion');
});

test('an address without a server is one clear sentence', async () => {
  const { signIn } = await world();
  await expect(signIn.withPassword('http://127.0.0.1:1', 'a', 'b')).rejects.toThrow(
    '127.0.0.1:1 could not be reached.',
  );
});

test('the browser signs in with a code that only this companion can use', async () => {
  const { signIn, address, exchanged, kept, opened } = await world();
  const done = signIn.withBrowser(address);
  const page = await opened;
  expect(page.origin + page.pathname).toBe(`${address}/authorize`);
  expect(askedOf(page)).toMatchObject({ client: 'companion', device: 'Ada’s machine' });

  const answer = await comeBack(page, { code: 'the-code', state: stateOf(page) });
  expect([answer.status, await answer.text()]).toEqual([
    200,
    expect.stringContaining('You can close this tab.'),
  ]);
  expect(await done).toEqual({ id: `${address}/ada` });
  expect(kept).toEqual(['by-code']);

  expect(exchanged).toMatchObject([{ code: 'the-code', redirectUri: redirectOf(page) }]);
  const challenge = createHash('sha256')
    .update(exchanged[0]?.codeVerifier ?? '')
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
  expect(await done).toEqual({ id: `${address}/ada` });
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
