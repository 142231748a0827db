import type { webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createGoogle, type Google, SignInRejected } from './google.ts';

const CLIENT = { clientId: 'stagelink', clientSecret: 'a secret of more than thirty-two bytes' };

type Reply = (response: ServerResponse) => void;
const json =
  (body: unknown, status = 200): Reply =>
  (response) =>
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
const html: Reply = (response) =>
  response.writeHead(200, { 'Content-Type': 'text/html' }).end('<p>Hello</p>');
const silence: Reply = () => {};

/** A provider whose every reply a test can replace. */
async function startProvider() {
  const replies = new Map<string, Reply>();
  const server = createServer((request, response) =>
    (replies.get(request.url ?? '') ?? json({}, 404))(response),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
  };
  let privateKey: webcrypto.CryptoKey;
  let kid = '';
  return {
    issuer,
    discovery,
    reply: (path: string, reply: Reply) => void replies.set(path, reply),
    /** Replaces the signing key. */
    async rotate(name: string) {
      const pair = await generateKeyPair('RS256');
      privateKey = pair.privateKey;
      kid = name;
      const key: JWK = { ...(await exportJWK(pair.publicKey)), kid, alg: 'RS256', use: 'sig' };
      replies.set('/keys', json({ keys: [key] }));
    },
    sign: (claims: JWTPayload) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

const DISCOVERY = '/.well-known/openid-configuration';
let provider: Awaited<ReturnType<typeof startProvider>>;
let google: Google;

const connect = (timeoutMs?: number) =>
  createGoogle({ ...CLIENT, issuer: provider.issuer }, 'http://localhost:4600', timeoutMs);

beforeEach(async () => {
  provider = await startProvider();
  await provider.rotate('k1');
  provider.reply(DISCOVERY, json(provider.discovery));
  google = connect();
});
afterEach(() => {
  vi.useRealTimers();
  provider.close();
});

const seconds = () => Math.floor(Date.now() / 1000);
const claims = (more: JWTPayload = {}): JWTPayload => ({
  iss: provider.issuer,
  aud: CLIENT.clientId,
  sub: 'grace',
  email: 'grace@example.com',
  email_verified: true,
  nonce: 'n',
  iat: seconds(),
  exp: seconds() + 3600,
  ...more,
});
const verify = async (more: JWTPayload = {}) => google.verify(await provider.sign(claims(more)), 'n');

describe('a token', () => {
  test.each<[string, () => JWTPayload]>([
    ['for this app', () => ({})],
    [
      'for several apps, issued to this one',
      () => ({ aud: [CLIENT.clientId, 'other'], azp: CLIENT.clientId }),
    ],
    ['that expired less than 30 seconds ago', () => ({ exp: seconds() - 20 })],
  ])('%s is accepted', async (_, more) => {
    expect((await verify(more())).identity).toMatchObject({ sub: 'grace', email: 'grace@example.com' });
  });

  test.each<[string, () => JWTPayload]>([
    ['of another issuer', () => ({ iss: 'https://evil.example' })],
    ['for another app', () => ({ aud: 'other' })],
    [
      'for several apps that does not name the one it was issued to',
      () => ({ aud: [CLIENT.clientId, 'other'] }),
    ],
    ['issued to another app', () => ({ azp: 'other' })],
    ['for another sign-in', () => ({ nonce: 'another' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['that expired more than 30 seconds ago', () => ({ exp: seconds() - 40 })],
    ['that is not valid yet', () => ({ nbf: seconds() + 40 })],
    ['without an email address', () => ({ email: undefined })],
    ['whose email address is none', () => ({ email: 'grace' })],
  ])('%s is rejected', async (_, more) => {
    await expect(verify(more())).rejects.toBeInstanceOf(SignInRejected);
  });

  test('without a signature is rejected', async () => {
    await expect(google.verify(new UnsecuredJWT(claims()).encode(), 'n')).rejects.toBeInstanceOf(
      SignInRejected,
    );
  });

  test('signed with the client secret is rejected', async () => {
    const secret = new TextEncoder().encode(CLIENT.clientSecret);
    const token = await new SignJWT(claims()).setProtectedHeader({ alg: 'HS256', kid: 'k1' }).sign(secret);
    await expect(google.verify(token, 'n')).rejects.toBeInstanceOf(SignInRejected);
  });

  test('signed with a new key is accepted once the keys may be read again', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    await verify();
    await provider.rotate('k2');
    vi.setSystemTime(Date.now() + 31_000);
    expect((await verify()).identity.sub).toBe('grace');
  });
});

describe('a provider', () => {
  const exchange = () => google.exchange('code', 'verifier');

  test.each<[string, string, Reply, () => Promise<unknown>]>([
    ['whose discovery does not respond', DISCOVERY, silence, exchange],
    ['whose discovery is a page', DISCOVERY, html, exchange],
    ['whose discovery lacks its endpoints', DISCOVERY, json({ issuer: 'x' }), exchange],
    ['whose tokens do not arrive', '/token', silence, exchange],
    ['whose tokens are a page', '/token', html, exchange],
    ['that returns no ID token', '/token', json({ access_token: 'x' }), exchange],
    ['that fails', '/token', json({}, 500), exchange],
    ['whose keys do not arrive', '/keys', silence, verify],
    ['whose keys are a page', '/keys', html, verify],
    ['whose keys are not a set', '/keys', json({ keys: 'none' }), verify],
    ['whose keys fail', '/keys', json({}, 503), verify],
  ])('%s is a temporary failure', async (_, path, reply, act) => {
    if (reply === silence) google = connect(100);
    provider.reply(path, reply);
    const cause: unknown = await act().catch((error: unknown) => error);
    expect(cause).toBeInstanceOf(Error);
    expect(cause).not.toBeInstanceOf(SignInRejected);
  });

  test('that names another issuer is not used', async () => {
    provider.reply(DISCOVERY, json({ ...provider.discovery, issuer: 'https://evil.example' }));
    await expect(exchange()).rejects.toThrow('not the configured one');
  });

  test('that rejects the code rejects the sign-in', async () => {
    provider.reply('/token', json({ error: 'invalid_grant' }, 400));
    await expect(exchange()).rejects.toBeInstanceOf(SignInRejected);
  });

  test('is read again after a failure', async () => {
    provider.reply(DISCOVERY, json({}, 500));
    await expect(verify()).rejects.toThrow('500');
    provider.reply(DISCOVERY, json(provider.discovery));
    expect((await verify()).identity.sub).toBe('grace');
  });
});
