import { hostname } from 'node:os';
import { logout, me, signInOptions } from '@stagelink/shared/contracts/accounts';
import {
  type Authorization,
  authorizeAddress,
  exchangeCode,
  isAnswerable,
} from '@stagelink/shared/contracts/authorizations';
import { incompatibility } from '@stagelink/shared/contracts/compatibility';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { createPkce } from '@stagelink/shared/signIn/pkce';
import { TOKEN_PREFIX, TOKENS_PATH } from '@stagelink/shared/contracts/tokens';
import { type CancellationToken, env, ProgressLocation, Uri, window } from 'vscode';
import type { App } from '../app.ts';
import { callTo, connection, type Connection } from '../connection.ts';
import { Problem } from '../problem.ts';
import * as settings from '../settings.ts';
import { SIGNED_IN_PATH } from '../signIn/comingBack.ts';
import type { SignIn } from '../store/signIns.ts';

const WAIT_MINUTES = 10;

const nobodyCame = () =>
  new Problem(
    `Nobody came back from the browser within ${WAIT_MINUTES} minutes. Sign in again, or set a token.`,
    'setToken',
  );

/** Signs in through the browser. False when the person did not. */
export async function signIn(app: App): Promise<boolean> {
  const server = settings.server();
  const problem = incompatibility(await callTo(app, server)(signInOptions, {}), 'this extension');
  if (problem !== null) throw new Problem(problem, null);
  const back = await env.asExternalUri(Uri.parse(`${env.uriScheme}://${app.id}${SIGNED_IN_PATH}`));
  const { verifier, challenge, state } = createPkce();
  const asked: Authorization = {
    client: 'editor',
    // The editor's own way of writing it would encode it a second time.
    redirectUri: back.toString(true),
    device: hostname().slice(0, NAME_MAX),
    codeChallenge: challenge,
    state,
  };
  // An editor in a browser tab of another machine has no address that a code may be sent to.
  if (!isAnswerable(asked)) return pasteToken(app);
  const code = await codeFromBrowser(app, authorizeAddress(server, asked), state);
  if (code === null) return false;
  const { redirectUri } = asked;
  const exchanged = { code, codeVerifier: verifier, redirectUri };
  const { user, sessionToken } = await callTo(app, server)(exchangeCode, exchanged);
  await keep(app, server, { uid: user.uid, email: user.email, token: sessionToken }, true);
  return true;
}

/** Null when the person ended it here. */
async function codeFromBrowser(app: App, address: string, state: string): Promise<string | null> {
  const title = 'Waiting for you to sign in in the browser';
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, cancellation) => {
      const left = new AbortController();
      const code = app.comingBack.wait(state, AbortSignal.any([left.signal, afterWaiting(left)]));
      // Whoever stopped waiting does not hear why.
      code.catch(() => null);
      try {
        if (!(await env.openExternal(Uri.parse(address, true)))) return null;
        return await Promise.race([code, cancelled(cancellation)]);
      } finally {
        left.abort(nobodyCame());
      }
    },
  );
}

/** Ends by itself, and with the wait. */
function afterWaiting(left: AbortController): AbortSignal {
  const tooLong = new AbortController();
  const timer = setTimeout(() => tooLong.abort(nobodyCame()), WAIT_MINUTES * 60_000);
  left.signal.addEventListener('abort', () => clearTimeout(timer));
  return tooLong.signal;
}

const cancelled = (cancellation: CancellationToken): Promise<null> =>
  new Promise((resolve) => cancellation.onCancellationRequested(() => resolve(null)));

/** Opens the dashboard, where tokens are generated, and asks for one. */
async function pasteToken(app: App): Promise<boolean> {
  await env.openExternal(Uri.parse(settings.server() + TOKENS_PATH));
  return setToken(app);
}

/** Asks for a token, and keeps it once the server has said whose it is. False when the person gave none. */
export async function setToken(app: App): Promise<boolean> {
  const server = settings.server();
  const typed = await window.showInputBox({
    title: `Personal access token for ${server}`,
    prompt: 'Generate one in the dashboard under Tokens.',
    placeHolder: `${TOKEN_PREFIX}…`,
    password: true,
    ignoreFocusOut: true, // The token is copied in a browser window.
    validateInput: (text) =>
      text.trim() === '' || text.trim().startsWith(TOKEN_PREFIX)
        ? null
        : `A token starts with ${TOKEN_PREFIX}`,
  });
  const token = typed?.trim();
  if (!token) return false;
  const { user } = await callTo(app, server, token)(me, {});
  await keep(app, server, { uid: user.uid, email: user.email, token }, false);
  return true;
}

/** A token that was made for this editor must not live on when nobody remembers it. */
async function revokeFormer(app: App, server: string): Promise<void> {
  const former = await app.signIns.of(server);
  // It is no use to anybody: that it could not be ended does not keep them from signing in.
  if (former?.isOwn) await callTo(app, server, former.token)(logout, {}).catch(() => null);
}

async function keep(app: App, server: string, signedIn: SignIn, isOwn: boolean): Promise<void> {
  await revokeFormer(app, server);
  await app.signIns.keep(server, { ...signedIn, isOwn });
  void window.showInformationMessage(`Signed in to ${server} as ${signedIn.email}.`);
}

/** Forgets the token. One that was set stays valid, because it may be in use elsewhere; the editor's own ends. */
export async function signOut(app: App): Promise<void> {
  const server = settings.server();
  const former = await app.signIns.of(server);
  await revokeFormer(app, server);
  await app.signIns.forget(server);
  const more = former?.isOwn ? '' : ' The token stays valid until you delete it in the dashboard.';
  void window.showInformationMessage(`Signed out of ${server}.${more}`);
}

/** A connection for somebody signed in, who is asked to when nobody is; null when they would not. */
export async function connect(app: App): Promise<Connection | null> {
  const connected = await connection(app);
  if (connected) return connected;
  const how = await window.showInformationMessage(
    `You are not signed in to ${settings.server()}.`,
    'Sign In',
    'Set Token',
  );
  if (how === undefined) return null;
  return (await (how === 'Sign In' ? signIn : setToken)(app)) ? connection(app) : null;
}
