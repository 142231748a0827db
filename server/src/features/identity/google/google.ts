import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify, type JWTVerifyGetKey } from 'jose';
import * as z from 'zod';
import type { Config } from '../../../platform/config.ts';

/** A Google identity. */
export interface Identity {
  /** Google's id of the user; the email address may change. */
  sub: string;
  email: string;
  emailVerified: boolean;
  name: string;
}

interface VerifiedIdentity {
  identity: Identity;
  expiresAt: Date;
}

/** The code or token is invalid here, permanently. */
export class SignInRejected extends Error {
  override readonly name = 'SignInRejected';
}

/** The parts of OpenID Connect that we use. Errors other than `SignInRejected` may be temporary. */
export interface Google {
  /** Returns where the browser signs in. */
  authorizationUrl: (parameters: { state: string; nonce: string; challenge: string }) => Promise<string>;
  /** Exchanges the code that the browser brought back for an ID token. */
  exchange: (code: string, verifier: string) => Promise<string>;
  /**
   * Returns the claims of a token that Google issued to this app and that has not expired. The nonce, if given, binds
   * it to one browser.
   */
  verify: (idToken: string, nonce: string | undefined) => Promise<VerifiedIdentity>;
}

const TIMEOUT_MS = 10_000;
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
  // Some providers send a string.
  email_verified: z.union([z.boolean(), z.stringbool()]).default(false),
  name: z.string().optional(),
});

async function ask(url: string, timeoutMs: number, form?: Record<string, string>): Promise<unknown> {
  const answer = await fetch(url, {
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    headers: { Accept: 'application/json' },
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (form && answer.status < 500 && !answer.ok) {
    throw new SignInRejected(`The identity provider answered ${answer.status}`);
  }
  if (!answer.ok) throw new Error(`The identity provider answered ${answer.status}`);
  return answer.json();
}

/** A token for several audiences must have been issued to this app (`azp`). */
function assertGivenTo(clientId: string, { aud, azp }: JWTPayload): void {
  const isShared = Array.isArray(aud) && aud.length > 1;
  if ((isShared || azp !== undefined) && azp !== clientId) {
    throw new SignInRejected('The token was given to another app');
  }
}

/** Failures to fetch the keys, which say nothing about the token. */
const KEY_TROUBLE = new Set(['ERR_JWKS_TIMEOUT', 'ERR_JWKS_INVALID', 'ERR_JOSE_GENERIC']);
const isTokensFault = (cause: unknown) =>
  cause instanceof z.ZodError || (cause instanceof errors.JOSEError && !KEY_TROUBLE.has(cause.code));

export function createGoogle(
  { clientId, clientSecret, issuer }: NonNullable<Config['google']>,
  appUrl: string,
  timeoutMs = TIMEOUT_MS,
): Google {
  const redirectUri = `${appUrl}/auth/google/callback`;

  async function discover() {
    const found = Discovery.parse(await ask(`${issuer}/.well-known/openid-configuration`, timeoutMs));
    if (found.issuer !== issuer) throw new Error('The identity provider is not the configured one');
    return { ...found, keys: createRemoteJWKSet(new URL(found.jwks_uri), { timeoutDuration: timeoutMs }) };
  }
  // Read on first use, so that the server starts without Google.
  let discovered: ReturnType<typeof discover> | undefined;
  function provider(): ReturnType<typeof discover> {
    discovered ??= discover().catch((cause: unknown) => {
      discovered = undefined; // the next call tries again
      throw cause;
    });
    return discovered;
  }

  async function read(
    idToken: string,
    nonce: string | undefined,
    keys: JWTVerifyGetKey,
  ): Promise<VerifiedIdentity> {
    const { payload } = await jwtVerify(idToken, keys, {
      // Google also writes its issuer without the protocol.
      issuer: [issuer, issuer.replace(/^https:\/\//, '')],
      audience: clientId,
      algorithms: ALGORITHMS,
      requiredClaims: ['sub', 'iat', 'exp', 'email'],
      clockTolerance: CLOCK_SECONDS,
    });
    assertGivenTo(clientId, payload);
    if (payload['nonce'] !== nonce) throw new SignInRejected('The token was made for another sign-in');
    const { sub, exp, email, email_verified, name } = Claims.parse(payload);
    return {
      identity: { sub, email, emailVerified: email_verified, name: name?.trim() || email },
      expiresAt: new Date((exp + CLOCK_SECONDS) * 1000),
    };
  }

  return {
    async authorizationUrl({ state, nonce, challenge }) {
      const url = new URL((await provider()).authorization_endpoint);
      const parameters = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid email profile',
        code_challenge_method: 'S256',
        code_challenge: challenge,
        state,
        nonce,
      };
      for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
      return url.href;
    },

    async exchange(code, verifier) {
      const reply = await ask((await provider()).token_endpoint, timeoutMs, {
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
        throw isTokensFault(cause) ? new SignInRejected('The token is invalid', { cause }) : cause;
      }
    },
  };
}
