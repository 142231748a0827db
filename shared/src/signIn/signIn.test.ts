import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { type Authorization, readAuthorization } from '../contracts/oauth.ts';
import { createClient } from '../client/call.ts';
import { assertCompatible, createPkce, signInWithBrowser, type TakeCallback } from '../client/signIn.ts';
import { UserError } from '../client/userError.ts';
import { fakeServer, refusal } from '../testing/fakeServer.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

/** A sign-in whose browser has been opened. */
async function begin() {
  const { send, requests } = fakeServer({
    'POST /auth/token': () => refusal(401, 'unauthenticated', 'Over.'),
  });
  const stop = new AbortController();
  const opened = Promise.withResolvers<{ page: Authorization; take: TakeCallback }>();
  let isClosed = false;
  let takeCallback: TakeCallback = () => false;
  const done = signInWithBrowser({
    call: createClient(send),
    server: 'https://stage.example.com',
    client: 'cli',
    device: 'Ann’s machine',
    crypto,
    signal: stop.signal,
    async listen(take) {
      takeCallback = take;
      return { redirectUri: 'http://127.0.0.1:4711/signed-in', close: () => void (isClosed = true) };
    },
    openBrowser(address) {
      const page = readAuthorization(new URL(address).searchParams);
      if (page) opened.resolve({ page, take: takeCallback });
    },
  });
  const { page, take } = await opened.promise;
  return { done, page, take, stop, requests, isClosed: () => isClosed };
}
const query = (fields: Record<string, string>) => new URLSearchParams(fields);

test('the challenge is made from the verifier, and nothing is used twice', async () => {
  const [one, other] = [await createPkce(crypto), await createPkce(crypto)];
  expect(one.challenge).toBe(sha256(one.verifier));
  expect(one.verifier).toMatch(/^[\w-]{43}$/);
  expect(one.state).toMatch(/^[\w-]{43}$/);
  expect(one.state).not.toBe(other.state);
  expect(one.verifier).not.toBe(other.verifier);
});

test('the code that comes back with the state is exchanged, once, with the verifier of the challenge', async () => {
  const { done, page, take, requests, isClosed } = await begin();
  expect(page).toMatchObject({ client: 'cli', device: 'Ann’s machine' });
  expect(take(query({ code: 'forged', state: 'guessed' }))).toBe(false);
  expect(take(query({ code: 'forged' }))).toBe(false);
  expect(take(query({ code: 'given', state: page.state }))).toBe(true);
  expect(take(query({ code: 'second', state: page.state }))).toBe(false);
  await expect(done).rejects.toThrow('Over.');
  const exchanged = requests['POST /auth/token']?.map(({ input }) => input);
  expect(exchanged).toMatchObject([{ code: 'given', redirectUri: page.redirectUri }]);
  expect(sha256(exchanged?.[0]?.codeVerifier ?? '')).toBe(page.codeChallenge);
  expect(isClosed()).toBe(true);
});

test('a refusal in the browser ends it', async () => {
  const { done, page, take, isClosed } = await begin();
  expect(take(query({ error: 'access_denied', state: page.state }))).toBe(true);
  await expect(done).rejects.toMatchObject({ code: 'sign_in_rejected' });
  expect(isClosed()).toBe(true);
});

test('it ends with what it is aborted with, and nothing that comes later counts', async () => {
  const { done, page, take, stop } = await begin();
  stop.abort(new UserError('sign_in_timeout', 'Too late.'));
  await expect(done).rejects.toThrow('Too late.');
  expect(take(query({ code: 'late', state: page.state }))).toBe(false);

  const other = await begin();
  other.stop.abort();
  await expect(other.done).rejects.toMatchObject({ code: 'cancelled' });
});

test('a server that needs a newer program says so', () => {
  expect(() => assertCompatible({ protocol: 99, oldestProtocol: 99 }, 'this command')).toThrow(
    expect.objectContaining({
      code: 'incompatible',
      message: expect.stringContaining('Update this command'),
    }),
  );
});
