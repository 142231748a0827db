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
const ASKED = ['accept', 'accept-language', 'content-type'];

/** Whether the server, or a proxy in front of it, reports that it is down. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Sends small bodies whole and streams files. */
async function bodyOf(request: Request): Promise<Pick<RequestInit, 'body' | 'duplex'>> {
  if (request.body === null) return {};
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? { body: await request.text() } : { body: request.body, duplex: 'half' };
}

/** Sends the window's requests to the server as the active account, whose token stays here. */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const { cache, patienceMs = PATIENCE_MS, answerMs = ANSWER_MS } = options;
  /** Last change by account: older cached responses are shown only when the server is unreachable. */
  const writtenAt = new Map<string, number>();

  async function send(
    signedIn: SignedIn,
    request: Request,
    path: string,
    signal: AbortSignal | null = null,
  ): Promise<Response> {
    const { account, token } = signedIn;
    const headers: Record<string, string> = authorization(token);
    for (const name of ASKED) {
      const value = request.headers.get(name);
      if (value !== null) headers[name] = value;
    }
    const init = { ...PLAIN, method: request.method, headers, signal, ...(await bodyOf(request)) };
    const response = await options.fetch(account.server + path, init).catch((cause: unknown) => {
      options.onReached(account.id, false);
      throw cause;
    });
    options.onReached(account.id, !isDown(response));
    if (await isSignedOut(response)) options.onRefused(signedIn);
    return response;
  }

  function unreachable({ account }: SignedIn, method: string): Response {
    const { host } = new URL(account.server);
    const outcome = method === 'GET' ? '' : 'Nothing was changed. Try again when you are connected.';
    return errorResponse(503, 'unavailable', `${host} could not be reached.${outcome}`);
  }

  async function pass(signedIn: SignedIn, request: Request, path: string): Promise<Response> {
    const { method } = request;
    const isWrite = isChange(method, path);
    if (isWrite) writtenAt.set(signedIn.account.id, Date.now());
    try {
      const response = await send(signedIn, request, path);
      if (isWrite) writtenAt.set(signedIn.account.id, Date.now());
      if (response.ok && isWrite && LEAVING.has(path)) options.onLeft(signedIn);
      return passOn(response);
    } catch {
      return unreachable(signedIn, method);
    }
  }

  /** Returns the fresh response, or the cached one when that is late or missing. */
  async function passKept(signedIn: SignedIn, request: Request, path: string): Promise<Response> {
    const { id } = signedIn.account;
    const remembered = () => cache.get(id, path).catch(() => null);

    const answering = send(signedIn, request, path, AbortSignal.timeout(answerMs)).then(async (response) => {
      if (!response.ok) return { response, text: null };
      const text = await response.text();
      void cache.put(id, path, text).catch(() => {});
      return { response, text };
    });
    // Callers that wait receive the rejection; there may be none.
    answering.catch(() => {});

    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), patienceMs);
    try {
      const first = await Promise.race([answering, late.promise]);
      const answer = first === 'late' ? await insteadOfLate() : first;
      if (answer instanceof Response) return answer;
      if (isDown(answer.response)) throw new Error('The server is down');
      return answer.text === null ? passOn(answer.response) : fresh(answer.text);
    } catch {
      const old = await remembered();
      return old ? kept(old.text, old.storedAt) : unreachable(signedIn, request.method);
    } finally {
      clearTimeout(timer);
    }

    async function insteadOfLate() {
      const found = await Promise.race([answering.then(() => null), remembered()]);
      if (!found || found.storedAt <= (writtenAt.get(id) ?? 0)) return answering;
      const reportDifference = async (): Promise<void> => {
        const { text } = await answering;
        if (text !== null && text !== found.text) options.onRefreshed(path);
      };
      reportDifference().catch(() => {});
      return kept(found.text, found.storedAt);
    }
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (isSignInPath(pathname)) {
      return errorResponse(403, 'forbidden', 'Sign in through the companion.');
    }
    const signedIn = options.active();
    if (!signedIn) return errorResponse(401, 'unauthenticated', 'Sign in to continue.');
    const answer = isKeptPath(request.method, pathname) ? passKept : pass;
    return answer(signedIn, request, pathname + search);
  };
}
