import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import type { Config } from '../config.ts';

/** Who somebody is, as Google says. */
export interface Identity {
  /** Google's own id of the person; their address may change. */
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

interface Verified {
  identity: Identity;
  expiresAt: Date;
}

/** The code or token is not one that signs somebody in here, and never will be. */
export class SignInRefused extends Error {
  override readonly name = 'SignInRefused';
}

/** The few words we speak with Google, by OpenID Connect. What is thrown besides `SignInRefused` may work later. */
export interface Google {
  /** Where a browser is sent to sign in. */
  authorizationUrl: (asked: { state: string; nonce: string; challenge: string }) => Promise<string>;
  /** The ID token for the code that a browser brought back. */
  exchange: (code: string, verifier: string) => Promise<string>;
  /**
   * What a token says, if Google made it for us and it is still good. The nonce, when there is one, ties it to one
   * browser.
   */
  verify: (idToken: string, nonce: string | undefined) => Promise<Verified>;
}

const PATIENCE_MS = 10_000;
const CLOCK_SECONDS = 30;
const ALGORITHMS = ['RS256', 'ES256'];

const Discovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.url(),
  token_endpoint: z.url(),
  jwks_uri: z.url(),
});
const TokenReply = z.object({ id_token: z.string() });
const Claims = z.object({
  sub: z.string().min(1).max(255),
  exp: z.number(),
  email: z.email().max(254).toLowerCase(),
  // Some providers say it as a text.
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().optional(),
});

async function ask(url: string, form?: Record<string, string>): Promise<unknown> {
  const answer = await fetch(url, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(PATIENCE_MS),
  });
  if (form && answer.status < 500 && !answer.ok) {
    throw new SignInRefused(`The identity provider answered ${answer.status}`);
  }
  if (!answer.ok) throw new Error(`The identity provider answered ${answer.status}`);
  return answer.json();
}

/** A token that names several apps must have been given to us, not to one of the others. */
function assertGivenTo(clientId: string, { aud, azp }: JWTPayload): void {
  const isShared = Array.isArray(aud) && aud.length > 1;
  if ((isShared || azp !== undefined) && azp !== clientId) {
    throw new SignInRefused('The token was given to another app');
  }
}

/** Keys that could not be read say nothing about a token. */
const KEY_TROUBLE = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
const isTokensFault = (cause: unknown) =>
  cause instanceof z.ZodError || (cause instanceof errors.JOSEError && !KEY_TROUBLE.has(cause.code));

export function createGoogle(
  { clientId, clientSecret, issuer }: NonNullable<Config['google']>,
  appUrl: string,
): Google {
  const redirectUri = `${appUrl}/auth/google/callback`;

  async function discover() {
    const found = Discovery.parse(await ask(`${issuer}/.well-known/openid-configuration`));
    if (found.issuer !== issuer) throw new Error('The identity provider is another one than configured');
    return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: PATIENCE_MS }) };
  }
  // Read when it is first needed: the server starts, and everybody else signs in, without Google.
  let discovered: ReturnType<typeof discover> | undefined;
  function provider(): ReturnType<typeof discover> {
    discovered ??= discover().catch((cause: unknown) => {
      discovered = undefined; // the next caller tries again
      throw cause;
    });
    return discovered;
  }

  async function read(idToken: string, nonce: string | undefined, keys: JWTVerifyGetKey): Promise<Verified> {
    const { payload } = await jwtVerify(idToken, keys, {
      // Google also writes its name without the protocol.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat', 'exp', 'email'],
      clockTolerance: CLOCK_SECONDS,
    });
    assertGivenTo(clientId, payload);
    if (payload['nonce'] !== nonce) throw new SignInRefused('The token was made for another sign-in');
    const { sub, exp, email, email_verified, name } = Claims.parse(payload);
    return {
      identity: { sub, email, emailVerified: email_verified, name: name?.trim() || email },
      expiresAt: new Date((exp + CLOCK_SECONDS) * 1000),
    };
  }

  return {
    async authorizationUrl({ state, nonce, challenge }) {
      const url = new URL((await provider()).authorization_endpoint);
      const asked = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        code_challenge: challenge,
        state,
        nonce,
      };
      for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
      return url.href;
    },

    async exchange(code, verifier) {
      const reply = await ask((await provider()).token_endpoint, {
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: clientId,
        client_secret: clientSecret,
      });
      return TokenReply.parse(reply).id_token;
    },

    async verify(idToken, nonce) {
      const { keys } = await provider();
      try {
        return await read(idToken, nonce, keys);
      } catch (cause) {
        throw isTokensFault(cause) ? new SignInRefused('The token is not good', { cause }) : cause;
      }
    },
  };
}
