import type { Reply } from '../contracts/endpoint.ts';
import { authorizeAddress, exchangeCode } from '../contracts/oauth.ts';
import type { OAuthClient } from '../domain/oauthClients.ts';
import type { Call } from './call.ts';
import { incompatibility, type Protocol } from './compatibility.ts';
import { UserError } from './userError.ts';

/** What is used of WebCrypto, which browsers and Node have as `crypto`. */
export interface WebCrypto {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): unknown;
  subtle: { digest(algorithm: string, bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> };
}

/** The query that the browser brings back. */
export interface CallbackQuery {
  get(name: string): string | null;
}

/** Takes what the browser brought back; false when it answers no sign-in of ours, and nothing changes. */
export type TakeCallback = (query: CallbackQuery) => boolean;

/** Where the browser is led back to: a port of this machine, or an address that the system opens this program with. */
export interface Callback {
  redirectUri: string;
  close: () => void;
}

/** The part of an `AbortSignal` that ends a sign-in. A `UserError` as its reason is thrown as it is. */
export interface SignInSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

export interface BrowserSignIn {
  /** Calls the server without credentials. */
  call: Call;
  /** Address without a slash at its end. */
  server: string;
  client: OAuthClient;
  /** What the machine calls itself. */
  device: string;
  crypto: WebCrypto;
  signal: SignInSignal;
  listen: (take: TakeCallback) => Promise<Callback>;
  openBrowser: (address: string) => unknown;
}

/** The secrets of one sign-in through the browser (RFC 7636): only the program that began it can end it. */
export interface Pkce {
  verifier: string;
  challenge: string;
  /** Comes back with the code, so that a program recognizes its own request. */
  state: string;
}

const SECRET_BYTES = 32;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

function toBase64url(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return Array.from(bits.matchAll(/.{1,6}/g), ([six]) =>
    BASE64URL.charAt(Number.parseInt(six.padEnd(6, '0'), 2)),
  ).join('');
}

function secret(crypto: WebCrypto): string {
  const bytes = new Uint8Array(SECRET_BYTES);
  crypto.getRandomValues(bytes);
  return toBase64url(bytes);
}

/** Returns new secrets, each of 32 random bytes; the challenge is the SHA-256 of the verifier. */
export async function createPkce(crypto: WebCrypto): Promise<Pkce> {
  const verifier = secret(crypto);
  const ascii = Uint8Array.from(verifier, (letter) => letter.charCodeAt(0));
  const challenge = toBase64url(new Uint8Array(await crypto.subtle.digest('SHA-256', ascii)));
  return { verifier, challenge, state: secret(crypto) };
}

/** Throws `incompatible` when this program and the server are too far apart. `program`: “this companion”. */
export function assertCompatible(server: Protocol, program: string): void {
  const problem = incompatibility(server, program);
  if (problem !== null) throw new UserError('incompatible', problem);
}

const AGAIN = 'Sign in again.';

function awaitCode(state: string, signal: SignInSignal) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  let isOver = false;
  const stop = (): void => {
    isOver = true;
    const { reason } = signal;
    reject(reason instanceof UserError ? reason : new UserError('cancelled', 'Cancelled.', AGAIN));
  };
  const take: TakeCallback = (query) => {
    // Any page can open such an address; only the state proves that it answers this sign-in.
    if (isOver || query.get('state') !== state) return false;
    isOver = true;
    const code = query.get('code');
    if (code) resolve(code);
    else reject(new UserError('sign_in_rejected', 'Sign-in was denied in the browser.', AGAIN));
    return true;
  };
  // It may be rejected before it is awaited.
  promise.catch(() => {});
  if (signal.aborted) stop();
  signal.addEventListener('abort', stop);
  return { code: promise, take, end: () => signal.removeEventListener('abort', stop) };
}

/**
 * Signs in through the browser, where the user may be signed in already (RFC 8252): opens the page that asks, waits for
 * its code, and exchanges it. Throws `sign_in_rejected`, or what `signal` was aborted with. See docs/decisions/0023.
 */
export async function signInWithBrowser({
  call,
  server,
  client,
  device,
  crypto,
  signal,
  listen,
  openBrowser,
}: BrowserSignIn): Promise<Reply<typeof exchangeCode>> {
  const { verifier, challenge, state } = await createPkce(crypto);
  const { code, take, end } = awaitCode(state, signal);
  const { redirectUri, close } = await listen(take);
  try {
    await openBrowser(
      authorizeAddress(server, { client, redirectUri, codeChallenge: challenge, state, device }),
    );
    return await call(exchangeCode, { code: await code, codeVerifier: verifier, redirectUri });
  } finally {
    end();
    close();
  }
}
