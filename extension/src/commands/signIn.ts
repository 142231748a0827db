import { hostname } from 'node:os';
import { logout, me, signInOptions } from '@stagelink/shared/contracts/accounts';
import { assertCompatible, signInWithBrowser } from '@stagelink/shared/client/signIn';
import { UserError } from '@stagelink/shared/client/userError';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { isAllowedRedirect } from '@stagelink/shared/domain/oauthClients';
import { TOKEN_PREFIX, TOKENS_PATH } from '@stagelink/shared/contracts/tokens';
import { env, ProgressLocation, Uri, window } from 'vscode';
import type { App } from '../app.ts';
import { callTo, connection, type Connection } from '../connection.ts';
import { isCancelled } from '../errors.ts';
import * as settings from '../settings.ts';
import { SIGNED_IN_PATH } from '../signIn/oauthCallback.ts';
import type { SignIn } from '../store/signIns.ts';

const WAIT_MINUTES = 10;

const timedOut = () =>
  new UserError(
    'sign_in_timeout',
    `The sign-in was not completed within ${WAIT_MINUTES} minutes. Sign in again, or set a token.`,
  );
const cancelled = () => new UserError('cancelled', 'Signing in was cancelled.');

/** Signs in through the browser. Returns false when the user cancelled. */
export async function signIn(app: App): Promise<boolean> {
  const server = settings.server();
  assertCompatible(await callTo(app, server)(signInOptions, {}), 'this extension');
  const back = await env.asExternalUri(Uri.parse(`${env.uriScheme}://${app.id}${SIGNED_IN_PATH}`));
  // The editor would encode the URI twice without `true`.
  const redirectUri = back.toString(true);
  // An editor in a browser tab has no redirect URI that may receive a code.
  if (!isAllowedRedirect('editor', redirectUri)) return pasteToken(app);
  try {
    const { user, sessionToken } = await waitForBrowser(app, server, redirectUri);
    await keep(app, server, { uid: user.uid, email: user.email, token: sessionToken }, true);
    return true;
  } catch (thrown) {
    if (thrown instanceof UserError && isCancelled(thrown)) return false;
    throw thrown;
  }
}

function waitForBrowser(app: App, server: string, redirectUri: string) {
  const title = 'Sign in in the browser';
  return window.withProgress(
    { location: ProgressLocation.Notification, title, cancellable: true },
    async (_progress, cancellation) => {
      const stop = new AbortController();
      const timer = setTimeout(() => stop.abort(timedOut()), WAIT_MINUTES * 60_000);
      cancellation.onCancellationRequested(() => stop.abort(cancelled()));
      try {
        return await signInWithBrowser({
          call: callTo(app, server),
          server,
          client: 'editor',
          device: hostname().slice(0, NAME_MAX),
          crypto,
          signal: stop.signal,
          listen: async (take) => ({ redirectUri, close: app.oauthCallback.listen(take, stop) }),
          async openBrowser(address) {
            if (!(await env.openExternal(Uri.parse(address, true)))) stop.abort(cancelled());
          },
        });
      } finally {
        clearTimeout(timer);
      }
    },
  );
}

/** Opens the dashboard, where tokens are generated, and asks for one. */
async function pasteToken(app: App): Promise<boolean> {
  await env.openExternal(Uri.parse(settings.server() + TOKENS_PATH));
  return setToken(app);
}

/** Asks for a token and stores it after the server accepted it. Returns false when the user gave none. */
export async function setToken(app: App): Promise<boolean> {
  const server = settings.server();
  const typed = await window.showInputBox({
    title: `Personal access token for ${server}`,
    prompt: 'Create one in the dashboard under Tokens.',
    placeHolder: `${TOKEN_PREFIX}…`,
    password: true,
    ignoreFocusOut: true, // The user leaves the editor to copy the token.
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

/** The previous token of this editor would remain valid without anyone knowing it. */
async function revokeFormer(app: App, server: string, token?: string): Promise<void> {
  const former = await app.signIns.of(server);
  // A failure must not prevent the new sign-in.
  if (former?.isOwn && former.token !== token)
    await callTo(app, server, former.token)(logout, {}).catch(() => null);
}

async function keep(app: App, server: string, signedIn: SignIn, isOwn: boolean): Promise<void> {
  await revokeFormer(app, server, signedIn.token);
  await app.signIns.keep(server, { ...signedIn, isOwn });
  void window.showInformationMessage(`Signed in to ${server} as ${signedIn.email}.`);
}

/**
 * Deletes the token. Revokes it only if the editor created it, because a pasted one may be in use
 * elsewhere.
 */
export async function signOut(app: App): Promise<void> {
  const server = settings.server();
  const former = await app.signIns.of(server);
  await revokeFormer(app, server);
  await app.signIns.forget(server);
  const more = former?.isOwn ? '' : ' The token stays valid until you delete it in the dashboard.';
  void window.showInformationMessage(`Signed out of ${server}.${more}`);
}

/** Returns a connection and asks a signed-out user to sign in; null when they cancel. */
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
