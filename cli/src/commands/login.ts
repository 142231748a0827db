import { hostname } from 'node:os';
import { createClient } from '@stagelink/shared/client';
import { login, logout, me, signInOptions } from '@stagelink/shared/contracts/accounts';
import { authorizeAddress, exchangeCode } from '@stagelink/shared/contracts/authorizations';
import { incompatibility } from '@stagelink/shared/contracts/compatibility';
import { NAME_MAX } from '@stagelink/shared/contracts/limits';
import { createToken } from '@stagelink/shared/contracts/tokens';
import { listenForBrowser } from '@stagelink/shared/signIn/loopback';
import { createPkce } from '@stagelink/shared/signIn/pkce';
import { askSecret, askText, secretFromStdin } from '../ask.ts';
import { openInBrowser } from '../browser.ts';
import { sendTo, serverOf } from '../connection.ts';
import { type Context, DEFAULT_SERVER, type Result, say } from '../context.ts';
import { cancelled, CliError, EXIT, usage } from '../exit.ts';
import { keepSignIn, rememberedServer, signInFor } from '../store/accounts.ts';

export interface LoginOptions {
  email?: string;
  passwordStdin?: boolean;
  tokenStdin?: boolean;
}

interface SignedIn {
  uid: string;
  email: string;
  token: string;
}

/** Signs in and keeps an access token of this machine; a password is never stored. */
export async function run(context: Context, options: LoginOptions): Promise<Result> {
  const server = await chooseServer(context, options);
  const signedIn = await signIn(context, server, options);
  await revokeFormer(context, server, signedIn.token);
  const kept = await keepSignIn(server, signedIn);
  say(
    context,
    kept === 'keyring'
      ? 'The access token is in the system’s keyring.'
      : 'The access token is in a file that only you can read.',
  );
  return {
    data: { server, uid: signedIn.uid, email: signedIn.email, storedIn: kept },
    lines: [`Signed in to ${server} as ${signedIn.email}.`],
  };
}

async function chooseServer(context: Context, options: LoginOptions): Promise<string> {
  const isNamed = (context.server ?? context.env.STAGELINK_SERVER) !== undefined;
  const isScripted = options.email !== undefined || options.tokenStdin || context.env.STAGELINK_TOKEN;
  if (isNamed || isScripted || !context.interactive) return serverOf(context);
  const answer = await askText(context, `Server (Enter for ${rememberedServer() ?? DEFAULT_SERVER})`);
  return serverOf(answer?.trim() ? { ...context, server: answer.trim() } : context);
}

async function signIn(context: Context, server: string, options: LoginOptions): Promise<SignedIn> {
  if (options.tokenStdin) return withToken(context, server, await secretFromStdin(context, '--token-stdin'));
  const given = context.env.STAGELINK_TOKEN?.trim();
  if (given && options.email === undefined) return withToken(context, server, given);
  if (options.email === undefined && context.interactive) return withBrowser(context, server);
  return withPassword(context, server, options);
}

async function withToken(context: Context, server: string, token: string): Promise<SignedIn> {
  const { user } = await createClient(sendTo(context, server, token))(me, {});
  return { uid: user.uid, email: user.email, token };
}

/** RFC 8252: the browser, where the person is signed in, leads back to a port of this machine. */
async function withBrowser(context: Context, server: string): Promise<SignedIn> {
  const call = createClient(sendTo(context, server));
  const problem = incompatibility(await call(signInOptions, {}), 'this command');
  if (problem !== null) throw new CliError(EXIT.failed, 'incompatible', problem, 'Update stagelink.');
  const { verifier, challenge, state } = createPkce();
  const { code, redirectUri } = await codeFromBrowser(context, state, (redirect) =>
    authorizeAddress(server, {
      client: 'cli',
      redirectUri: redirect,
      codeChallenge: challenge,
      state,
      device: hostname().slice(0, NAME_MAX),
    }),
  );
  const { user, sessionToken } = await call(exchangeCode, { code, codeVerifier: verifier, redirectUri });
  return { uid: user.uid, email: user.email, token: sessionToken };
}

async function codeFromBrowser(
  context: Context,
  state: string,
  address: (redirectUri: string) => string,
): Promise<{ code: string; redirectUri: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const loopback = await listenForBrowser((query) => {
    if (query.get('state') !== state) return false;
    const code = query.get('code');
    if (code === null) reject(cancelled('The sign-in was refused in the browser.'));
    else resolve(code);
    return true;
  });
  const stop = (): void => reject(cancelled());
  context.signal.addEventListener('abort', stop);
  try {
    const url = address(loopback.redirectUri);
    say(context, `Sign in in your browser. If it does not open, open this link:\n${url}`);
    await openInBrowser(context, url);
    return { code: await promise, redirectUri: loopback.redirectUri };
  } finally {
    context.signal.removeEventListener('abort', stop);
    loopback.close();
  }
}

async function withPassword(context: Context, server: string, options: LoginOptions): Promise<SignedIn> {
  const hint =
    'Give --email and pipe the password with --password-stdin, or pipe an access token with --token-stdin.';
  if (!context.interactive && !(options.email !== undefined && options.passwordStdin)) {
    throw usage('Signing in needs a terminal.', hint);
  }
  const email = options.email ?? (await askText(context, 'Email'));
  const password = options.passwordStdin
    ? await secretFromStdin(context, '--password-stdin')
    : await askSecret(context, 'Password');
  const { user, sessionToken } = await createClient(sendTo(context, server))(login, { email, password });
  const asUser = createClient(sendTo(context, server, sessionToken));
  const description = `stagelink on ${hostname()}`.slice(0, NAME_MAX);
  const { token } = await asUser(createToken, { description });
  await asUser(logout, {});
  return { uid: user.uid, email: user.email, token };
}

/** Signing in again must not leave a living token behind that nobody remembers. */
async function revokeFormer(context: Context, server: string, token: string): Promise<void> {
  const former = await signInFor(server);
  if (!former || former.token === token) return;
  await createClient(sendTo(context, server, former.token))(logout, {}).catch(() => {
    say(
      context,
      'The access token of the former sign-in could not be revoked; you can delete it in the dashboard.',
    );
  });
}
