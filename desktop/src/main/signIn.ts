import { login } from '@stagelink/shared/contracts/accounts';
import { authorizeAddress, exchangeCode } from '@stagelink/shared/contracts/authorizations';
import { listenForBrowser } from '@stagelink/shared/signIn/loopback';
import { createPkce, type Pkce } from '@stagelink/shared/signIn/pkce';
import type { Account } from '../accounts.ts';
import type { AccountStore } from './accounts.ts';
import { Refusal } from './refusal.ts';
import { assertServer, callsTo, type Fetch, toRefusal } from './server.ts';
import { parseServerAddress } from './serverAddress.ts';

export interface SignIn {
  withPassword: (server: string, email: string, password: string) => Promise<Account>;
  /** Ends once somebody came back from the browser, or did not in time. */
  withBrowser: (server: string) => Promise<Account>;
  cancel: () => void;
  /** What a deep link brought back. */
  arrive: (query: URLSearchParams) => void;
}

export interface SignInOptions {
  fetch: Fetch;
  accounts: AccountStore;
  openBrowser: (address: string) => Promise<void>;
  /** What the machine calls itself. */
  device: string;
  patienceMs?: number;
}

const PATIENCE_MS = 5 * 60_000;
/** Where the browser leads when this machine lets nothing listen. */
const DEEP_LINK = 'stagelink://signed-in';

interface Attempt {
  /** Whether this was what was waited for; anything else changes nothing. */
  take: (query: URLSearchParams) => boolean;
  code: Promise<string>;
  fail: (cause: Refusal) => void;
}

const over = (message: string): Refusal =>
  new Refusal('cancelled', message, 'Sign in again when you are ready.');

function begin({ state }: Pkce): Attempt {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  promise.catch(() => {});
  let isOver = false;
  const end = (act: () => void): void => {
    isOver = true;
    act();
  };
  return {
    code: promise,
    fail: (cause) => end(() => reject(cause)),
    take(query) {
      const code = query.get('code');
      // Somebody else's page may knock too: without the state, which only the browser was told, nothing happens.
      if (isOver || query.get('state') !== state) return false;
      end(() => (code ? resolve(code) : reject(over('The sign-in was refused in the browser.'))));
      return true;
    },
  };
}

/** The ways to sign in to a server. One sign-in through the browser at a time: another ends the one before. */
export function createSignIn(options: SignInOptions): SignIn {
  const { fetch, accounts, device, patienceMs = PATIENCE_MS } = options;
  let current: Attempt | null = null;

  async function askInBrowser(server: string, pkce: Pkce, attempt: Attempt) {
    const loopback = await listenForBrowser(attempt.take).catch(() => null);
    const redirectUri = loopback?.redirectUri ?? DEEP_LINK;
    const timer = setTimeout(
      () => attempt.fail(over('Nobody came back from the browser within five minutes.')),
      patienceMs,
    );
    try {
      await options.openBrowser(
        authorizeAddress(server, {
          client: 'companion',
          redirectUri,
          codeChallenge: pkce.challenge,
          state: pkce.state,
          device,
        }),
      );
      return { code: await attempt.code, redirectUri };
    } finally {
      clearTimeout(timer);
      loopback?.close();
    }
  }

  return {
    async withPassword(typed, email, password) {
      const server = parseServerAddress(typed);
      await assertServer(fetch, server);
      try {
        return await accounts.keep(server, await callsTo(fetch, server, null)(login, { email, password }));
      } catch (cause) {
        throw toRefusal(cause);
      }
    },
    async withBrowser(typed) {
      const server = parseServerAddress(typed);
      await assertServer(fetch, server);
      const pkce = createPkce();
      const attempt = begin(pkce);
      current?.fail(over('Another sign-in was begun.'));
      current = attempt;
      try {
        const { code, redirectUri } = await askInBrowser(server, pkce, attempt);
        const given = { code, codeVerifier: pkce.verifier, redirectUri };
        return await accounts.keep(server, await callsTo(fetch, server, null)(exchangeCode, given));
      } catch (cause) {
        throw toRefusal(cause);
      } finally {
        if (current === attempt) current = null;
      }
    },
    cancel: () => current?.fail(over('You cancelled the sign-in.')),
    arrive: (query) => void current?.take(query),
  };
}
