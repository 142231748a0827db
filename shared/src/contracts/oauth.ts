import * as z from 'zod/mini';
import { AuthReply } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { NAME_MAX } from './limits.ts';
import { isAllowedRedirect, OAuthClient } from '../domain/oauthClients.ts';

// OAuth authorization code with PKCE (RFC 7636, RFC 8252) for our programs on the user's computer.

/** Page that asks the user. */
export const AUTHORIZE_PATH = '/authorize';

const RedirectUri = z.string().check(z.maxLength(2000));
/** SHA-256 of the verifier as base64url. */
const CodeChallenge = z.string().check(z.regex(/^[\w-]{43}$/));
const CodeVerifier = z.string().check(z.regex(/^[\w.~-]{43,128}$/));
/** Random value that is returned with the code, so a client recognizes its own request. */
const State = z.string().check(z.regex(/^[\w-]{16,128}$/));

/** Control characters and those that change the direction of text. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const Device = z.string().check(
  z.overwrite((text) => text.replace(UNSEEN, '').trim()),
  z.maxLength(NAME_MAX),
);

/** Authorization request. The page's query has the same fields. */
export const Authorization = z.strictObject({
  client: OAuthClient,
  redirectUri: RedirectUri,
  codeChallenge: CodeChallenge,
  state: State,
  /** Name of the user's computer. */
  device: z.optional(Device),
});
export type Authorization = z.infer<typeof Authorization>;

/** Whether the redirect URI belongs to the client. */
export const isAnswerable = ({ client, redirectUri }: Authorization): boolean =>
  isAllowedRedirect(client, redirectUri);

/** Leaves no percent sign: editors decode a URL before opening it, which would break a URL within it. */
const written = (value: string) => encodeURIComponent(value).replaceAll('~', '%7E').replaceAll('%', '~');
const read = (value: string) => decodeURIComponent(value.replaceAll('~', '%'));

/** Returns the page to open in a browser. `server` has no trailing slash. */
export function authorizeAddress(server: string, authorization: Authorization): string {
  const query = Object.entries(authorization).map(([name, value]) => `${name}=${written(value)}`);
  return `${server}${AUTHORIZE_PATH}?${query.join('&')}`;
}

/** Parses the query of that page; returns null for an invalid request. */
export function readAuthorization(query: Iterable<readonly [string, string]>): Authorization | null {
  try {
    const fields = Array.from(query, ([name, value]) => [name, read(value)] as const);
    return Authorization.parse(Object.fromEntries(fields));
  } catch {
    return null;
  }
}

export const authorizeProgram = endpoint({
  method: 'POST',
  path: '/auth/authorize',
  summary:
    'Allow a program on your computer to sign in as you. The reply contains the URL to redirect the browser to.',
  auth: 'user',
  tokenScope: 'none',
  rateLimit: 'token',
  input: Authorization,
  reply: z.object({ redirectTo: z.string() }),
});

export const exchangeCode = endpoint({
  method: 'POST',
  path: '/auth/token',
  summary: 'Exchange the code of a redirect for a credential. A code works once, within a minute.',
  auth: 'public',
  tokenScope: 'none',
  rateLimit: 'login',
  input: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(200)),
    codeVerifier: CodeVerifier,
    redirectUri: RedirectUri,
  }),
  reply: z.object({
    ...AuthReply.shape,
    /** Bearer credential: a session for the companion, an access token for the editor and the CLI. */
    sessionToken: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});

export const renewSession = endpoint({
  method: 'POST',
  path: '/auth/renew',
  summary: 'Extend the current session by seven days.',
  auth: 'user',
  tokenScope: 'none',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true), expiresAt: z.iso.datetime() }),
});
