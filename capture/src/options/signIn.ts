import { logout, signInOptions } from '@stagelink/shared/contracts/accounts';
import { assertCompatible, signInWithBrowser, type TakeCallback } from '@stagelink/shared/client/signIn';
import { UserError } from '@stagelink/shared/client/userError';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { CAPTURE_REDIRECT } from '@stagelink/shared/domain/oauthClients';
import { exposure } from '@stagelink/shared/domain/serverAddress';
import { callTo, forgetSession, readSession, type Session, writeServer, writeSession } from '../session.ts';

const closed = () => new UserError('cancelled', 'The sign-in page was closed.', 'Sign in again.');

/** Returns the origin of a typed server address. Throws `UserError`. */
export function serverOrigin(given: string): string {
  const url = URL.parse(given.trim());
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new UserError(
      'bad_address',
      `“${given}” is not a server address.`,
      'Give one such as http://localhost:4600.',
    );
  }
  const problem = exposure(url);
  if (problem !== null) throw new UserError('bad_address', problem, `Use https://${url.host}.`);
  return url.origin;
}

/** Asks for the permission to reach one server. Must follow a click. */
export async function requestServer(server: string): Promise<void> {
  const { protocol, hostname } = new URL(server);
  if (await chrome.permissions.request({ origins: [`${protocol}//${hostname}/*`] })) return;
  throw new UserError('forbidden', 'The extension may not reach the server.', 'Sign in again and allow it.');
}

/** Watches the tab of the sign-in until it shows the page that has the code. Its address is visible with the permission. */
function watchTab(server: string, stop: AbortController) {
  let tabId: number | undefined;
  let take: TakeCallback = () => false;
  const updated = (id: number, { url }: { url?: string | undefined }): void => {
    const at = id === tabId && url !== undefined ? URL.parse(url) : null;
    if (at?.origin !== server || at.pathname !== CAPTURE_REDIRECT) return;
    if (take(at.searchParams)) void chrome.tabs.remove(id).catch(() => null);
  };
  const removed = (id: number): void => {
    if (id === tabId) stop.abort(closed());
  };
  chrome.tabs.onUpdated.addListener(updated);
  chrome.tabs.onRemoved.addListener(removed);
  return {
    async openBrowser(address: string): Promise<void> {
      tabId = (await chrome.tabs.create({ url: address })).id;
    },
    listen: (given: TakeCallback) => {
      take = given;
      return Promise.resolve({
        redirectUri: CAPTURE_REDIRECT,
        close() {
          chrome.tabs.onUpdated.removeListener(updated);
          chrome.tabs.onRemoved.removeListener(removed);
        },
      });
    },
  };
}

interface UserAgent {
  userAgentData?: { brands: { brand: string }[]; platform: string };
}

function device(): string {
  const { userAgentData } = navigator as UserAgent;
  const brand = userAgentData?.brands.map((each) => each.brand).find((name) => !/not.*brand/i.test(name));
  // Firefox names itself in one line only.
  const [product] = /\bFirefox\b/.exec(navigator.userAgent) ?? ['Browser'];
  const [system] = /\b(?:Windows|Macintosh|Android|Linux)\b/.exec(navigator.userAgent) ?? [];
  return [brand ?? product, userAgentData?.platform ?? system].filter(Boolean).join(', ').slice(0, NAME_MAX);
}

/** Signs in through a tab of the browser and stores the token. The former token ends. */
export async function signIn(server: string, stop: AbortController): Promise<Session> {
  const call = callTo(server);
  assertCompatible(await call(signInOptions, {}), 'this extension');
  const { user, sessionToken, expiresAt } = await signInWithBrowser({
    call,
    server,
    client: 'capture',
    device: device(),
    crypto,
    signal: stop.signal,
    ...watchTab(server, stop),
  });
  await revoke();
  const session = { server, token: sessionToken, uid: user.uid, email: user.email, expiresAt };
  await Promise.all([writeSession(session), writeServer(server)]);
  return session;
}

/** A failure must not prevent signing out or in: the token then expires. */
async function revoke(): Promise<void> {
  const former = await readSession();
  if (former) await callTo(former.server, former.token)(logout, {}).catch(() => null);
}

export async function signOut(): Promise<void> {
  await revoke();
  await forgetSession();
}
