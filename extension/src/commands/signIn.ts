import { me } from '@stagelink/shared/contracts/accounts';
import { TOKEN_PREFIX, TOKENS_PATH } from '@stagelink/shared/contracts/tokens';
import { env, Uri, window } from 'vscode';
import type { App } from '../app.ts';
import { callTo, connection, type Connection } from '../connection.ts';
import * as settings from '../settings.ts';

/** Opens the dashboard, where tokens are generated, and asks for one. False when the person gave none. */
export async function signIn(app: App): Promise<boolean> {
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
  await app.signIns.keep(server, { uid: user.uid, email: user.email, token });
  void window.showInformationMessage(`Signed in to ${server} as ${user.email}.`);
  return true;
}

/** Forgets the token; it stays valid, because it may be in use elsewhere. */
export async function signOut(app: App): Promise<void> {
  const server = settings.server();
  await app.signIns.forget(server);
  void window.showInformationMessage(
    `Signed out of ${server}. The token stays valid until you delete it in the dashboard.`,
  );
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
