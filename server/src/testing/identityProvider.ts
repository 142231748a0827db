import { randomUUID, type webcrypto } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { Provider } from 'oidc-provider';
import type { Config } from '../platform/config.ts';

export interface IdentityClaims {
  sub: string;
  email: string;
  email_verified: boolean;
  name: string;
}

export interface IdentityProvider {
  /** Configuration for the server under test. */
  config: NonNullable<Config['google']>;
  /** Creates a person who can sign in at the provider. */
  person: (about?: Partial<IdentityClaims>) => IdentityClaims;
  /** Signs in at `url` like a browser. Returns the URL of the final redirect. */
  visit: (url: string, person: IdentityClaims) => Promise<URL>;
  /** Returns a token signed by this provider with these claims. */
  token: (person: IdentityClaims, claims?: JWTPayload) => Promise<string>;
  /** Returns a token with the same claims and another signer. */
  forgedToken: (person: IdentityClaims) => Promise<string>;
  close: () => Promise<void>;
}

const CLIENT = { clientId: 'stagelink', clientSecret: 's3cret' };
const KEY_ID = 'k1';

/** Follows redirects with cookies until they leave this origin. */
async function follow(start: string, origin: string, choose: (url: URL) => URL): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let hops = 0; hops < 10; hops += 1) {
    if (url.origin !== origin) return url;
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(choose(url), { redirect: 'manual', headers: { cookie } });
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = answer.headers.get('location');
    if (location === null)
      throw new Error(`${url.pathname} answered ${answer.status}: ${await answer.text()}`);
    url = new URL(location, url);
  }
  throw new Error('The redirects do not end');
}

/** A real OpenID provider, like Google, where a person signs in by name. */
export async function openIdentityProvider(appUrl: string): Promise<IdentityProvider> {
  const people = new Map<string, IdentityClaims>();
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.clientId,
        client_secret: CLIENT.clientSecret,
        redirect_uris: [`${appUrl}/auth/google/callback`],
        response_types: ['code'],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: KEY_ID, use: 'sig', alg: 'RS256' }] },
    cookies: { keys: ['k'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false, // the email address is in the ID token, as with Google
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/login/${uid}` },
    findAccount(_ctx, id) {
      const claims = people.get(id);
      return claims && { accountId: id, claims: () => ({ ...claims }) };
    },
    ttl: { AccessToken: 3600, IdToken: 3600, Session: 3600, Grant: 3600, Interaction: 600 },
  });

  const answer = provider.callback();
  async function signIn(request: IncomingMessage, response: ServerResponse, accountId: string) {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId, clientId: CLIENT.clientId });
    grant.addOIDCScope(String(params['scope']));
    const result = { login: { accountId }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false });
  }
  server.on('request', (request, response) => {
    const [, accountId] = /^\/login\/[^/?]+\?sub=([\w-]+)/.exec(request.url ?? '') ?? [];
    if (accountId === undefined) answer(request, response);
    else void signIn(request, response, accountId);
  });

  const sign = (person: IdentityClaims, key: webcrypto.CryptoKey, claims: JWTPayload) =>
    new SignJWT({ iss: issuer, aud: CLIENT.clientId, jti: randomUUID(), ...person, ...claims })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuedAt()
      .setExpirationTime(claims.exp ?? '1h')
      .sign(key);

  return {
    config: { ...CLIENT, issuer },
    person(about = {}) {
      const sub = randomUUID();
      const claims = { sub, email: `${sub}@example.com`, email_verified: true, name: 'Grace', ...about };
      people.set(claims.sub, claims);
      return claims;
    },
    visit: (url, { sub }) =>
      follow(url, issuer, (at) => (at.pathname.startsWith('/login/') ? new URL(`?sub=${sub}`, at) : at)),
    token: (person, claims = {}) => sign(person, privateKey, claims),
    forgedToken: async (person) => sign(person, (await generateKeyPair('RS256')).privateKey, {}),
    close: async () => void server.close(),
  };
}
