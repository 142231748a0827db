import * as z from 'zod/mini';
import { AuthReply } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { NAME_MAX } from './limits.ts';
import { mayReturnTo, Program } from './programs.ts';

// OAuth's authorization code with PKCE (RFC 7636, RFC 8252), for programs of ours on the person's own machine.

/** The page that asks the person. */
export const AUTHORIZE_PATH = '/authorize';

const RedirectUri = z.string().check(z.maxLength(2000));
/** SHA-256 of the verifier, as base64url. */
const CodeChallenge = z.string().check(z.regex(/^[\w-]{43}$/));
const CodeVerifier = z.string().check(z.regex(/^[\w.~-]{43,128}$/));
/** Random; comes back with the answer, so that a program knows its own request. */
const State = z.string().check(z.regex(/^[\w-]{16,128}$/));

/** Control characters, and those that turn the text around them. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
const Device = z.string().check(
  z.overwrite((text) => text.replace(UNSEEN, '').trim()),
  z.maxLength(NAME_MAX),
);

/** What a program asks for. The page's address has the same fields in its query. */
export const Authorization = z.strictObject({
  client: Program,
  redirectUri: RedirectUri,
  codeChallenge: CodeChallenge,
  state: State,
  /** What the machine calls itself. */
  device: z.optional(Device),
});
export type Authorization = z.infer<typeof Authorization>;

/** Whether this asks to be answered where such a program may be answered. */
export const isAnswerable = ({ client, redirectUri }: Authorization): boolean =>
  mayReturnTo(client, redirectUri);

/** Without a percent sign: editors decode an address before they open it, and an address within it would fall apart. */
const written = (value: string) => encodeURIComponent(value).replaceAll('~', '%7E').replaceAll('%', '~');
const read = (value: string) => decodeURIComponent(value.replaceAll('~', '%'));

/** The page to open in a browser, for a server's address without a slash at its end. */
export function authorizeAddress(server: string, asked: Authorization): string {
  const query = Object.entries(asked).map(([name, value]) => `${name}=${written(value)}`);
  return `${server}${AUTHORIZE_PATH}?${query.join('&')}`;
}

/** What the page was asked for, by the fields of its address's query; null when that is no such request. */
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
  summary: 'Allow a program on your machine to sign in as you. The answer leads the browser back to it.',
  who: 'signed-in',
  token: 'refused',
  limit: 'token',
  input: Authorization,
  reply: z.object({ redirectTo: z.string() }),
});

export const exchangeCode = endpoint({
  method: 'POST',
  path: '/auth/token',
  summary: 'Exchange the code that the browser came back with. A code works once, within a minute.',
  who: 'anyone',
  token: 'refused',
  limit: 'login',
  input: z.strictObject({
    code: z.string().check(z.minLength(1), z.maxLength(200)),
    codeVerifier: CodeVerifier,
    redirectUri: RedirectUri,
  }),
  reply: z.object({
    ...AuthReply.shape,
    /** To be sent as bearer: a session's for the companion, an access token for an editor and the command. */
    sessionToken: z.string(),
    expiresAt: z.iso.datetime(),
  }),
});

export const renewSession = endpoint({
  method: 'POST',
  path: '/auth/renew',
  summary: 'Keep the session that makes this call for another seven days.',
  who: 'signed-in',
  token: 'refused',
  input: z.strictObject({}),
  reply: z.object({ ok: z.literal(true), expiresAt: z.iso.datetime() }),
});
