import type { CachedAnswer } from '../../protocol/engine.ts';
import type { SignedIn } from '../auth/accounts.ts';
import { authorization, type Fetch, PLAIN } from '../auth/server.ts';
import { fresh, isSignedOut, kept, passOn, errorResponse } from './responses.ts';
import { isChange, isKeptPath, isSignInPath } from './paths.ts';

export interface ProxyOptions {
  fetch: Fetch;
  active: () => SignedIn | null;
  /** Last successful responses of lists. */
  cache: {
    get: (accountId: string, path: string) => Promise<CachedAnswer | null>;
    put: (accountId: string, path: string, text: string) => Promise<void>;
  };
  /** Delay after which a cached response is used. */
  patienceMs?: number;
  /** Timeout of a list without a cached response. */
  answerMs?: number;
  /** The server rejected an account's token. */
  onRefused: (signedIn: SignedIn) => void;
  /** The account signed out or was deleted. */
  onLeft: (signedIn: SignedIn) => void;
  /** Reports after each request whether the server was reachable. */
  onReached: (accountId: string, isReached: boolean) => void;
  /** A response from the cache differs from the server's. */
  onRefreshed: (path: string) => void;
}

const PATIENCE_MS = 300;
const ANSWER_MS = 30_000;
const LEAVING = new Set(['/auth/logout', '/auth/delete-account']);
const ASKED = ['accept', 'accept-language', 'content-type', 'idempotency-key'];

/** Whether the server, or a proxy in front of it, reports that it is down. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Sends small bodies whole and streams files. */
async function bodyOf(request: Request): Promise<Pick<RequestInit, 'body' | 'duplex'>> {
  if (request.body === null) return {};
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? { body: await request.text() } : { body: request.body, duplex: 'half' };
}

function headersOf({ headers }: Request, token: string): Record<string, string> {
  const sent: Record<string, string> = authorization(token);
  for (const name of ASKED) {
    const value = headers.get(name);
    if (value !== null) sent[name] = value;
  }
  return sent;
}

/** Failures before a request leaves the computer, as Chromium and Node name them. */
const NEVER_SENT =
  /\b(ERR_(CONNECTION_REFUSED|NAME_NOT_RESOLVED|INTERNET_DISCONNECTED|ADDRESS_UNREACHABLE|PROXY_CONNECTION_FAILED|CERT_\w+)|ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ENETUNREACH|EHOSTUNREACH)\b/;

function wasNeverSent(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = 'code' in cause ? String(cause.code) : '';
  return NEVER_SENT.test(`${code} ${cause.message}`) || wasNeverSent(cause.cause);
}

function outcomeOf(method: string, cause: unknown): string {
  if (method === 'GET') return '';
  return wasNeverSent(cause)
    ? ' Nothing was changed. Try again when you are connected.'
    : ' It is not known whether this was changed. Check it when you are connected.';
}

function unreachable({ account }: SignedIn, method: string, cause: unknown): Response {
  const { host } = new URL(account.server);
  const outcome = outcomeOf(method, cause);
  return errorResponse(503, 'unavailable', `${host} could not be reached.${outcome}`);
}

interface ListAnswer {
  response: Response;
  /** Null unless it succeeded. */
  text: string | null;
}

class ServerProxy {
  readonly #options: ProxyOptions;
  /** Last change by account: older cached responses are shown only when the server is unreachable. */
  readonly #writtenAt = new Map<string, number>();

  constructor(options: ProxyOptions) {
    this.#options = options;
  }

  async respond(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url);
    if (isSignInPath(pathname)) {
      return errorResponse(403, 'forbidden', 'Sign in through the companion.');
    }
    const signedIn = this.#options.active();
    if (!signedIn) return errorResponse(401, 'unauthenticated', 'Sign in to continue.');
    const path = pathname + search;
    return isKeptPath(request.method, pathname)
      ? this.#passKept(signedIn, request, path)
      : this.#pass(signedIn, request, path);
  }

  async #send(
    signedIn: SignedIn,
    request: Request,
    path: string,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const { fetch, onReached, onRefused } = this.#options;
    const { account, token } = signedIn;
    const headers = headersOf(request, token);
    const init = { ...PLAIN, method: request.method, headers, signal, ...(await bodyOf(request)) };
    const response = await fetch(account.server + path, init).catch((cause: unknown) => {
      onReached(account.id, false);
      throw cause;
    });
    onReached(account.id, !isDown(response));
    if (await isSignedOut(response)) onRefused(signedIn);
    return response;
  }

  async #pass(signedIn: SignedIn, request: Request, path: string): Promise<Response> {
    const { method } = request;
    const isWrite = isChange(method, path);
    if (isWrite) this.#writtenAt.set(signedIn.account.id, Date.now());
    try {
      const response = await this.#send(signedIn, request, path);
      if (isWrite) this.#writtenAt.set(signedIn.account.id, Date.now());
      if (response.ok && isWrite && LEAVING.has(path)) this.#options.onLeft(signedIn);
      return passOn(response);
    } catch (cause) {
      return unreachable(signedIn, method, cause);
    }
  }

  /** Returns the fresh response, or the cached one when that is late or missing. */
  async #passKept(signedIn: SignedIn, request: Request, path: string): Promise<Response> {
    const { id } = signedIn.account;
    const answering = this.#readList(signedIn, request, path);
    // Callers that wait receive the rejection; there may be none.
    answering.catch(() => {});

    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), this.#options.patienceMs ?? PATIENCE_MS);
    try {
      const first = await Promise.race([answering, late.promise]);
      const answer = first === 'late' ? await this.#insteadOfLate(answering, id, path) : first;
      if (answer instanceof Response) return answer;
      if (isDown(answer.response)) throw new Error('The server is down');
      return answer.text === null ? passOn(answer.response) : fresh(answer.text);
    } catch (cause) {
      const old = await this.#readCached(id, path);
      return old ? kept(old.text, old.storedAt) : unreachable(signedIn, request.method, cause);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Reads a list from the server and caches it. */
  async #readList(signedIn: SignedIn, request: Request, path: string): Promise<ListAnswer> {
    const { cache, answerMs = ANSWER_MS } = this.#options;
    const response = await this.#send(signedIn, request, path, AbortSignal.timeout(answerMs));
    if (!response.ok) return { response, text: null };
    const text = await response.text();
    void cache.put(signedIn.account.id, path, text).catch(() => {});
    return { response, text };
  }

  /** Returns the cached list, and reports when the server's differs; waits for the server without one. */
  async #insteadOfLate(
    answering: Promise<ListAnswer>,
    accountId: string,
    path: string,
  ): Promise<ListAnswer | Response> {
    const found = await Promise.race([answering.then(() => null), this.#readCached(accountId, path)]);
    if (!found || found.storedAt <= (this.#writtenAt.get(accountId) ?? 0)) return answering;
    const reportDifference = async (): Promise<void> => {
      const { text } = await answering;
      if (text !== null && text !== found.text) this.#options.onRefreshed(path);
    };
    reportDifference().catch(() => {});
    return kept(found.text, found.storedAt);
  }

  async #readCached(accountId: string, path: string): Promise<CachedAnswer | null> {
    return this.#options.cache.get(accountId, path).catch(() => null);
  }
}

/** Sends the window's requests to the server as the active account, whose token stays here. */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const proxy = new ServerProxy(options);
  return (request) => proxy.respond(request);
}
