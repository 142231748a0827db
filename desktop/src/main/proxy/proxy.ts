import type { CachedAnswer } from '../../engine/protocol.ts';
import type { SignedIn } from '../accounts.ts';
import { authorization, type Fetch, PLAIN } from '../server.ts';
import { fresh, isSignedOut, kept, passOn, refusal } from './answers.ts';
import { isChange, isKeptPath, isSignInPath } from './paths.ts';

export interface ProxyOptions {
  fetch: Fetch;
  active: () => SignedIn | null;
  /** The last good answers to what is asked again and again. */
  cache: {
    get: (accountId: string, path: string) => Promise<CachedAnswer | null>;
    put: (accountId: string, path: string, text: string) => Promise<void>;
  };
  /** After which a kept answer is better than a fresh one. */
  patienceMs?: number;
  /** After which a list is not waited for any more. */
  answerMs?: number;
  /** The server does not take an account's token any more. */
  onRefused: (signedIn: SignedIn) => void;
  /** The account ended its session, or itself. */
  onLeft: (signedIn: SignedIn) => void;
  /** Whether the server could be reached, as each call finds out. */
  onReached: (accountId: string, isReached: boolean) => void;
  /** What was answered from memory differs from what the server says. */
  onRefreshed: (path: string) => void;
}

const PATIENCE_MS = 300;
const ANSWER_MS = 30_000;
const LEAVING = new Set(['/auth/logout', '/auth/delete-account']);
const ASKED = ['accept', 'accept-language', 'content-type'];

/** The server is down, or something in front of it says so. */
const isDown = ({ status }: Response): boolean => status >= 502 && status <= 504;

/** Small bodies are sent whole; a file goes through as it comes. */
async function bodyOf(request: Request): Promise<Pick<RequestInit, 'body' | 'duplex'>> {
  if (request.body === null) return {};
  const isJson = request.headers.get('content-type')?.startsWith('application/json') === true;
  return isJson ? { body: await request.text() } : { body: request.body, duplex: 'half' };
}

/** Answers the window's calls to the server as the active account, whose token stays here. */
export function createProxy(options: ProxyOptions): (request: Request) => Promise<Response> {
  const { cache, patienceMs = PATIENCE_MS, answerMs = ANSWER_MS } = options;
  /** When something was last changed by each account: what was kept before is not shown while the server can be asked. */
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
    const outcome = method === 'GET' ? '' : ' Nothing was changed: try again once you are connected.';
    return refusal(503, 'unavailable', `${host} could not be reached.${outcome}`);
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

  /** The fresh answer, or the kept one when that is late or missing. */
  async function passKept(signedIn: SignedIn, request: Request, path: string): Promise<Response> {
    const { id } = signedIn.account;
    const remembered = () => cache.get(id, path).catch(() => null);

    const asked = send(signedIn, request, path, AbortSignal.timeout(answerMs)).then(async (response) => {
      if (!response.ok) return { response, text: null };
      const text = await response.text();
      void cache.put(id, path, text).catch(() => {});
      return { response, text };
    });
    // Whoever waits for it hears of it; nobody may be left to.
    asked.catch(() => {});

    const late = Promise.withResolvers<'late'>();
    const timer = setTimeout(() => late.resolve('late'), patienceMs);
    try {
      const first = await Promise.race([asked, late.promise]);
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
      const found = await Promise.race([asked.then(() => null), remembered()]);
      if (!found || found.storedAt <= (writtenAt.get(id) ?? 0)) return asked;
      const tellDifference = async (): Promise<void> => {
        const { text } = await asked;
        if (text !== null && text !== found.text) options.onRefreshed(path);
      };
      tellDifference().catch(() => {});
      return kept(found.text, found.storedAt);
    }
  }

  return async (request) => {
    const { pathname, search } = new URL(request.url);
    if (isSignInPath(pathname)) {
      return refusal(
        403,
        'forbidden',
        'People sign in through the companion itself, never through its window.',
      );
    }
    const signedIn = options.active();
    if (!signedIn) return refusal(401, 'unauthenticated', 'Nobody is signed in. Please sign in to continue.');
    const answer = isKeptPath(request.method, pathname) ? passKept : pass;
    return answer(signedIn, request, pathname + search);
  };
}
