import { login } from '@stagelink/shared/contracts/accounts';
import { signInWithBrowser, type TakeCallback } from '@stagelink/shared/client/signIn';
import { listenForBrowser } from '@stagelink/shared/signIn/loopback';
import type { Account } from '../../protocol/accounts.ts';
import type { AccountStore } from './accounts.ts';
import { UserError } from '@stagelink/shared/client/userError';
import { assertServer, callsTo, type Fetch, toShownError } from './server.ts';
import { parseServerAddress } from './serverAddress.ts';

export interface SignIn {
  withPassword: (server: string, email: string, password: string) => Promise<Account>;
  /** Resolves after the browser's redirect; rejects after a timeout. */
  withBrowser: (server: string) => Promise<Account>;
  cancel: () => void;
  /** Handles the query of a deep link. */
  arrive: (query: URLSearchParams) => void;
}

export interface SignInOptions {
  fetch: Fetch;
  accounts: AccountStore;
  openBrowser: (address: string) => Promise<void>;
  /** Name of this computer. */
  device: string;
  patienceMs?: number;
}

const PATIENCE_MS = 5 * 60_000;
/** Redirect target when no local port can be opened. */
const DEEP_LINK = 'stagelink://signed-in';

interface Attempt {
  stop: AbortController;
  take: TakeCallback;
}

const over = (message: string): UserError => new UserError('cancelled', message, 'Sign in again.');

/** The ways to sign in to a server. One sign-in through the browser at a time: another ends the one before. */
export function createSignIn(options: SignInOptions): SignIn {
  const { fetch, accounts, device, patienceMs = PATIENCE_MS } = options;
  let current: Attempt | null = null;

  function begin(): Attempt {
    current?.stop.abort(over('Another sign-in was started.'));
    current = { stop: new AbortController(), take: () => false };
    return current;
  }

  async function waitForBrowser(server: string, attempt: Attempt) {
    const { stop } = attempt;
    const timer = setTimeout(
      () => stop.abort(over('The sign-in in the browser was not completed within five minutes.')),
      patienceMs,
    );
    try {
      return await signInWithBrowser({
        call: callsTo(fetch, server, null),
        server,
        client: 'companion',
        device,
        crypto,
        signal: stop.signal,
        listen(take) {
          attempt.take = take;
          return listenForBrowser(take).catch(() => ({ redirectUri: DEEP_LINK, close() {} }));
        },
        openBrowser: options.openBrowser,
      });
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    async withPassword(typed, email, password) {
      const server = parseServerAddress(typed);
      await assertServer(fetch, server);
      try {
        return await accounts.keep(server, await callsTo(fetch, server, null)(login, { email, password }));
      } catch (cause) {
        throw toShownError(cause);
      }
    },
    async withBrowser(typed) {
      const server = parseServerAddress(typed);
      await assertServer(fetch, server);
      const attempt = begin();
      try {
        return await accounts.keep(server, await waitForBrowser(server, attempt));
      } catch (cause) {
        throw toShownError(cause);
      } finally {
        if (current === attempt) current = null;
      }
    },
    cancel: () => current?.stop.abort(over('You cancelled the sign-in.')),
    arrive: (query) => void current?.take(query),
  };
}
